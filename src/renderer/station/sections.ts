import ArrowLeftRight from '@lucide/svelte/icons/arrow-left-right';
import AudioLines from '@lucide/svelte/icons/audio-lines';
import Banknote from '@lucide/svelte/icons/banknote';
import Barcode from '@lucide/svelte/icons/barcode';
import BookOpenText from '@lucide/svelte/icons/book-open-text';
import CircleFadingArrowUp from '@lucide/svelte/icons/circle-fading-arrow-up';
import EyeOff from '@lucide/svelte/icons/eye-off';
import HeartPulse from '@lucide/svelte/icons/heart-pulse';
import Info from '@lucide/svelte/icons/info';
import ListChecks from '@lucide/svelte/icons/list-checks';
import MapPin from '@lucide/svelte/icons/map-pin';
import Palette from '@lucide/svelte/icons/palette';
import Plug from '@lucide/svelte/icons/plug';
import Printer from '@lucide/svelte/icons/printer';
import ShieldCheck from '@lucide/svelte/icons/shield-check';
import Tag from '@lucide/svelte/icons/tag';
import WandSparkles from '@lucide/svelte/icons/wand-sparkles';
import { m } from '../../messages/compiled/messages.js';

/** The sections of the settings, in the order of their list. */
export const sections = [
  { id: 'place', label: m.station_place, icon: MapPin },
  { id: 'connection', label: m.station_connection, icon: Plug },
  { id: 'check', label: m.check_title, icon: ListChecks },
  { id: 'look', label: m.station_look, icon: Palette },
  { id: 'sounds', label: m.station_sounds, icon: AudioLines },
  { id: 'slips', label: m.slips_settings, icon: Printer },
  { id: 'labels', label: m.labels_settings, icon: Tag },
  { id: 'banknotes', label: m.fees_notes_title, icon: Banknote },
  { id: 'barcodes', label: m.station_barcodes, icon: Barcode },
  { id: 'privacy', label: m.station_privacy, icon: EyeOff },
  { id: 'updates', label: m.updates_title, icon: CircleFadingArrowUp },
  { id: 'diagnostics', label: m.diagnostics_title, icon: HeartPulse },
  { id: 'setup', label: m.first_start_section, icon: WandSparkles },
  { id: 'policy', label: m.policy_title, icon: ShieldCheck },
  { id: 'transfer', label: m.settings_transfer_title, icon: ArrowLeftRight },
  { id: 'it', label: m.for_it_title, icon: BookOpenText },
  { id: 'about', label: m.station_about, icon: Info },
] as const;
export type SectionId = (typeof sections)[number]['id'];
