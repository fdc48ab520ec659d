import type { AssistOptions, Prompt } from '../../editor/model/prompt';
import { TestEditor } from '../../editor/testing/test-editor';
import { getMaskArea } from '../mask/mask-region';

const EMPTY_PLACEMENT = { x: 0, y: 0, columns: 0, rows: 0, step: 1 };
const SQUARE = [100, 100, 200, 100, 200, 200, 100, 200];

class AssistEditor extends TestEditor {
  constructor(options: Partial<AssistOptions> = {}) {
    super({ tool: 'assist' });
    this.setAssistOptions(options);
  }

  getPrompt(): Prompt {
    const { prompt } = this;
    if (!prompt) throw new Error('The tool asks for nothing');
    return prompt;
  }

  /** Answers the current prompt with an outline as the found object. */
  answerPrompt(outline: readonly number[] = SQUARE, edges: readonly (readonly number[])[] = [outline]): this {
    this.resolvePrompt(this.getPrompt(), { region: { ...EMPTY_PLACEMENT, bits: new Uint8Array() }, outline, edges });
    return this;
  }
}

test('a click with the wand requests a suggestion, and Enter creates a polygon from it', () => {
  const editor = new AssistEditor().click(150, 150);
  expect(editor.getPrompt()).toEqual({ type: 'wand', strokes: [{ points: [150, 150], isObject: true }], tolerance: 12 });
  editor.answerPrompt();
  expect(editor.topics.draft.getSnapshot()).toMatchObject({ type: 'suggestion', outlines: [SQUARE] });
  editor.press('Enter');
  editor.expectPending({ kind: 'polygon', data: SQUARE, suggestedLabelId: undefined });
  editor.confirm('leaf').expectShapes({ kind: 'polygon', labelId: 'leaf', data: SQUARE });
  expect(editor.prompt).toBeNull();
});

test('a drag of the wand sets the tolerance, and so do PageUp and PageDown', () => {
  const editor = new AssistEditor().drag([150, 150], [190, 150]);
  expect(editor.getPrompt()).toMatchObject({ type: 'wand', tolerance: 22, strokes: [{ points: [150, 150] }] });
  editor.press('PageDown');
  expect(editor.getPrompt()).toMatchObject({ tolerance: 20 });
});

test('Enter before the suggestion arrives accepts it on arrival', () => {
  const editor = new AssistEditor().click(150, 150);
  editor.press('Enter');
  editor.expectPending(null);
  editor.answerPrompt().confirm('leaf').expectShapes({ data: SQUARE });
});

test('a stroke after an early Enter requires another Enter', () => {
  const editor = new AssistEditor().click(150, 150);
  editor.press('Enter');
  editor.click(160, 160).answerPrompt().expectPending(null);
});

test('a suggestion for an older prompt is shown but not accepted', () => {
  const editor = new AssistEditor().click(150, 150);
  const olderPrompt = editor.getPrompt();
  editor.click(160, 160);
  editor.resolvePrompt(olderPrompt, { region: { ...EMPTY_PLACEMENT, bits: new Uint8Array() }, outline: SQUARE, edges: [SQUARE] });
  expect(editor.topics.draft.getSnapshot()).toMatchObject({ outlines: [SQUARE] });
  editor.press('Enter');
  editor.expectPending(null);
});

test('strokes with Shift exclude pixels, and Backspace removes the last stroke', () => {
  const editor = new AssistEditor({ mode: 'box' }).drag([50, 50], [250, 250]);
  expect(editor.getPrompt()).toEqual({ type: 'grab-cut', box: [50, 50, 250, 250], strokes: [] });
  editor.answerPrompt().keyDown('Shift').drag([60, 60], [80, 60]).keyUp('Shift');
  expect(editor.getPrompt()).toMatchObject({ strokes: [{ isObject: false, points: [60, 60, 70, 60, 80, 60] }] });
  editor.press('Backspace');
  expect(editor.getPrompt()).toMatchObject({ strokes: [] });
  editor.press('Backspace');
  editor.expectTool('assist', 'suggesting');
});

