import { polygon, TestEditor } from '../testing/test-editor';

const draft = (editor: TestEditor) => editor.topics.draft.getSnapshot();
const begun = () => new TestEditor({ tool: 'polygon' }).clicks([100, 100], [300, 100], [300, 300]);

test('a half-drawn polygon waits while another tool is used, is seen meanwhile, and goes on', () => {
  const editor = begun().tool('select');
  expect(draft(editor)).toBeNull();
  expect(editor.topics.parked.getSnapshot()).toMatchObject([{ type: 'polygon', vertices: [100, 100, 300, 100, 300, 300] }]);
  expect(editor.hasUnfinished).toBe(true);
  editor.tool('detection').drag([400, 400], [500, 500]).confirm('cat');
  editor.tool('polygon').click(100, 300).presses('Enter').confirm('leaf');
  editor.expectShapes({ kind: 'object' }, { data: [100, 100, 300, 100, 300, 300, 100, 300] });
  expect(editor.topics.parked.getSnapshot()).toEqual([]);
  expect(editor.hasUnfinished).toBe(false);
});

test('so does a box of which one corner stands', () => {
  const editor = new TestEditor({ tool: 'detection' });
  editor.setBoxWay('corners');
  editor.click(100, 100).tool('polygon').clicks([400, 400], [500, 400], [500, 500]).presses('Enter').confirm('leaf');
  editor
    .tool('detection')
    .click(200, 200)
    .confirm('cat')
    .expectShapes({ kind: 'polygon' }, { data: [100, 100, 200, 200] });
});

test('Esc with the tool that began it gives it up, Esc with another one leaves it', () => {
  const editor = begun().tool('select').presses('Escape').tool('polygon');
  expect(draft(editor)).toMatchObject({ vertices: [100, 100, 300, 100, 300, 300] });
  editor.presses('Escape').tool('select').tool('polygon');
  expect(draft(editor)).toBeNull();
  expect(editor.hasUnfinished).toBe(false);
});

test('a shape that waits for its label counts as unfinished, a dragged one does not', () => {
  const editor = new TestEditor({ tool: 'detection' }).drag([100, 100], [200, 200]);
  expect(editor.hasUnfinished).toBe(true);
  editor.confirm('cat');
  expect(editor.hasUnfinished).toBe(false);
  editor.tool('select').pointerDown(150, 150).pointerMove(180, 180);
  expect(editor.hasUnfinished).toBe(false);
});

describe('a sticky label', () => {
  test('goes to each new shape of its kind without the dialog, until it is taken back', () => {
    const editor = new TestEditor({ tool: 'detection' });
    editor.setStickyLabel('object', 'dog');
    editor.drag([100, 100], [200, 200]).expectPending(null).drag([300, 100], [400, 200]).expectTool('detection', 'idle');
    editor.expectShapes({ labelId: 'dog', data: [100, 100, 200, 200] }, { labelId: 'dog', data: [300, 100, 400, 200] });
    expect(draft(editor)).toBeNull();
    editor.setStickyLabel('object', null);
    editor.drag([500, 100], [600, 200]).expectTool('detection', 'awaiting-label');
  });

  test('is asked for where it is gone, and is of one kind', () => {
    const editor = new TestEditor({ tool: 'detection' });
    editor.setStickyLabel('object', 'gone');
    editor.drag([100, 100], [200, 200]).expectTool('detection', 'awaiting-label').confirm('cat');
    editor.setStickyLabel('object', 'cat');
    editor.tool('polygon').clicks([100, 300], [200, 300], [200, 400]).presses('Enter').expectTool('polygon', 'awaiting-label');
  });
});

describe('a drawn shape that was picked', () => {
  const drawn = () => new TestEditor({ tool: 'detection' }).drag([100, 100], [300, 300]).confirm('cat').click(200, 200);

  test('is resized without another tool, as one undo step, and the tool draws again', () => {
    const editor = drawn().pointerMove(300, 300);
    expect(editor.topics.hover.getSnapshot().cursor).toBe('nwse-resize');
    editor.pointerDown(300, 300).pointerMove(340, 330).expectTool('select', 'resizing').pointerUp(350, 340);
    editor.expectShapes({ data: [100, 100, 350, 340] }).expectTool('detection', 'idle');
    editor.undo();
    editor.expectShapes({ data: [100, 100, 300, 300] });
    editor.drag([400, 400], [500, 500]).expectTool('detection', 'awaiting-label');
  });

  test('is left unchanged by Esc in the middle of the drag', () => {
    const editor = drawn().pointerDown(300, 300).pointerMove(340, 330).presses('Escape').pointerUp();
    editor.expectShapes({ data: [100, 100, 300, 300] }).expectTool('detection', 'idle');
  });

  test('has its vertices moved, inserted and removed if it is a polygon', () => {
    const editor = new TestEditor({ tool: 'polygon' })
      .clicks([100, 100], [300, 100], [300, 300])
      .presses('Enter')
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

describe("a neighbour's vertices", () => {
  const beside = (tool: 'polygon' | 'select') =>
    new TestEditor({ tool }).load(polygon('n', [100, 100, 300, 140, 200, 300]), polygon('m', [500, 100, 600, 100, 550, 300]));

  test('draw a new vertex that comes near, and say so', () => {
    const editor = beside('polygon').clicks([400, 400], [305, 143]);
    expect(draft(editor)).toMatchObject({ vertices: [400, 400, 300, 140], pointer: { x: 300, y: 140 }, snapped: true });
  });

  test('leave it alone while Ctrl is held, and where they are hidden', () => {
    expect(draft(beside('polygon').clicks([400, 400]).keyDown('Control').click(305, 143))).toMatchObject({
      vertices: [400, 400, 305, 143],
    });
    const hidden = beside('polygon');
    hidden.setHidden(true);
    expect(draft(hidden.clicks([400, 400], [305, 143]))).toMatchObject({ vertices: [400, 400, 305, 143] });
  });

  test('draw a vertex that is dragged, but its own polygon does not', () => {
    const editor = beside('select').click(200, 150);
    editor.drag([200, 300], [496, 98]).expectShape('n', { data: [100, 100, 300, 140, 500, 100] });
    editor.drag([500, 100], [296, 144]).expectShape('n', { data: [100, 100, 300, 140, 296, 144] });
  });
});

describe('while all is hidden', () => {
  test('a new shape is seen and can be taken, also once it is not selected any more', () => {
    const editor = new TestEditor({ tool: 'detection' }).load(polygon('n', [0, 0, 300, 0, 300, 300]));
    editor.setHidden(true);
    editor.drag([100, 100], [200, 200]).confirm('cat').drag([400, 100], [500, 200]).confirm('cat').tool('select');
    const [, first, second] = editor.document.shapes();
    editor.select(null);
    expect(editor.isShown('n')).toBe(false);
    editor
      .click(150, 150)
      .expectSelected(first!.id)
      .click(450, 150)
      .expectSelected(second!.id)
      .click(250, 50)
      .expectSelected(null);
    editor.setHidden(false);
    editor.setHidden(true);
    expect(editor.isShown(first!.id)).toBe(false);
  });
});
