import type { Editor } from './editor';
import type { ActionId } from './keys/default-keys';

/** Performs an action. Returns whether the action had an effect. */
type Command = (editor: Editor) => boolean;

const createCommand =
  (run: (editor: Editor) => void): Command =>
  (editor) => {
    run(editor);
    return true;
  };

/** The commands of the canvas by action. The toolbar and the panels perform the actions that are not listed. */
export const COMMANDS: Readonly<Partial<Record<ActionId, Command>>> = {
  delete: (editor) => editor.deleteByKey(),
  copy: (editor) => editor.copySelected(),
  cut: (editor) => editor.cutSelected(),
  paste: (editor) => editor.paste(),
  'select-all': (editor) => editor.selectAll(),
  hide: (editor) => editor.hideSelected(),
  'hide-all': createCommand((editor) => editor.setHidden(!editor.isAnyHidden)),
  lock: (editor) => editor.lockSelected(),
  'lock-all': (editor) => editor.lockAll(),
  undo: createCommand((editor) => editor.undo()),
  redo: createCommand((editor) => editor.redo()),
  next: (editor) => editor.selectNext(1),
  previous: (editor) => editor.selectNext(-1),
  'next-vertex': (editor) => editor.stepVertex(1),
  'previous-vertex': (editor) => editor.stepVertex(-1),
  'insert-vertex': (editor) => editor.insertVertex(),
  'rotate-right': (editor) => editor.rotateSelected(1),
  'rotate-left': (editor) => editor.rotateSelected(-1),
  'rotate-right-10': (editor) => editor.rotateSelected(10),
  'rotate-left-10': (editor) => editor.rotateSelected(-10),
  'point-occluded': (editor) => editor.markPoint('occluded'),
  'point-absent': (editor) => editor.markPoint('absent'),
  'swap-sides': (editor) => editor.transformSelected('swap-sides'),
  mirror: (editor) => editor.transformSelected('mirror'),
  'smaller-brush': (editor) => editor.stepBrushSize(-1),
  'larger-brush': (editor) => editor.stepBrushSize(1),
  'zoom-in': createCommand(({ viewport }) => viewport.zoomStep(1)),
  'zoom-out': createCommand(({ viewport }) => viewport.zoomStep(-1)),
  fit: createCommand(({ viewport }) => viewport.fit()),
  'actual-size': createCommand(({ viewport }) => viewport.zoomTo(1)),
};
