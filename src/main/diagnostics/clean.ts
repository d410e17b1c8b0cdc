/** A mail address, in whatever it stands. */
const mail = /[^\s@"'<>()]+@[^\s@"'<>()]+/g;
/** A key of a service, or something as long that mixes letters and digits. */
const secret = /\b(?=\w*\d)(?=\w*[A-Za-z])\w{20,}\b/g;

/** Removes what a report must not say from a text: the user's folder, mail addresses, and whatever looks like a key. */
export function cleaned(text: string, home: string): string {
  const homeless =
    home.length < 2 ? text : text.replaceAll(home, '~').replaceAll(home.replaceAll('\\', '/'), '~');
  return homeless.replaceAll(mail, '…').replaceAll(secret, '…');
}

/** The same for all texts in plain data. */
export function cleanedAll<T>(value: T, home: string): T {
  const clean = (one: unknown): unknown => {
    if (typeof one === 'string') return cleaned(one, home);
    if (Array.isArray(one)) return one.map(clean);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([name, each]) => [name, clean(each)]));
  };
  return clean(value) as T; // texts stay texts
}
