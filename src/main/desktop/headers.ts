/** The content security policy of our pages. Nothing inline, nothing from elsewhere, nothing embedded, no forms. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "media-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

const features = [
  'camera',
  'microphone',
  'geolocation',
  'display-capture',
  'hid',
  'serial',
  'usb',
  'midi',
  'payment',
];

/** Sent with every response of `app://`. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': policy.join('; '),
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': features.map((feature) => `${feature}=()`).join(', '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** The policy for the development server, which puts styles into the page and uses a web socket. */
export function developmentPolicy(server: URL): string {
  const socket = `ws://${server.host}`;
  return policy
    .map((line) => {
      if (line.startsWith('script-src') || line.startsWith('style-src')) return `${line} 'unsafe-inline'`;
      return line.startsWith('connect-src') ? `${line} ${socket}` : line;
    })
    .join('; ');
}
