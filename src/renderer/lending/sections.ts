import ClipboardList from '@lucide/svelte/icons/clipboard-list';
import FilePlus from '@lucide/svelte/icons/file-plus';
import { m } from '../../messages/compiled/messages.js';

/** The sections of the lending room, in the order of their list. Their components are in `LendingRoom.svelte`. */
export const sections = [
  { id: 'new', label: m.lending_section_new_request, icon: FilePlus },
  { id: 'made', label: m.lending_section_made, icon: ClipboardList },
] as const;
export type SectionId = (typeof sections)[number]['id'];