test.each(['wand', 'box', 'scribble', 'model'] as const)('returning to the tool continues with the suggestion of %s', (mode) => {
  const editor = new AssistEditor({ mode }).drag([50, 50], [90, 90]);
  editor.answerPrompt().switchTool('select');
  expect([editor.prompt, editor.topics.draft.getSnapshot()]).toEqual([null, null]);
  expect(editor.topics.suspendedDrafts.getSnapshot()).toMatchObject([{ type: 'suggestion', outlines: [SQUARE] }]);
  editor.switchTool('assist').press('Enter');
  editor.confirm('leaf').expectShapes({ data: SQUARE });
});

test('returning to the tool requests a missing suggestion again', () => {
  const editor = new AssistEditor({ mode: 'box' }).drag([50, 50], [90, 90]);
  editor.switchTool('select').switchTool('assist');
  editor.answerPrompt().press('Enter');
  editor.expectTool('assist', 'awaiting-label');
});

test('returning to the scissors continues the outline and requests a missing line again', () => {
  const editor = new AssistEditor({ mode: 'scissors' }).click(100, 100);
  editor.click(200, 100).answerPrompt([100, 100, 200, 100]);
  editor.click(200, 200).switchTool('select').switchTool('assist');
  expect(editor.getPrompt()).toMatchObject({ from: { x: 200, y: 100 }, to: { x: 200, y: 200 } });
  editor.answerPrompt([200, 100, 200, 200]).press('Enter');
  editor.answerPrompt([200, 200, 100, 100]).confirm('leaf').expectShapes({ kind: 'polygon' });
});

test('Esc discards the suggestion', () => {
  const editor = new AssistEditor({ mode: 'scribble' }).drag([50, 50], [90, 50]);
  editor.answerPrompt().press('Escape');
  editor.expectTool('assist', 'idle').expectShapes();
  expect([editor.prompt, editor.topics.draft.getSnapshot()]).toEqual([null, null]);
});

test('the result can be the enclosing box with a detection label', () => {
  const editor = new AssistEditor({ kind: 'object' }).click(150, 150);
  editor.answerPrompt([100, 120, 180, 100, 200, 220]).press('Enter');
  editor.confirm('cat').expectShapes({ kind: 'object', data: [100, 100, 200, 220] });
});

test('an empty suggestion is not accepted, and a notice explains it', () => {
  const editor = new AssistEditor().click(150, 150);
  editor.answerPrompt([]).press('Enter');
  expect(editor.topics.notice.getSnapshot()).toEqual({ type: 'nothing-found' });
  editor.expectTool('assist', 'suggesting');
});

test('the keyboard draws a box, adds a stroke and accepts the suggestion', () => {
  const editor = new AssistEditor({ mode: 'box' });
  editor.pressAll('ArrowLeft', 'Enter', 'Shift+ArrowRight', 'Shift+ArrowDown', 'Enter');
  expect(editor.getPrompt()).toEqual({ type: 'grab-cut', box: [392, 300, 440, 348], strokes: [] });
  editor.answerPrompt().pressAll('ArrowLeft', 'Enter');
  expect(editor.getPrompt()).toMatchObject({ strokes: [{ points: [432, 348], isObject: true }] });
  editor.answerPrompt().press('Enter');
  editor.confirm('leaf').expectShapes({ data: SQUARE });
});

test('scissors connect clicks by the lines that were found, and close at the first click', () => {
  const editor = new AssistEditor({ mode: 'scissors' }).click(100, 100);
  editor.click(200, 100);
  expect(editor.getPrompt()).toEqual({ type: 'trace', from: { x: 100, y: 100 }, to: { x: 200, y: 100 } });
  editor.answerPrompt([100, 100, 150, 90, 200, 100]);
  editor.click(200, 200).answerPrompt([200, 100, 200, 200]);
  editor.click(102, 102).answerPrompt([200, 200, 100, 200, 100, 100]);
  editor.confirm('leaf').expectShapes({ data: [100, 100, 150, 90, 200, 100, 200, 200, 100, 200] });
});

