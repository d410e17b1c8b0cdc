import { EditorState } from '@codemirror/state';
import { m } from '../../../../messages/compiled/messages.js';

/** What the editor says on screen and aloud, in the words of this program. The keys are its own. */
export const phrases = () =>
  EditorState.phrases.of({
    'Control character': m.letters_editor_control(),
    Find: m.letters_editor_find(),
    Replace: m.letters_editor_replace(),
    next: m.letters_editor_next(),
    previous: m.letters_editor_previous(),
    all: m.letters_editor_all(),
    'match case': m.letters_editor_case(),
    'by word': m.letters_editor_word(),
    regexp: m.letters_editor_pattern(),
    replace: m.letters_editor_replace_one(),
    'replace all': m.letters_editor_replace_all(),
    close: m.app_close(),
    'current match': m.letters_editor_match(),
    'on line': m.letters_editor_on_line(),
    'replaced match on line $': m.letters_editor_replaced({ line: '$' }),
    'replaced $ matches': m.letters_editor_replaced_many({ count: '$' }),
    'Go to line': m.letters_editor_go(),
    go: m.letters_editor_go_act(),
    'Folded lines': m.letters_editor_folded(),
    'Unfolded lines': m.letters_editor_unfolded(),
    to: m.letters_editor_to(),
    'folded code': m.letters_editor_folded_part(),
    unfold: m.letters_editor_unfold(),
    'Fold line': m.letters_editor_fold_line(),
    'Unfold line': m.letters_editor_unfold_line(),
    Diagnostics: m.letters_editor_faults(),
    'No diagnostics': m.letters_editor_no_faults(),
    'Selection deleted': m.letters_editor_deleted(),
    '$ unchanged lines': m.letters_editor_unchanged({ count: '$' }),
  });
