import { createHash } from 'node:crypto';
import { guidOf } from './identity.ts';
import { element, type Element } from './xml.ts';

/** Windows Installer's identifiers are at most 72 signs of a few kinds: a hash keeps long paths apart. */
export const idOf = (kind: string, name: string): string =>
  `${kind}_${createHash('sha1').update(name).digest('hex').slice(0, 24)}`;

/** What is installed and removed as one; known by its name for ever. */
export const component = (name: string, children: readonly (Element | false)[]): Element =>
  element('Component', { Id: idOf('part', name), Guid: guidOf(name), Win64: 'yes' }, children);

/**
 * What is installed and never removed: without an identifier Windows does not count it, so that it stays when
 * everything else goes.
 */
export const staying = (name: string, children: readonly Element[]): Element =>
  element('Component', { Id: idOf('part', name), Guid: '', Win64: 'yes' }, children);
