import { createBox, TestEditor } from '../../../editor/testing/test-editor';

const createEditor = () => new TestEditor({ tool: 'detection' });

test('a box drawn by dragging is created and selected after its label is chosen', () => {
  const editor = createEditor().drag([100, 50], [300, 200]);
  editor
    .expectTool('detection', 'awaiting-label')
    .expectPending({ kind: 'object', data: [100, 50, 300, 200], suggestedLabelId: undefined });
  expect(editor.document.size).toBe(0);
  expect(editor.localChanges).toEqual([]);

  editor.confirm('dog').expectShapes({ kind: 'object', labelId: 'dog', data: [100, 50, 300, 200], metaData: {} });
  const [shape] = editor.document.getShapes();
  editor.expectSelected(shape!.id).expectTool('detection', 'idle').expectPending(null);
  expect(editor.topics.draft.getSnapshot()).toBeNull();
  expect(editor.localChanges).toEqual([
    expect.objectContaining({ origin: 'local', cause: 'create', changes: [{ op: 'create', after: shape }] }),
  ]);
  expect(shape!.id).toMatch(/^[0-9a-f-]{36}$/);
});

test('a box can be dragged in any direction', () => {
  createEditor()
    .drag([300, 200], [100, 50])
    .confirm('cat')
    .expectShapes({ data: [100, 50, 300, 200] });
});

test('the draft of a box says whether it is too small', () => {
  const editor = createEditor().pointerDown(100, 100).pointerMove(119, 140);
  expect(editor.topics.draft.getSnapshot()).toEqual({ type: 'box', data: [100, 100, 119, 140], isTooSmall: true });
  editor.pointerMove(120, 140);
  expect(editor.topics.draft.getSnapshot()).toEqual({ type: 'box', data: [100, 100, 120, 140], isTooSmall: false });
});

test('a box is clamped to the image and rounded to whole pixels', () => {
  createEditor()
    .drag([700.4, 500.6], [950, -80])
    .confirm('cat')
    .expectShapes({ data: [700, 0, 800, 501] });
});

test('a box cannot start outside the image', () => {
  const editor = createEditor();
  editor.viewport.zoomAt({ x: 400, y: 300 }, 0.5);
  editor.drag([150, 150], [500, 400]).expectTool('detection', 'idle').expectPending(null);
});

test.each([
  ['less than 20 pixels wide', [119, 200]],
  ['less than 20 pixels high', [200, 119]],
] as const)('a box %s is discarded and counts as a selection click', (_, corner) => {
  const editor = createEditor()
    .load(createBox('big', [50, 50, 400, 400]))
    .drag([100, 100], corner);
  editor.expectSelected('big').expectPending(null).expectTool('detection', 'idle');
  expect(editor.topics.draft.getSnapshot()).toBeNull();
  expect(editor.localChanges).toEqual([]);
});

test('a click outside all shapes clears the selection', () => {
  const editor = createEditor().load(createBox('a', [50, 50, 100, 100]));
  editor.select('a');
  editor.click(500, 500).expectSelected(null);
});

test('a box of exactly 20 x 20 pixels is created', () => {
  createEditor()
    .drag([100, 100], [120, 120])
    .expectPending({ kind: 'object', data: [100, 100, 120, 120], suggestedLabelId: undefined });
});

test('the minimum size is in image pixels, not screen pixels', () => {
  const editor = createEditor();
  editor.viewport.zoomAt({ x: 0, y: 0 }, 4);
  editor.drag([400, 400], [477, 600]).expectPending(null);
  editor.drag([400, 400], [480, 600]).expectPending({ kind: 'object', data: [100, 100, 120, 150], suggestedLabelId: undefined });
});

test('Cancel removes the pending box', () => {
  const editor = createEditor().drag([100, 100], [200, 200]);
  editor.cancelPending();
  editor.expectPending(null).expectShapes().expectTool('detection', 'idle');
  expect(editor.localChanges).toEqual([]);
});

test('Esc discards a box while it is drawn or waits for its label', () => {
  const editor = createEditor().pointerDown(100, 100).pointerMove(300, 300).pressAll('Escape').pointerUp();
  editor.expectTool('detection', 'idle').expectPending(null);
  editor.drag([100, 100], [200, 200]).pressAll('Escape').expectPending(null).expectShapes();
});

test('without a label nothing is created and the box stays pending', () => {
  const editor = createEditor().drag([100, 100], [200, 200]);
  expect(editor.confirmPending('')).toEqual({ ok: false, reason: 'no-label' });
  expect(editor.confirmPending('leaf')).toEqual({ ok: false, reason: 'unknown-label' });
  editor.expectTool('detection', 'awaiting-label').expectShapes();
});

test('without object labels nothing is drawn, and a click still selects', () => {
  const editor = new TestEditor({ tool: 'detection', labels: { object: [], polygon: [] } }).load(
    createBox('a', [50, 50, 300, 300]),
  );
  expect(editor.canDraw('detection')).toBe(false);
  editor.pointerMove(100, 100);
  expect(editor.topics.hover.getSnapshot().cursor).toBe('not-allowed');
  editor.drag([100, 100], [250, 250]).expectPending(null).expectSelected('a');
});

test('the last used label is suggested for the next box while it exists', () => {
  const editor = createEditor().drag([100, 100], [200, 200]).confirm('dog').drag([300, 300], [400, 400]);
  editor.expectPending({ kind: 'object', data: [300, 300, 400, 400], suggestedLabelId: 'dog' });
  editor.cancelPending();
  editor.setLabels({ object: [{ id: 'cat', name: 'Cat', color: 'red' }], polygon: [] });
  editor.drag([300, 300], [400, 400]).expectPending({ kind: 'object', data: [300, 300, 400, 400], suggestedLabelId: undefined });
});

test('Delete and Backspace do nothing while a shape is being created', () => {
  const editor = createEditor().load(createBox('a', [500, 500, 600, 600]));
  editor.select('a');
  editor.pointerDown(100, 100).pointerMove(200, 200).pressAll('Delete', 'Backspace').pointerUp().pressAll('Delete', 'Backspace');
  editor.confirm('cat');
  expect(editor.document.get('a')).toBeDefined();
  expect(editor.document.size).toBe(2);
});

test('choosing another tool discards the pending box', () => {
  createEditor()
    .drag([100, 100], [200, 200])
    .switchTool('select')
    .expectPending(null)
    .expectTool('select', 'idle')
    .switchTool('detection')
    .expectTool('detection', 'idle');
});

test('a canceled pointer discards the box that it was drawing', () => {
  createEditor()
    .pointerDown(100, 100)
    .pointerMove(300, 300)
    .interrupt()
    .pointerUp()
    .expectPending(null)
    .expectTool('detection', 'idle');
});
