import { consoleEditorOptions } from '../shape-kinds/console-editor-options';
import { Editor } from './editor';
import { LABELS } from './testing/test-editor';
import type { BoxShape } from './model/types';
import { NO_MODIFIERS } from './input/events';

const box: BoxShape = {
  kind: 'object',
  id: 'a',
  serverId: 'a',
  version: 1,
  labelId: 'cat',
  data: [100, 100, 200, 200],
  metaData: {},
};

function openReadOnly() {
  const editor = new Editor({
    ...consoleEditorOptions,
    imageSize: { width: 800, height: 600 },
    labels: LABELS,
    tool: 'detection',
    isReadOnly: true,
  });
  editor.document.loadPage([box]);
  return editor;
}

test('a read-only editor has the selection tool only', () => {
  const editor = openReadOnly();
  editor.setTool('polygon');
  expect(editor.topics.tool.getSnapshot().chosenTool).toBe('select');
  expect(editor.canDraw('detection')).toBe(false);
});

test('commands of a read-only editor select shapes, but change and store nothing', () => {
  const editor = openReadOnly();
  editor.select('a');
  expect(editor.getHandles()).toEqual([]);
  editor.nudgeSelected({ x: 5, y: 5 });
  editor.relabelSelected('dog');
  editor.duplicateSelected();
  editor.deleteSelected();
  editor.eraseAll();
  expect(editor.document.getShapes()).toEqual([box]);
  expect(editor.document.canUndo).toBe(false);
  expect(editor.selection).toEqual(['a']);
});

test('a drag on a shape of a read-only editor moves the view', () => {
  const editor = openReadOnly();
  editor.viewport.resize({ width: 800, height: 600 });
  editor.viewport.zoomTo(3);
  const cameraBefore = editor.viewport.camera;
  const pointer = { pointerType: 'mouse', pointerId: 1, button: 0, modifiers: NO_MODIFIERS } as const;
  editor.dispatch({ ...pointer, type: 'pointer_down', point: editor.viewport.toScreen({ x: 150, y: 100 }) });
  editor.dispatch({ ...pointer, type: 'pointer_move', point: { x: 400, y: 400 } });
  editor.dispatch({ ...pointer, type: 'pointer_up', point: { x: 400, y: 400 } });
  expect(editor.document.get('a')?.data).toEqual([100, 100, 200, 200]);
  expect(editor.viewport.camera).not.toEqual(cameraBefore);
});
