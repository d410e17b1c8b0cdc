/**
 * Chromium knows a scheme as standard and secure only if it was compiled in, so `app://host/path` travels as
 * `https://host.app.invalid/path`: a secure origin of its own that no resolver knows. Main sees `app://` everywhere.
 */
const schemes = new Set<string>();
let mapped = /(?!)/g;

const escape = (text: string): string => text.replace(/[.+-]/g, '\\$&');

/** Makes a scheme one of the app's own. */
export function addScheme(scheme: string): void {
  schemes.add(scheme);
  mapped = new RegExp(`https://([^/\\s"'\\\\?#]+)\\.(${[...schemes].map(escape).join('|')})\\.invalid`, 'g');
}

/** Whether a URL is of one of the app's own schemes. */
export function isOwn(url: string): boolean {
  return schemes.has(url.split(':', 1)[0] ?? '');
}

/** `app://carrel/x` → `https://carrel.app.invalid/x`; other URLs stay as they are. */
export function toWireUrl(url: string): string {
  const [, scheme = '', host = '', rest = ''] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/is.exec(url) ?? [];
  return schemes.has(scheme) ? `https://${host}.${scheme}.invalid${rest || '/'}` : url;
}

/** The reverse, wherever it stands in a text. */
export function fromWireUrl(text: string): string {
  return text.replace(mapped, '$2://$1');
}

/** The sources `app:` and `app://host` of a content security policy. */
function policyToWire(policy: string): string {
  let result = policy;
  for (const scheme of schemes) {
    result = result
      .replaceAll(new RegExp(`(?<=[\\s;])${escape(scheme)}:(?=[\\s;]|$)`, 'g'), `https://*.${scheme}.invalid`)
      .replaceAll(
        new RegExp(`(?<=[\\s;])${escape(scheme)}://([^\\s;/]+)`, 'g'),
        `https://$1.${scheme}.invalid`,
      );
  }
  return result;
}

/** A header as the page gets it. */
export function headerToWire(name: string, value: string): { name: string; value: string } {
  if (/^content-security-policy(-report-only)?$/i.test(name)) return { name, value: policyToWire(value) };
  if (/^location$/i.test(name)) return { name, value: toWireUrl(value) };
  if (/^access-control-allow-origin$/i.test(name))
    return { name, value: toWireUrl(value).replace(/\/$/, '') };
  return { name, value };
}

/** Which requests of a window are the app's to answer. */
export function ownPatterns(): { urlPattern: string }[] {
  return [...schemes].map((scheme) => ({ urlPattern: `https://*.${scheme}.invalid/*` }));
}

/** The origin of a URL as Electron tells it: `app://host` for a standard scheme, 'null' where there is none. */
export function originOf(url: string): string {
  const own = isOwn(url) ? /^[^:]+:\/\/[^/?#]+/.exec(url)?.[0] : undefined;
  return own ?? (URL.canParse(url) ? new URL(url).origin : 'null');
}