test('Backspace removes the last line of the scissors', () => {
  const editor = new AssistEditor({ mode: 'scissors' }).click(100, 100);
  editor.click(200, 100).answerPrompt([100, 100, 200, 100]).press('Backspace');
  editor.click(100, 200);
  expect(editor.getPrompt()).toMatchObject({ from: { x: 100, y: 100 }, to: { x: 100, y: 200 } });
});

describe('masks', () => {
  const HOLE_OUTLINE = [130, 130, 170, 130, 170, 170, 130, 170];
  const SECOND_PART_OUTLINE = [220, 100, 240, 100, 240, 120, 220, 120];

  test('the result can be a mask of all parts with their holes', () => {
    const editor = new AssistEditor({ kind: 'mask' })
      .click(110, 110)
      .answerPrompt(SQUARE, [SQUARE, HOLE_OUTLINE, SECOND_PART_OUTLINE]);
    expect(editor.topics.draft.getSnapshot()).toMatchObject({ outlines: [SQUARE, HOLE_OUTLINE, SECOND_PART_OUTLINE] });
    editor.press('Enter');
    editor.confirm('leaf').expectShapes({ kind: 'mask', labelId: 'leaf' });
    const [mask] = editor.document.getShapes();
    expect(getMaskArea(mask!.data)).toBe(100 * 100 - 40 * 40 + 20 * 20);
  });

  test('adds to the selected mask or removes from it, each as one undo step', () => {
    const editor = new AssistEditor({ kind: 'mask' }).click(110, 110).answerPrompt();
    editor.press('Enter');
    editor.confirm('leaf');
    const { id } = editor.document.getShapes()[0]!;
    const getArea = () => getMaskArea(editor.getShape(id).data);
    editor.click(150, 150).answerPrompt(SECOND_PART_OUTLINE).press('Enter');
    expect(getArea()).toBe(10_400);
    editor.click(150, 150).answerPrompt(HOLE_OUTLINE).press('Shift+Enter');
    expect(getArea()).toBe(8_800);
    expect(editor.localChanges).toHaveLength(3);
    editor.undo();
    expect(getArea()).toBe(10_400);
    expect(editor.selection).toEqual([id]);
  });

  test('Shift and Enter at the crosshair of the keyboard removes the result', () => {
    const editor = new AssistEditor({ kind: 'mask' }).click(110, 110).answerPrompt();
    editor.press('Enter');
    editor.confirm('leaf').pressAll('ArrowLeft', 'Enter');
    editor.answerPrompt(HOLE_OUTLINE).press('Shift+Enter');
    const [mask] = editor.document.getShapes();
    expect(getMaskArea(mask!.data)).toBe(8_400);
  });

  test('nothing is removed without a selected mask', () => {
    const editor = new AssistEditor({ kind: 'mask' }).click(110, 110).answerPrompt();
    editor.press('Shift+Enter');
    expect(editor.topics.notice.getSnapshot()).toEqual({ type: 'nothing-to-erase' });
    editor.expectTool('assist', 'suggesting');
  });

  test('scissors enclose a mask', () => {
    const editor = new AssistEditor({ mode: 'scissors', kind: 'mask' }).click(100, 100);
    editor.click(200, 100).answerPrompt([100, 100, 200, 100]);
    editor.click(200, 200).answerPrompt([200, 100, 200, 200]);
    editor.press('Enter');
    editor.answerPrompt([200, 200, 100, 200, 100, 100]).confirm('leaf').expectShapes({ kind: 'mask' });
    const [mask] = editor.document.getShapes();
    expect(mask?.data.slice(0, 4)).toEqual([100, 100, 100, 100]);
  });
});
