const addresses = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const names = /^(?:127\.\d+\.\d+\.\d+|localhost|\[::1\])$/;

/**
 * Whether a call comes from this machine and was meant for it: a page of some other name that leads here, or a
 * gateway in front of us, is not this machine.
 */
export function isLoopback(from: string | undefined, host: string): boolean {
  return addresses.test(from ?? '') && names.test(host);
}
