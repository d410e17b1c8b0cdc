/** How what is outside this computer is reached: as the system says, straight, or through a proxy. */
export type ProxyWay = 'system' | 'none' | 'own';

/** Which way a setting means; `''` is the system's. */
export const wayOf = (proxy: string): ProxyWay => {
  if (proxy === '') return 'system';
  return /^direct$/i.test(proxy.trim()) ? 'none' : 'own';
};

/** A proxy as people write it, `proxy.example:3128`; a list of several stays in the words of a PAC file. */
export function typedOf(proxy: string): string {
  if (wayOf(proxy) !== 'own') return '';
  const [, kind = '', where = ''] = /^(PROXY|HTTP|HTTPS)\s+(\S+)$/i.exec(proxy.trim()) ?? [];
  if (where === '') return proxy;
  return kind.toUpperCase() === 'HTTPS' ? `https://${where}` : where;
}

/** What was typed as the setting has it: an address alone is a proxy. */
export function proxyOf(typed: string): string {
  const text = typed.trim();
  if (/[\s;]/.test(text) || /^direct$/i.test(text)) return text;
  const [, scheme = 'http', where = text] = /^(https?):\/\/(.*?)\/?$/i.exec(text) ?? [];
  return where === '' ? '' : `${scheme.toLowerCase() === 'https' ? 'HTTPS' : 'PROXY'} ${where}`;
}
