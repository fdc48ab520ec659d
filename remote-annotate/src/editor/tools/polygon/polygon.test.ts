import { box, TestEditor } from '../../testing/test-editor';

const drawing = () => new TestEditor({ tool: 'polygon' });
const TRIANGLE = [
  [100, 100],
  [300, 100],
  [200, 300],
] as const;
const TRIANGLE_DATA = [100, 100, 300, 100, 200, 300];
const pending = { kind: 'polygon', data: TRIANGLE_DATA, suggestedLabelId: undefined } as const;

test('each click adds a vertex, and a click on the first closes it', () => {
  const editor = drawing()
    .clicks(...TRIANGLE)
    .expectTool('polygon', 'drawing')
    .click(103, 104);
  editor
    .expectPending(pending)
    .confirm('leaf')
    .expectShapes({ kind: 'polygon', labelId: 'leaf', data: TRIANGLE_DATA, metaData: {} });
  editor.expectSelected(editor.document.shapes()[0]!.id);
});

test('the draft follows the pointer and says when a click would close it', () => {
  const editor = drawing()
    .clicks(...TRIANGLE)
    .pointerMove(150, 180);
  expect(editor.topics.draft.getSnapshot()).toEqual({
    type: 'polygon',
    vertices: TRIANGLE_DATA,
    pointer: { x: 150, y: 180 },
    closing: false,
  });
  editor.pointerMove(105, 100);
  expect(editor.topics.draft.getSnapshot()).toMatchObject({ closing: true });
});

test('Enter closes it', () => {
  drawing()
    .clicks(...TRIANGLE)
    .presses('Enter')
    .expectPending(pending);
});

test('a right click closes it with more than two points, and adds none', () => {
  const editor = drawing()
    .clicks(TRIANGLE[0], TRIANGLE[1])
    .rightClick(500, 500)
    .expectPending(null)
    .expectTool('polygon', 'drawing');
  editor
    .click(...TRIANGLE[2])
    .rightClick(500, 500)
    .expectPending(pending);
});

test('two points close nothing, neither by Enter nor on the first', () => {
  drawing()
    .clicks(TRIANGLE[0], TRIANGLE[1])
    .presses('Enter')
    .click(100, 100)
    .expectPending(null)
    .expectTool('polygon', 'drawing');
});

test('three points on one line close nothing', () => {
  drawing()
    .clicks([100, 100], [200, 100], [300, 100])
    .presses('Enter')
    .expectPending(null)
    .click(200, 300)
    .presses('Enter')
    .expectPending({ ...pending, data: [100, 100, 200, 100, 300, 100, 200, 300] });
});

test('a double click adds one vertex, not two on the same spot', () => {
  const editor = drawing()
    .clicks(TRIANGLE[0], TRIANGLE[1])
    .doubleClick(...TRIANGLE[2]);
  expect(editor.topics.draft.getSnapshot()).toMatchObject({ vertices: TRIANGLE_DATA });
  editor.presses('Enter').expectPending(pending);
});

test('Backspace and Ctrl+Z take back the last vertex, and the first ends the drawing; no shape of the picture is touched', () => {
  const editor = drawing().load(box('a', [500, 500, 600, 600]));
  editor.select('a');
  editor
    .clicks(...TRIANGLE, [120, 400])
    .presses('Backspace')
    .presses('Enter')
    .expectPending(pending);
  editor.cancelPending();
  editor.clicks(...TRIANGLE).presses('Control+z', 'Control+z');
  expect(editor.topics.draft.getSnapshot()).toMatchObject({ vertices: [100, 100] });
  editor.presses('Delete').expectTool('polygon', 'drawing').presses('Backspace').expectTool('polygon', 'idle');
  expect(editor.topics.draft.getSnapshot()).toBeNull();
  expect(editor.document.get('a')).toBeDefined();
  expect(editor.sent).toEqual([]);
});

test('Esc drops it', () => {
  const editor = drawing()
    .clicks(...TRIANGLE)
    .presses('Escape')
    .expectTool('polygon', 'idle');
  expect(editor.topics.draft.getSnapshot()).toBeNull();
});

test('vertices come where the button is released, clamped to the picture, in whole pixels', () => {
  const editor = drawing()
    .pointerDown(90, 90)
    .pointerMove(100.4, 99.6)
    .pointerUp()
    .clicks([900, 100], [200, 700])
    .presses('Enter');
  editor.expectPending({ ...pending, data: [100, 100, 800, 100, 200, 600] });
});

test('Alt moves the picture in the middle of a polygon, which then goes on', () => {
  const editor = drawing().clicks(TRIANGLE[0], TRIANGLE[1]).keyDown('Alt').expectTool('zoom', 'idle');
  editor.drag([400, 400], [450, 420]).keyUp('Alt').expectTool('polygon', 'drawing');
  expect(editor.topics.camera.getSnapshot()).toEqual({ x: 50, y: 20, scale: 1 });
  editor.click(250, 320).presses('Enter').expectPending(pending);
});

test('the middle button moves the picture in the middle of a polygon', () => {
  const editor = drawing().clicks(TRIANGLE[0], TRIANGLE[1]).drag([400, 400], [450, 420], { button: 1 });
  editor.expectTool('polygon', 'drawing').click(250, 320).presses('Enter').expectPending(pending);
});

test('a window that loses the focus loses no vertex', () => {
  drawing()
    .clicks(...TRIANGLE)
    .interrupt()
    .presses('Enter')
    .expectPending(pending);
});

test('without labels of polygons there is no drawing', () => {
  const editor = new TestEditor({ tool: 'polygon', labels: { object: [{ id: 'cat', name: 'Cat', color: 'red' }], polygon: [] } });
  expect(editor.canDraw('polygon')).toBe(false);
  editor.clicks(...TRIANGLE).expectTool('polygon', 'idle');
});

test('a polygon needs a label of its own kind', () => {
  const editor = drawing()
    .clicks(...TRIANGLE)
    .presses('Enter');
  expect(editor.confirmPending('cat')).toEqual({ ok: false, reason: 'unknown-label' });
});
