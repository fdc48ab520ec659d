import { createBox, TestEditor } from '../../../editor/testing/test-editor';

function createEditor(mode: 'corners' | 'extremes') {
  const editor = new TestEditor({ tool: 'detection' });
  editor.setBoxDrawingMode(mode);
  return editor;
}
const getNotice = (editor: TestEditor) => editor.topics.notice.getSnapshot();

describe('drawing a box by two clicks', () => {
  test('clicks on two opposite corners create a box', () => {
    const editor = createEditor('corners').click(300, 200).pointerMove(200, 150);
    expect(editor.topics.draft.getSnapshot()).toEqual({ type: 'box', data: [200, 150, 300, 200], isTooSmall: false });
    editor
      .click(100, 50)
      .confirm('dog')
      .expectShapes({ labelId: 'dog', data: [100, 50, 300, 200] });
    editor.expectTool('detection', 'idle');
    expect(editor.topics.draft.getSnapshot()).toBeNull();
  });

  test('a drag creates a box too', () => {
    createEditor('corners')
      .drag([100, 100], [200, 200])
      .confirm('cat')
      .expectShapes({ data: [100, 100, 200, 200] });
  });

  test('a double click adds no corner, and a near click shows a notice', () => {
    const editor = createEditor('corners').click(100, 100).click(101, 100);
    expect(getNotice(editor)).toBeNull();
    editor.click(115, 115);
    expect(getNotice(editor)).toEqual({ type: 'box-too-small' });
    editor.click(200, 200).expectPending({ kind: 'object', data: [100, 100, 200, 200], suggestedLabelId: undefined });
  });

  test.each(['Escape', 'Backspace', 'Control+z'])('%s discards the first corner', (key) => {
    const editor = createEditor('corners').click(100, 100).pressAll(key).expectTool('detection', 'idle');
    expect(editor.topics.draft.getSnapshot()).toBeNull();
  });

  test('a pinch between the clicks keeps the corner', () => {
    const editor = createEditor('corners').click(100, 100);
    editor.pinch();
    editor.expectTool('detection', 'corner').expectPending(null);
  });
});

describe('drawing a box by its four outermost points', () => {
  test('four clicks in any order create the box around them', () => {
    const editor = createEditor('extremes').clickAll([200, 50], [320, 120], [210, 240]);
    editor.pointerMove(90, 130);
    expect(editor.topics.draft.getSnapshot()).toEqual({
      type: 'extremes',
      points: [200, 50, 320, 120, 210, 240],
      data: [90, 50, 320, 240],
    });
    editor
      .click(100, 130)
      .confirm('cat')
      .expectShapes({ data: [100, 50, 320, 240] });
  });

  test('Enter or a right click creates the box from two points', () => {
    createEditor('extremes')
      .clickAll([100, 100], [200, 220])
      .pressAll('Enter')
      .confirm('cat')
      .expectShapes({ data: [100, 100, 200, 220] });
    createEditor('extremes')
      .clickAll([100, 100], [200, 220])
      .rightClick()
      .confirm('cat')
      .expectShapes({ data: [100, 100, 200, 220] });
  });

  test('Ctrl+Z removes the last point, and removing the first one ends the drawing', () => {
    const editor = createEditor('extremes').clickAll([200, 50], [320, 120]).pressAll('Control+z');
    expect(editor.topics.draft.getSnapshot()).toMatchObject({ points: [200, 50] });
    editor.pressAll('Control+z').expectTool('detection', 'idle');
  });

  test('a box that is too small shows a notice', () => {
    const editor = createEditor('extremes').clickAll([200, 50], [210, 60], [205, 70], [195, 60]);
    expect(getNotice(editor)).toEqual({ type: 'box-too-small' });
    editor.expectTool('detection', 'idle').expectShapes();
  });
});

describe('boxes that are too small', () => {
  test('a small drag shows a notice until the next press', () => {
    const editor = new TestEditor({ tool: 'detection' }).drag([100, 100], [119, 119]);
    expect(getNotice(editor)).toEqual({ type: 'box-too-small' });
    editor.click(500, 500);
    expect(getNotice(editor)).toBeNull();
    editor.drag([100, 100], [103, 100]);
    expect(getNotice(editor)).toBeNull();
  });

  test('a short drag on a zoomed-out image counts as a click', () => {
    const editor = new TestEditor({ tool: 'detection' }).load(createBox('a', [0, 0, 700, 500]));
    editor.viewport.zoomAt({ x: 0, y: 0 }, 0.05);
    editor.drag([10, 10], [13, 12]).expectPending(null).expectSelected('a');
  });
});
