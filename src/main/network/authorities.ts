import { X509Certificate } from 'node:crypto';
import type { Policy } from '../policy/policy.ts';
import type { Settings } from '../station/settings.ts';

/** The certificates in a text, as PEM; null where it holds none, or a damaged one. */
export function certificatesIn(text: string): readonly string[] | null {
  const pem = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return pem.length > 0 && pem.every(isCertificate) ? pem : null;
}

const isCertificate = (pem: string): boolean => {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
};

/** The certificates of the authority that is trusted beside the system's: of the policy's file, or of the user's. */
export function authorityInForce(
  policy: Pick<Policy, 'authorities'>,
  { now }: { readonly now: Pick<Settings, 'network'> },
): readonly string[] {
  const { authority } = now.network;
  return authority === null ? [] : (authority.pem ?? policy.authorities);
}
