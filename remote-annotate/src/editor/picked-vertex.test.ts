import { TestEditor } from './testing/test-editor';
import type { PolygonShape } from './types';

const polygon = (data: readonly number[] = [100, 100, 200, 100, 200, 200, 100, 200]): PolygonShape => ({
  id: 'p',
  kind: 'polygon',
  labelId: 'leaf',
  data: [...data],
  metaData: {},
});
const open = (shape = polygon()) => {
  const editor = new TestEditor().load(shape);
  editor.select(shape.id);
  return editor;
};
const vertex = (editor: TestEditor) => editor.topics.vertex.getSnapshot();

test('a key walks the vertices of the selected polygon, round and back', () => {
  const editor = open().presses('e');
  expect(vertex(editor)).toBe(0);
  expect(vertex(editor.presses('Shift+e'))).toBe(3);
  expect(vertex(editor.presses('e', 'e', 'e'))).toBe(2);
});

test('without one selected polygon there is none to walk', () => {
  const editor = new TestEditor().load(polygon(), { ...polygon([300, 300, 400, 300, 400, 400]), id: 'q' });
  expect(editor.press('e')).toBe(false);
  editor.select(['p', 'q']);
  expect(editor.press('e')).toBe(false);
  expect(vertex(editor)).toBeNull();
});

test('arrows move it and not the polygon, quick ones as one step to undo', () => {
  const editor = open().presses('e', 'ArrowLeft', 'Shift+ArrowDown');
  editor.expectShapes({ data: [99, 110, 200, 100, 200, 200, 100, 200] });
  editor.undo();
  editor.expectShapes({ data: [100, 100, 200, 100, 200, 200, 100, 200] });
});

test('with a drawing tool too: the crosshair waits until it is let go of', () => {
  const editor = open().tool('polygon').presses('e', 'ArrowLeft');
  editor.expectShapes({ data: [99, 100, 200, 100, 200, 200, 100, 200] });
  expect(editor.topics.crosshair.getSnapshot()).toBeNull();
  editor.presses('Escape', 'ArrowLeft');
  expect(editor.topics.crosshair.getSnapshot()).not.toBeNull();
});

test('Delete takes it away and picks the one before; of a triangle nothing is taken, the polygon least of all', () => {
  const editor = open().presses('e', 'e', 'Delete');
  editor.expectShapes({ data: [100, 100, 200, 200, 100, 200] });
  expect(vertex(editor)).toBe(0);
  editor.presses('Delete').expectShapes({ data: [100, 100, 200, 200, 100, 200] });
  expect(vertex(editor)).toBe(0);
});

test('Delete of the first picks the last', () => {
  expect(vertex(open().presses('e', 'Delete'))).toBe(2);
});

test('one can be put after it, and is picked', () => {
  const editor = open().presses('e', 'i');
  editor.expectShapes({ data: [100, 100, 150, 100, 200, 100, 200, 200, 100, 200] });
  expect(vertex(editor)).toBe(1);
});

test('Esc lets go of it first and of the polygon then, and Delete means the polygon again', () => {
  const editor = open().presses('e', 'Escape');
  expect([vertex(editor), editor.selection]).toEqual([null, ['p']]);
  editor.presses('Delete').expectShapes();
});

test('it goes with the selection, and when an undo leaves too few', () => {
  const editor = open().presses('e', 'i', 'Shift+e', 'Shift+e');
  expect(vertex(editor)).toBe(4);
  editor.undo();
  expect(vertex(editor)).toBeNull();
  editor.presses('e').select(null);
  expect(vertex(editor)).toBeNull();
});
