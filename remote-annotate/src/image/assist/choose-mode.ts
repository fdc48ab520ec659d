import type { Editor } from '../../editor';
import type { AssistMode } from '../../editor/model/prompt';

/** Chooses a method. A suggestion of the previous method is discarded. */
export function chooseMode(editor: Editor, mode: AssistMode): void {
  if (editor.topics.tool.getSnapshot().busy !== 'idle') editor.discardSuggestion();
  editor.setAssistOptions({ mode });
}

/** Chooses the method after the current method. Does nothing while a mouse button is pressed. */
export function chooseNextMode(editor: Editor): void {
  if (editor.topics.tool.getSnapshot().busy === 'gesture') return;
  const { mode, modes } = editor.assistOptions;
  const nextMode = modes[(modes.indexOf(mode) + 1) % modes.length];
  if (nextMode) chooseMode(editor, nextMode);
}
