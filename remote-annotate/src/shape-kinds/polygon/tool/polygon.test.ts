import { getDistanceToOutline } from '../../../editor/geometry/polygon';
import { createBox, TestEditor } from '../../../editor/testing/test-editor';

const startDrawing = () => new TestEditor({ tool: 'polygon' });
const TRIANGLE = [
  [100, 100],
  [300, 100],
  [200, 300],
] as const;
const TRIANGLE_DATA = [100, 100, 300, 100, 200, 300];
const pendingPolygon = { kind: 'polygon', data: TRIANGLE_DATA, suggestedLabelId: undefined } as const;

test('each click adds a vertex, and a click on the first closes the polygon', () => {
  const editor = startDrawing()
    .clickAll(...TRIANGLE)
    .expectTool('polygon', 'drawing')
    .click(103, 104);
  editor
    .expectPending(pendingPolygon)
    .confirm('leaf')
    .expectShapes({ kind: 'polygon', labelId: 'leaf', data: TRIANGLE_DATA, metaData: {} });
  editor.expectSelected(editor.document.getShapes()[0]!.id);
});

test('the draft follows the pointer and says whether a click closes it', () => {
  const editor = startDrawing()
    .clickAll(...TRIANGLE)
    .pointerMove(150, 180);
  expect(editor.topics.draft.getSnapshot()).toEqual({
    type: 'polygon',
    vertices: TRIANGLE_DATA,
    pointer: { x: 150, y: 180 },
    isClosing: false,
  });
  editor.pointerMove(105, 100);
  expect(editor.topics.draft.getSnapshot()).toMatchObject({ isClosing: true });
});

test('Enter closes the polygon', () => {
  startDrawing()
    .clickAll(...TRIANGLE)
    .pressAll('Enter')
    .expectPending(pendingPolygon);
});

test('a right click closes a polygon of three vertices without adding one', () => {
  const editor = startDrawing()
    .clickAll(TRIANGLE[0], TRIANGLE[1])
    .rightClick(500, 500)
    .expectPending(null)
    .expectTool('polygon', 'drawing');
  editor
    .click(...TRIANGLE[2])
    .rightClick(500, 500)
    .expectPending(pendingPolygon);
});

test('two vertices cannot be closed', () => {
  startDrawing()
    .clickAll(TRIANGLE[0], TRIANGLE[1])
    .pressAll('Enter')
    .click(100, 100)
    .expectPending(null)
    .expectTool('polygon', 'drawing');
});

test('three vertices on one line cannot be closed', () => {
  startDrawing()
    .clickAll([100, 100], [200, 100], [300, 100])
    .pressAll('Enter')
    .expectPending(null)
    .click(200, 300)
    .pressAll('Enter')
    .expectPending({ ...pendingPolygon, data: [100, 100, 200, 100, 300, 100, 200, 300] });
});

test('a double click adds one vertex', () => {
  const editor = startDrawing()
    .clickAll(TRIANGLE[0], TRIANGLE[1])
    .doubleClick(...TRIANGLE[2]);
  expect(editor.topics.draft.getSnapshot()).toMatchObject({ vertices: TRIANGLE_DATA });
  editor.pressAll('Enter').expectPending(pendingPolygon);
});

test('Backspace and Ctrl+Z remove the last vertex and no shape', () => {
  const editor = startDrawing().load(createBox('a', [500, 500, 600, 600]));
  editor.select('a');
  editor
    .clickAll(...TRIANGLE, [120, 400])
    .pressAll('Backspace')
    .pressAll('Enter')
    .expectPending(pendingPolygon);
  editor.cancelPending();
  editor.clickAll(...TRIANGLE).pressAll('Control+z', 'Control+z');
  expect(editor.topics.draft.getSnapshot()).toMatchObject({ vertices: [100, 100] });
  editor.pressAll('Delete').expectTool('polygon', 'drawing').pressAll('Backspace').expectTool('polygon', 'idle');
  expect(editor.topics.draft.getSnapshot()).toBeNull();
  expect(editor.document.get('a')).toBeDefined();
  expect(editor.localChanges).toEqual([]);
});

/** Drags the pointer along points on the screen. */
function dragAlong(editor: TestEditor, points: readonly (readonly [number, number])[]): TestEditor {
  const [firstPoint, ...otherPoints] = points;
  editor.pointerMove(...firstPoint!).pointerDown(...firstPoint!);
  for (const point of otherPoints) editor.pointerMove(...point);
  return editor.pointerUp(...points.at(-1)!);
}
const getDraftVertices = (editor: TestEditor) => {
  const draft = editor.topics.draft.getSnapshot();
  return draft?.type === 'polygon' ? draft.vertices : [];
};
const ZIGZAG = [
  [200, 100],
  [230, 140],
  [200, 180],
  [230, 220],
  [200, 260],
] as const;

