import { consoleEditorOptions } from '../../shape-kinds/console-editor-options';
import { Clipboard } from './clipboard';
import { Editor } from '../editor';
import { createBox, LABELS, createPoint, createPolygon, TestEditor } from '../testing/test-editor';

const createEditor = () =>
  new TestEditor().load(createBox('a', [100, 100, 200, 200]), createBox('b', [300, 100, 400, 200], 'dog'));
/** Creates an editor of another image with the same clipboard. */
function openOtherImage(clipboard: Clipboard, width = 800, height = 600, labels = LABELS): Editor {
  const editor = new Editor({ ...consoleEditorOptions, imageSize: { width, height }, labels, clipboard });
  editor.viewport.resize({ width, height });
  return editor;
}

test('each Ctrl+V pastes the copied shapes with a larger offset', () => {
  const editor = createEditor();
  editor.select('a');
  editor.pressAll('Control+c');
  editor.select('b');
  editor.pressAll('Control+v', 'Control+v');
  editor.expectShapes({ id: 'a' }, { id: 'b' }, { labelId: 'cat', data: [110, 110, 210, 210] }, { data: [120, 120, 220, 220] });
  editor.expectSelected(editor.document.getShapes()[3]!.id);
});

test('Ctrl+X and Ctrl+V move shapes through the clipboard, one undo step each', () => {
  const editor = createEditor();
  editor.select(['a', 'b']);
  editor.pressAll('Control+x').expectShapes().pressAll('Control+v');
  editor.expectShapes({ labelId: 'cat', data: [100, 100, 200, 200] }, { labelId: 'dog', data: [300, 100, 400, 200] });
  editor.pressAll('Control+z').expectShapes().pressAll('Control+z').expectShapes({ id: 'a' }, { id: 'b' });
});

test('paste into another image moves the shapes inside and clips larger shapes', () => {
  const clipboard = new Clipboard();
  const source = openOtherImage(clipboard);
  source.document.loadPage([createBox('a', [500, 400, 600, 500]), createBox('b', [700, 500, 800, 600], 'dog')]);
  source.select(['a', 'b']);
  source.copySelected();
  const sameSizeEditor = openOtherImage(clipboard);
  sameSizeEditor.paste();
  expect(sameSizeEditor.document.getShapes()).toMatchObject([{ data: [500, 400, 600, 500] }, { data: [700, 500, 800, 600] }]);
  const smallerEditor = openOtherImage(clipboard, 400, 300);
  smallerEditor.paste();
  expect(smallerEditor.document.getShapes()).toMatchObject([{ data: [100, 100, 200, 200] }, { data: [300, 200, 400, 300] }]);
  source.document.loadPage([createPolygon('p', [100, 100, 700, 100, 700, 500])]);
  source.select('p');
  source.copySelected();
  const tinyEditor = openOtherImage(clipboard, 300, 200);
  tinyEditor.paste();
  expect(tinyEditor.document.getShapes()).toMatchObject([{ data: [100, 100, 300, 100, 300, 200] }]);
});

test('paste skips shapes whose label is missing or that do not fit', () => {
  const clipboard = new Clipboard();
  const source = openOtherImage(clipboard);
  source.document.loadPage([createBox('a', [100, 100, 200, 200]), createBox('b', [300, 100, 400, 200], 'dog')]);
  source.select(['a', 'b']);
  source.copySelected();
  const editor = openOtherImage(clipboard, 800, 600, { object: [LABELS.object[1]!], polygon: [] });
  expect(editor.paste()).toBe(true);
  expect(editor.document.getShapes()).toMatchObject([{ labelId: 'dog' }]);
  expect(editor.topics.notice.getSnapshot()).toEqual({ type: 'not-pasted', count: 1 });
});

test('only shapes pasted into another image are marked as copies', () => {
  const clipboard = new Clipboard();
  const source = openOtherImage(clipboard);
  const [drawnShape] = source.document.createMany([
    { kind: 'object', labelId: 'cat', data: [100, 100, 200, 200], source: 'prediction' },
  ]);
  source.select(drawnShape!.id);
  source.copySelected();
  source.paste();
  source.duplicateSelected();
  const otherEditor = openOtherImage(clipboard);
  otherEditor.paste();
  const sources = [source, otherEditor].map(({ document }) => document.getShapes().map((shape) => shape.source));
  expect(sources).toEqual([['prediction', undefined, undefined], ['copy']]);
  source.document.delete(drawnShape!.id);
  source.document.undo();
  expect(source.document.get(drawnShape!.id)).toMatchObject({ source: 'prediction' });
});

test('paste copies meta data and point names but no server ids', () => {
  const editor = new TestEditor().load(
    { ...createBox('a', [1, 1, 50, 50]), metaData: { side: 'left' } },
    createPoint('t', [5, 5]),
  );
  editor.select('a');
  editor.pressAll('Control+c', 'Control+v').expectShapes({}, {}, { metaData: { side: 'left' } });
  expect(editor.document.getShapes()[2]).not.toHaveProperty('serverId');
  editor.select('t');
  editor.pressAll('Control+c', 'Control+v').expectShapes({}, {}, {}, { kind: 'point', name: 'tip', data: [15, 15] });
});

test('Ctrl+A selects all visible shapes of the most frequent kind, or of the selected kinds', () => {
  const editor = createEditor().load(createPoint('t', [5, 5]));
  editor.pressAll('Control+a').expectSelected('a', 'b');
  editor.select('t');
  editor.pressAll('Control+a').expectSelected('t');
  editor.select(['t', 'b']);
  editor.pressAll('Control+a').expectSelected('t', 'b', 'a');
});
