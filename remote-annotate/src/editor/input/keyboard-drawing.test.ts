import { box, TestEditor } from '../testing/test-editor';

const crosshair = (editor: TestEditor) => editor.topics.crosshair.getSnapshot();
const times = (count: number, key: string) => Array.from({ length: count }, () => key);

test('Enter shows the crosshair in the middle; arrows move it, further with Shift, by a pixel with Ctrl', () => {
  const editor = new TestEditor({ tool: 'detection' }).presses('Enter').expectTool('detection', 'idle');
  expect(crosshair(editor)).toEqual({ x: 400, y: 300 });
  editor.presses('ArrowRight', 'ArrowDown');
  expect(crosshair(editor)).toEqual({ x: 408, y: 308 });
  editor.presses('Shift+ArrowLeft', 'Control+ArrowUp');
  expect(crosshair(editor)).toEqual({ x: 360, y: 307 });
  editor.presses(...times(20, 'Shift+ArrowLeft'));
  expect(crosshair(editor)).toEqual({ x: 0, y: 307 });
});

test('its steps are those of the screen, and it is kept in view', () => {
  const editor = new TestEditor({ tool: 'point' });
  editor.viewport.zoomAt({ x: 400, y: 300 }, 4);
  editor.presses('Enter', 'ArrowRight');
  expect(crosshair(editor)).toEqual({ x: 402, y: 300 });
  editor.presses(...times(20, 'Shift+ArrowRight'));
  const { x } = editor.viewport.toScreen(crosshair(editor)!);
  expect(x).toBeLessThanOrEqual(800);
});

test('a box is drawn by keyboard alone', () => {
  const editor = new TestEditor({ tool: 'detection' })
    .presses('Enter', 'Enter', 'Shift+ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowDown')
    .expectTool('detection', 'corner');
  expect(editor.topics.draft.getSnapshot()).toEqual({ type: 'box', data: [400, 300, 448, 324], tooSmall: false });
  editor
    .presses('Enter')
    .confirm('cat')
    .expectShapes({ data: [400, 300, 448, 324] });
  // The next one begins where the hand has stopped.
  editor.presses('Enter', 'Shift+ArrowUp', 'Shift+ArrowUp', 'Shift+ArrowRight', 'Enter').confirm('dog');
  editor.expectShapes({}, { labelId: 'dog', data: [448, 228, 496, 324] });
});

test('a polygon is drawn by keyboard alone; Enter where the last vertex stands closes it', () => {
  const editor = new TestEditor({ tool: 'polygon' })
    .presses('Enter', 'Enter', 'Shift+ArrowRight', 'Enter', 'Shift+ArrowDown', 'Enter')
    .expectTool('polygon', 'drawing');
  editor
    .presses('Enter')
    .confirm('leaf')
    .expectShapes({ data: [400, 300, 448, 300, 448, 348] });
});

test('a point is placed by keyboard alone', () => {
  new TestEditor({ tool: 'point' })
    .presses('ArrowRight', 'Enter')
    .confirm('tip')
    .expectShapes({ kind: 'point', data: [408, 300] });
});

test('four outermost points by keyboard', () => {
  const editor = new TestEditor({ tool: 'detection' });
  editor.setBoxWay('extremes');
  editor.presses('Enter', 'Enter', ...times(2, 'Shift+ArrowRight'), 'Shift+ArrowDown', 'Enter', 'Enter');
  editor.expectPending({ kind: 'object', data: [400, 300, 496, 348], suggestedLabelId: undefined });
});

test('the mouse takes the lead again when it is moved, and Enter closes a polygon then', () => {
  const editor = new TestEditor({ tool: 'polygon' }).presses('Enter', 'Enter');
  editor.clicks([500, 300], [500, 400]);
  expect(crosshair(editor)).toBeNull();
  editor.presses('Enter').expectPending({ kind: 'polygon', data: [400, 300, 500, 300, 500, 400], suggestedLabelId: undefined });
});

test('the focus elsewhere, or the selection tool, leaves arrows and Enter as they were', () => {
  const editor = new TestEditor({ tool: 'detection' }).load(box('a', [100, 100, 200, 200]));
  for (const key of ['Enter', 'ArrowLeft']) editor.keyDown(key, { fromElsewhere: true });
  expect(crosshair(editor)).toBeNull();
  editor.tool('select').select('a');
  editor.presses('ArrowRight').expectShape('a', { data: [101, 100, 201, 200] });
  expect(crosshair(editor)).toBeNull();
});

test('where nothing can be drawn there is no crosshair', () => {
  const editor = new TestEditor({ tool: 'detection', labels: { object: [], polygon: [] } });
  expect(editor.press('Enter')).toBe(false);
  expect(crosshair(editor)).toBeNull();
});
