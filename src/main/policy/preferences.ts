import { parse, parseBinary, type PlistValue } from 'plist';
import { isObject, type Judged, judgeSettings } from './judge.ts';
import { recommendedKey } from './mac.ts';
import { decoded, wholly } from './text.ts';

/** What macOS itself puts beside the settings of a profile. */
const systemKeys = /^(?:Payload|NS|Apple|PFC_)/;

/** Reads managed preferences: a property list, binary or XML, with the mandatory settings and `Recommended`. */
export function parsePreferences(bytes: Uint8Array): Judged {
  let read: PlistValue;
  try {
    const isBinary = Buffer.from(bytes.subarray(0, 6)).toString('latin1') === 'bplist';
    const text = isBinary ? '' : (decoded(bytes) ?? '');
    // Without a bracket the package would read an older kind of list, which macOS does not write.
    if (!isBinary && !text.trimStart().startsWith('<')) return { ok: false, problems: [wholly('syntax')] };
    read = isBinary ? parseBinary(bytes) : parse(text);
  } catch {
    return { ok: false, problems: [wholly('syntax')] };
  }
  if (!isObject(read)) return { ok: false, problems: [wholly('syntax')] };
  const recommended = read[recommendedKey];
  const isMandatory = (name: string): boolean => name !== recommendedKey && !systemKeys.test(name);
  const mandatory = Object.fromEntries(Object.entries(read).filter(([name]) => isMandatory(name)));
  return judgeSettings(mandatory, recommended);
}
