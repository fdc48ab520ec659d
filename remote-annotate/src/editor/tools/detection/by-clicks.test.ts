import { box, TestEditor } from '../../testing/test-editor';

function drawing(way: 'corners' | 'extremes') {
  const editor = new TestEditor({ tool: 'detection' });
  editor.setBoxWay(way);
  return editor;
}
const noticeOf = (editor: TestEditor) => editor.topics.notice.getSnapshot();

describe('by two clicks', () => {
  test('a click on two opposite corners makes a box', () => {
    const editor = drawing('corners').click(300, 200).pointerMove(200, 150);
    expect(editor.topics.draft.getSnapshot()).toEqual({ type: 'box', data: [200, 150, 300, 200], tooSmall: false });
    editor
      .click(100, 50)
      .confirm('dog')
      .expectShapes({ labelId: 'dog', data: [100, 50, 300, 200] });
    editor.expectTool('detection', 'idle');
    expect(editor.topics.draft.getSnapshot()).toBeNull();
  });

  test('a drag still draws one', () => {
    drawing('corners')
      .drag([100, 100], [200, 200])
      .confirm('cat')
      .expectShapes({ data: [100, 100, 200, 200] });
  });

  test('the second click of a double click is no corner, one that is too near says the rule', () => {
    const editor = drawing('corners').click(100, 100).click(101, 100);
    expect(noticeOf(editor)).toBeNull();
    editor.click(115, 115);
    expect(noticeOf(editor)).toEqual({ type: 'box-too-small' });
    editor.click(200, 200).expectPending({ kind: 'object', data: [100, 100, 200, 200], suggestedLabelId: undefined });
  });

  test.each(['Escape', 'Backspace', 'Control+z'])('%s gives it up', (key) => {
    const editor = drawing('corners').click(100, 100).presses(key).expectTool('detection', 'idle');
    expect(editor.topics.draft.getSnapshot()).toBeNull();
  });

  test('a pinch in between leaves the corner where it is', () => {
    const editor = drawing('corners').click(100, 100);
    editor.pinch(
      [
        [300, 300],
        [250, 300],
      ],
      [
        [400, 300],
        [450, 300],
      ],
    );
    editor.expectTool('detection', 'corner').expectPending(null);
  });
});

describe('by the four outermost points', () => {
  test('they make the box around them, in any order', () => {
    const editor = drawing('extremes').clicks([200, 50], [320, 120], [210, 240]);
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

  test('two are enough with Enter or a right click: a corner is outermost on two sides', () => {
    drawing('extremes')
      .clicks([100, 100], [200, 220])
      .presses('Enter')
      .confirm('cat')
      .expectShapes({ data: [100, 100, 200, 220] });
    drawing('extremes')
      .clicks([100, 100], [200, 220])
      .rightClick()
      .confirm('cat')
      .expectShapes({ data: [100, 100, 200, 220] });
  });

  test('Ctrl+Z takes back the last point, and at the first the whole', () => {
    const editor = drawing('extremes').clicks([200, 50], [320, 120]).presses('Control+z');
    expect(editor.topics.draft.getSnapshot()).toMatchObject({ points: [200, 50] });
    editor.presses('Control+z').expectTool('detection', 'idle');
  });

  test('too small a thing is said to be', () => {
    const editor = drawing('extremes').clicks([200, 50], [210, 60], [205, 70], [195, 60]);
    expect(noticeOf(editor)).toEqual({ type: 'box-too-small' });
    editor.expectTool('detection', 'idle').expectShapes();
  });
});

describe('what is dropped', () => {
  test('a drag that makes too small a box says the rule until the next press; a click says nothing', () => {
    const editor = new TestEditor({ tool: 'detection' }).drag([100, 100], [119, 119]);
    expect(noticeOf(editor)).toEqual({ type: 'box-too-small' });
    editor.click(500, 500);
    expect(noticeOf(editor)).toBeNull();
    editor.drag([100, 100], [103, 100]);
    expect(noticeOf(editor)).toBeNull();
  });

  test('a hand that shakes on a large picture draws nothing: a click stays a click', () => {
    const editor = new TestEditor({ tool: 'detection' }).load(box('a', [0, 0, 700, 500]));
    editor.viewport.zoomAt({ x: 0, y: 0 }, 0.05);
    editor.drag([10, 10], [13, 12]).expectPending(null).expectSelected('a');
  });
});