test('a drag draws few vertices near the line, and its return closes the polygon', () => {
  const circle = Array.from({ length: 361 }, (_, degree): [number, number] => {
    const angle = (degree / 180) * Math.PI;
    return [400 + 150 * Math.cos(angle), 300 + 150 * Math.sin(angle)];
  });
  const editor = dragAlong(startDrawing(), circle);
  const data = editor.topics.pending.getSnapshot()?.data ?? [];
  expect(data.length / 2).toBeGreaterThan(12);
  expect(data.length / 2).toBeLessThan(40);
  // Allow the tolerance plus half the diagonal of a pixel, because vertices are rounded.
  for (const [x, y] of circle) expect(getDistanceToOutline({ x, y }, data)).toBeLessThan(1.5 + Math.SQRT1_2);
});

test('freehand lines keep the details that are visible at the current zoom', () => {
  const drawBump = (scale: number) => {
    const editor = startDrawing();
    editor.viewport.zoomTo(scale);
    const toScreen = (x: number, y: number): [number, number] => {
      const point = editor.viewport.toScreen({ x, y });
      return [point.x, point.y];
    };
    // Draw a line with a bump of two image pixels.
    return getDraftVertices(dragAlong(editor, [toScreen(350, 300), toScreen(400, 302), toScreen(450, 300)]));
  };
  expect(drawBump(4)).toEqual([350, 300, 400, 302, 450, 300]);
  expect(drawBump(0.5)).toEqual([350, 300, 450, 300]);
});

test('clicks and drags continue one polygon, and Backspace removes a whole drag', () => {
  const editor = startDrawing().click(100, 100);
  dragAlong(editor.keyDown('Shift'), ZIGZAG).keyUp('Shift');
  expect(getDraftVertices(editor)).toEqual([100, 100, 200, 100, 200, 260]);
  editor.pressAll('Backspace');
  expect(getDraftVertices(editor)).toEqual([100, 100]);
  dragAlong(editor, ZIGZAG);
  expect(getDraftVertices(editor)).toEqual([100, 100, ...ZIGZAG.flat()]);
  editor.pressAll('Enter').expectPending({ ...pendingPolygon, data: [100, 100, ...ZIGZAG.flat()] });
});

test('a canceled freehand line leaves the polygon as it was', () => {
  const editor = startDrawing()
    .clickAll(TRIANGLE[0], TRIANGLE[1])
    .pointerMove(310, 110)
    .pointerDown(310, 110)
    .pointerMove(350, 150);
  expect(getDraftVertices(editor).length).toBeGreaterThan(4);
  editor.interrupt();
  editor.pointerMove(320, 120);
  expect(getDraftVertices(editor)).toEqual([100, 100, 300, 100]);
});

test('Esc discards the polygon', () => {
  const editor = startDrawing()
    .clickAll(...TRIANGLE)
    .pressAll('Escape')
    .expectTool('polygon', 'idle');
  expect(editor.topics.draft.getSnapshot()).toBeNull();
});

test('vertices are placed on release, clamped and rounded to whole pixels', () => {
  const editor = startDrawing()
    .pointerDown(98, 98)
    .pointerMove(100.4, 99.6)
    .pointerUp()
    .clickAll([900, 100], [200, 700])
    .pressAll('Enter');
  editor.expectPending({ ...pendingPolygon, data: [100, 100, 800, 100, 200, 600] });
});

test('Alt pans the image while a polygon is drawn', () => {
  const editor = startDrawing().clickAll(TRIANGLE[0], TRIANGLE[1]).keyDown('Alt').expectTool('zoom', 'idle');
  editor.drag([400, 400], [450, 420]).keyUp('Alt').expectTool('polygon', 'drawing');
  expect(editor.topics.camera.getSnapshot()).toEqual({ x: 50, y: 20, scale: 1 });
  editor.click(250, 320).pressAll('Enter').expectPending(pendingPolygon);
});

test('the middle button pans the image while a polygon is drawn', () => {
  const editor = startDrawing().clickAll(TRIANGLE[0], TRIANGLE[1]).drag([400, 400], [450, 420], { button: 1 });
  editor.expectTool('polygon', 'drawing').click(250, 320).pressAll('Enter').expectPending(pendingPolygon);
});

test('all vertices are kept when the window loses the focus', () => {
  startDrawing()
    .clickAll(...TRIANGLE)
    .interrupt()
    .pressAll('Enter')
    .expectPending(pendingPolygon);
});

test('the polygon tool draws nothing without polygon labels', () => {
  const editor = new TestEditor({ tool: 'polygon', labels: { object: [{ id: 'cat', name: 'Cat', color: 'red' }], polygon: [] } });
  expect(editor.canDraw('polygon')).toBe(false);
  editor.clickAll(...TRIANGLE).expectTool('polygon', 'idle');
});

test('a polygon rejects a label of another kind', () => {
  const editor = startDrawing()
    .clickAll(...TRIANGLE)
    .pressAll('Enter');
  expect(editor.confirmPending('cat')).toEqual({ ok: false, reason: 'unknown-label' });
});
