import { createPolygon, TestEditor } from '../testing/test-editor';

const getDraft = (editor: TestEditor) => editor.topics.draft.getSnapshot();
const startPolygon = () => new TestEditor({ tool: 'polygon' }).clickAll([100, 100], [300, 100], [300, 300]);

test('an unfinished polygon stays visible and can be continued after another tool', () => {
  const editor = startPolygon().switchTool('select');
  expect(getDraft(editor)).toBeNull();
  expect(editor.topics.suspendedDrafts.getSnapshot()).toMatchObject([
    { type: 'polygon', vertices: [100, 100, 300, 100, 300, 300] },
  ]);
  expect(editor.hasUnfinished).toBe(true);
  editor.switchTool('detection').drag([400, 400], [500, 500]).confirm('cat');
  editor.switchTool('polygon').click(100, 300).pressAll('Enter').confirm('leaf');
  editor.expectShapes({ kind: 'object' }, { data: [100, 100, 300, 100, 300, 300, 100, 300] });
  expect(editor.topics.suspendedDrafts.getSnapshot()).toEqual([]);
  expect(editor.hasUnfinished).toBe(false);
});

test('an unfinished box can be continued after another tool', () => {
  const editor = new TestEditor({ tool: 'detection' });
  editor.setBoxDrawingMode('corners');
  editor.click(100, 100).switchTool('polygon').clickAll([400, 400], [500, 400], [500, 500]).pressAll('Enter').confirm('leaf');
  editor
    .switchTool('detection')
    .click(200, 200)
    .confirm('cat')
    .expectShapes({ kind: 'polygon' }, { data: [100, 100, 200, 200] });
});

test('Esc discards a draft only with its own tool', () => {
  const editor = startPolygon().switchTool('select').pressAll('Escape').switchTool('polygon');
  expect(getDraft(editor)).toMatchObject({ vertices: [100, 100, 300, 100, 300, 300] });
  editor.pressAll('Escape').switchTool('select').switchTool('polygon');
  expect(getDraft(editor)).toBeNull();
  expect(editor.hasUnfinished).toBe(false);
});

test('a shape without label counts as unfinished, a dragged shape does not', () => {
  const editor = new TestEditor({ tool: 'detection' }).drag([100, 100], [200, 200]);
  expect(editor.hasUnfinished).toBe(true);
  editor.confirm('cat');
  expect(editor.hasUnfinished).toBe(false);
  editor.switchTool('select').pointerDown(150, 150).pointerMove(180, 180);
  expect(editor.hasUnfinished).toBe(false);
});

describe('a sticky label', () => {
  test('is assigned to new shapes without the dialog until it is cleared', () => {
    const editor = new TestEditor({ tool: 'detection' });
    editor.setStickyLabel('object', 'dog');
    editor.drag([100, 100], [200, 200]).expectPending(null).drag([300, 100], [400, 200]).expectTool('detection', 'idle');
    editor.expectShapes({ labelId: 'dog', data: [100, 100, 200, 200] }, { labelId: 'dog', data: [300, 100, 400, 200] });
    expect(getDraft(editor)).toBeNull();
    editor.setStickyLabel('object', null);
    editor.drag([500, 100], [600, 200]).expectTool('detection', 'awaiting-label');
  });

  test('is ignored if it was deleted or belongs to another kind', () => {
    const editor = new TestEditor({ tool: 'detection' });
    editor.setStickyLabel('object', 'gone');
    editor.drag([100, 100], [200, 200]).expectTool('detection', 'awaiting-label').confirm('cat');
    editor.setStickyLabel('object', 'cat');
    editor
      .switchTool('polygon')
      .clickAll([100, 300], [200, 300], [200, 400])
      .pressAll('Enter')
      .expectTool('polygon', 'awaiting-label');
  });
});

