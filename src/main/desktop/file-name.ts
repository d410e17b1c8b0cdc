import path from 'node:path';

/** As long as every file system takes it, in any script. */
const longest = 80;

/** Names that Windows keeps for devices, with any extension. */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * A file's name as it came from elsewhere, made fit for this machine's file systems: it leaves no folder, has no sign
 * that one of them refuses or that turns the direction of the text round, and keeps its extension.
 */
export function safeFileName(name: string): string {
  const { name: stem, ext } = path.posix.parse(
    name
      .replaceAll('\\', '/')
      .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}<>:"|?*]/gu, '')
      .replace(/[. ]+$/, ''),
  );
  const short = Array.from(stem.replace(/^[. ]+/, ''))
    .slice(0, longest)
    .join('')
    .trim();
  const whole = `${short === '' ? 'file' : short}${ext.slice(0, 20)}`;
  return devices.test(whole) ? `_${whole}` : whole;
}
