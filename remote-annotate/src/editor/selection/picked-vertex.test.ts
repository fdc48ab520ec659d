import { TestEditor } from '../testing/test-editor';
import type { PolygonShape } from '../model/types';

const createPolygonShape = (data: readonly number[] = [100, 100, 200, 100, 200, 200, 100, 200]): PolygonShape => ({
  id: 'p',
  kind: 'polygon',
  labelId: 'leaf',
  data: [...data],
  metaData: {},
});
const openSelected = (shape = createPolygonShape()) => {
  const editor = new TestEditor().load(shape);
  editor.select(shape.id);
  return editor;
};
/** Returns the index of the picked vertex: the vertex that the keyboard edits. */
const getPickedVertex = (editor: TestEditor) => editor.topics.vertex.getSnapshot();

test('the vertex keys step through the selected polygon in both directions', () => {
  const editor = openSelected().pressAll('e');
  expect(getPickedVertex(editor)).toBe(0);
  expect(getPickedVertex(editor.pressAll('Shift+e'))).toBe(3);
  expect(getPickedVertex(editor.pressAll('e', 'e', 'e'))).toBe(2);
});

test('the vertex keys do nothing without exactly one selected polygon', () => {
  const editor = new TestEditor().load(createPolygonShape(), { ...createPolygonShape([300, 300, 400, 300, 400, 400]), id: 'q' });
  expect(editor.press('e')).toBe(false);
  editor.select(['p', 'q']);
  expect(editor.press('e')).toBe(false);
  expect(getPickedVertex(editor)).toBeNull();
});

test('arrow keys move the vertex, and quick repeats are one undo step', () => {
  const editor = openSelected().pressAll('e', 'ArrowLeft', 'Shift+ArrowDown');
  editor.expectShapes({ data: [99, 110, 200, 100, 200, 200, 100, 200] });
  editor.undo();
  editor.expectShapes({ data: [100, 100, 200, 100, 200, 200, 100, 200] });
});

test('arrow keys move the vertex instead of the crosshair until Esc', () => {
  const editor = openSelected().switchTool('polygon').pressAll('e', 'ArrowLeft');
  editor.expectShapes({ data: [99, 100, 200, 100, 200, 200, 100, 200] });
  expect(editor.topics.crosshair.getSnapshot()).toBeNull();
  editor.pressAll('Escape', 'ArrowLeft');
  expect(editor.topics.crosshair.getSnapshot()).not.toBeNull();
});

test('Delete removes the vertex and picks the previous one, except in a triangle', () => {
  const editor = openSelected().pressAll('e', 'e', 'Delete');
  editor.expectShapes({ data: [100, 100, 200, 200, 100, 200] });
  expect(getPickedVertex(editor)).toBe(0);
  editor.pressAll('Delete').expectShapes({ data: [100, 100, 200, 200, 100, 200] });
  expect(getPickedVertex(editor)).toBe(0);
});

test('Delete of the first vertex picks the last one', () => {
  expect(getPickedVertex(openSelected().pressAll('e', 'Delete'))).toBe(2);
});

test('the insert key adds a vertex after the picked one and picks it', () => {
  const editor = openSelected().pressAll('e', 'i');
  editor.expectShapes({ data: [100, 100, 150, 100, 200, 100, 200, 200, 100, 200] });
  expect(getPickedVertex(editor)).toBe(1);
});

test('Esc clears the vertex before it deselects the polygon', () => {
  const editor = openSelected().pressAll('e', 'Escape');
  expect([getPickedVertex(editor), editor.selection]).toEqual([null, ['p']]);
  editor.pressAll('Delete').expectShapes();
});

test('the picked vertex is cleared when the polygon is deselected or undo removes the vertex', () => {
  const editor = openSelected().pressAll('e', 'i', 'Shift+e', 'Shift+e');
  expect(getPickedVertex(editor)).toBe(4);
  editor.undo();
  expect(getPickedVertex(editor)).toBeNull();
  editor.pressAll('e').select(null);
  expect(getPickedVertex(editor)).toBeNull();
});
