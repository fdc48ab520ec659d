import { createBox, TestEditor } from '../testing/test-editor';

const getCrosshair = (editor: TestEditor) => editor.topics.crosshair.getSnapshot();
const repeatKey = (count: number, key: string) => Array.from({ length: count }, () => key);

test('Enter shows the crosshair, and arrow keys move it by their step', () => {
  const editor = new TestEditor({ tool: 'detection' }).pressAll('Enter').expectTool('detection', 'idle');
  expect(getCrosshair(editor)).toEqual({ x: 400, y: 300 });
  editor.pressAll('ArrowRight', 'ArrowDown');
  expect(getCrosshair(editor)).toEqual({ x: 408, y: 308 });
  editor.pressAll('Shift+ArrowLeft', 'Control+ArrowUp');
  expect(getCrosshair(editor)).toEqual({ x: 360, y: 307 });
  editor.pressAll(...repeatKey(20, 'Shift+ArrowLeft'));
  expect(getCrosshair(editor)).toEqual({ x: 0, y: 307 });
});

test('the crosshair moves in screen pixels and stays in view', () => {
  const editor = new TestEditor({ tool: 'point' });
  editor.viewport.zoomAt({ x: 400, y: 300 }, 4);
  editor.pressAll('Enter', 'ArrowRight');
  expect(getCrosshair(editor)).toEqual({ x: 402, y: 300 });
  editor.pressAll(...repeatKey(20, 'Shift+ArrowRight'));
  const { x } = editor.viewport.toScreen(getCrosshair(editor)!);
  expect(x).toBeLessThanOrEqual(800);
});

test('a box can be drawn with the keyboard', () => {
  const editor = new TestEditor({ tool: 'detection' })
    .pressAll('Enter', 'Enter', 'Shift+ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowDown')
    .expectTool('detection', 'corner');
  expect(editor.topics.draft.getSnapshot()).toEqual({ type: 'box', data: [400, 300, 448, 324], isTooSmall: false });
  editor
    .pressAll('Enter')
    .confirm('cat')
    .expectShapes({ data: [400, 300, 448, 324] });
  // The next box starts at the current position of the crosshair.
  editor.pressAll('Enter', 'Shift+ArrowUp', 'Shift+ArrowUp', 'Shift+ArrowRight', 'Enter').confirm('dog');
  editor.expectShapes({}, { labelId: 'dog', data: [448, 228, 496, 324] });
});

test('Enter at the last vertex closes a polygon drawn with the keyboard', () => {
  const editor = new TestEditor({ tool: 'polygon' })
    .pressAll('Enter', 'Enter', 'Shift+ArrowRight', 'Enter', 'Shift+ArrowDown', 'Enter')
    .expectTool('polygon', 'drawing');
  editor
    .pressAll('Enter')
    .confirm('leaf')
    .expectShapes({ data: [400, 300, 448, 300, 448, 348] });
});

test('a point can be placed with the keyboard', () => {
  new TestEditor({ tool: 'point' })
    .pressAll('ArrowRight', 'Enter')
    .confirm('tip')
    .expectShapes({ kind: 'point', data: [408, 300] });
});

test('a box can be drawn from outermost points with the keyboard', () => {
  const editor = new TestEditor({ tool: 'detection' });
  editor.setBoxDrawingMode('extremes');
  editor.pressAll('Enter', 'Enter', ...repeatKey(2, 'Shift+ArrowRight'), 'Shift+ArrowDown', 'Enter', 'Enter');
  editor.expectPending({ kind: 'object', data: [400, 300, 496, 348], suggestedLabelId: undefined });
});

test('moving the mouse hides the crosshair, and Enter then closes the polygon', () => {
  const editor = new TestEditor({ tool: 'polygon' }).pressAll('Enter', 'Enter');
  editor.clickAll([500, 300], [500, 400]);
  expect(getCrosshair(editor)).toBeNull();
  editor.pressAll('Enter').expectPending({ kind: 'polygon', data: [400, 300, 500, 300, 500, 400], suggestedLabelId: undefined });
});

test('arrow keys move shapes with the selection tool and nothing without focus', () => {
  const editor = new TestEditor({ tool: 'detection' }).load(createBox('a', [100, 100, 200, 200]));
  for (const key of ['Enter', 'ArrowLeft']) editor.keyDown(key, { isFromOtherControl: true });
  expect(getCrosshair(editor)).toBeNull();
  editor.switchTool('select').select('a');
  editor.pressAll('ArrowRight').expectShape('a', { data: [101, 100, 201, 200] });
  expect(getCrosshair(editor)).toBeNull();
});

test('Enter shows no crosshair if there are no labels', () => {
  const editor = new TestEditor({ tool: 'detection', labels: { object: [], polygon: [] } });
  expect(editor.press('Enter')).toBe(false);
  expect(getCrosshair(editor)).toBeNull();
});
