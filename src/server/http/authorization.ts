import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares the `Authorization` header with `apikey KEY`, in a time that tells nothing of the key. Source: Authentication. */
export function authorizer(key: string): (header: string | undefined) => boolean {
  const expected = digest(key);
  return (header) => {
    const sent = /^apikey (.+)$/i.exec(header ?? '')?.[1] ?? '';
    return timingSafeEqual(digest(sent), expected);
  };
}

const digest = (text: string) => createHash('sha256').update(text).digest();