// A shape is picked if the user has selected it, for example by a click. Commands such as drawing select a shape without picking it.
describe('a drawn shape that was picked', () => {
  const drawBox = () => new TestEditor({ tool: 'detection' }).drag([100, 100], [300, 300]).confirm('cat').click(200, 200);

  test('is resized without another tool, as one undo step, and the tool draws again', () => {
    const editor = drawBox().pointerMove(300, 300);
    expect(editor.topics.hover.getSnapshot().cursor).toBe('nwse-resize');
    editor.pointerDown(300, 300).pointerMove(340, 330).expectTool('select', 'dragging-handle').pointerUp(350, 340);
    editor.expectShapes({ data: [100, 100, 350, 340] }).expectTool('detection', 'idle');
    editor.undo();
    editor.expectShapes({ data: [100, 100, 300, 300] });
    editor.drag([400, 400], [500, 500]).expectTool('detection', 'awaiting-label');
  });

  test('is left unchanged by Esc in the middle of the drag', () => {
    const editor = drawBox().pointerDown(300, 300).pointerMove(340, 330).pressAll('Escape').pointerUp();
    editor.expectShapes({ data: [100, 100, 300, 300] }).expectTool('detection', 'idle');
  });

  test('has its vertices moved, inserted and removed if it is a polygon', () => {
    const editor = new TestEditor({ tool: 'polygon' })
      .clickAll([100, 100], [300, 100], [300, 300])
      .pressAll('Enter')
      .confirm('leaf');
    editor.select(editor.selection);
    editor.drag([100, 100], [120, 120]).expectShapes({ data: [120, 120, 300, 100, 300, 300] });
    editor.drag([300, 200], [350, 200]).expectShapes({ data: [120, 120, 300, 100, 350, 200, 300, 300] });
    editor
      .rightClick(350, 200)
      .expectShapes({ data: [120, 120, 300, 100, 300, 300] })
      .expectTool('polygon', 'idle');
  });
});

describe('snapping to vertices of other polygons', () => {
  const createNeighbours = (tool: 'polygon' | 'select') =>
    new TestEditor({ tool }).load(
      createPolygon('n', [100, 100, 300, 140, 200, 300]),
      createPolygon('m', [500, 100, 600, 100, 550, 300]),
    );

  test('moves a new vertex onto a nearby vertex and marks the draft as snapped', () => {
    const editor = createNeighbours('polygon').clickAll([400, 400], [305, 143]);
    expect(getDraft(editor)).toMatchObject({ vertices: [400, 400, 300, 140], pointer: { x: 300, y: 140 }, isSnapped: true });
  });

  test('is off while Ctrl is held and for hidden polygons', () => {
    expect(getDraft(createNeighbours('polygon').clickAll([400, 400]).keyDown('Control').click(305, 143))).toMatchObject({
      vertices: [400, 400, 305, 143],
    });
    const editor = createNeighbours('polygon');
    editor.setHidden(true);
    expect(getDraft(editor.clickAll([400, 400], [305, 143]))).toMatchObject({ vertices: [400, 400, 305, 143] });
  });

  test('moves a dragged vertex, but not onto its own polygon', () => {
    const editor = createNeighbours('select').click(200, 150);
    editor.drag([200, 300], [496, 98]).expectShape('n', { data: [100, 100, 300, 140, 500, 100] });
    editor.drag([500, 100], [296, 144]).expectShape('n', { data: [100, 100, 300, 140, 296, 144] });
  });
});

describe('while all shapes are hidden', () => {
  test('a new shape is visible and selectable even after it was deselected', () => {
    const editor = new TestEditor({ tool: 'detection' }).load(createPolygon('n', [0, 0, 300, 0, 300, 300]));
    editor.setHidden(true);
    editor.drag([100, 100], [200, 200]).confirm('cat').drag([400, 100], [500, 200]).confirm('cat').switchTool('select');
    const [, firstShape, secondShape] = editor.document.getShapes();
    editor.select(null);
    expect(editor.isShown('n')).toBe(false);
    editor
      .click(150, 150)
      .expectSelected(firstShape!.id)
      .click(450, 150)
      .expectSelected(secondShape!.id)
      .click(250, 50)
      .expectSelected(null);
    editor.setHidden(false);
    editor.setHidden(true);
    expect(editor.isShown(firstShape!.id)).toBe(false);
  });
});
