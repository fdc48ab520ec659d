import type { Editor } from '../../editor';
import { ASSIST_MODES, type AssistMode } from '../../editor/model/prompt';

/** Returns the method after the current one. */
export function getNextMode(editor: Editor): AssistMode {
  return ASSIST_MODES[(ASSIST_MODES.indexOf(editor.assistOptions.mode) + 1) % ASSIST_MODES.length] ?? 'wand';
}
