import type { AssistPrompt, ModelPrompt } from '../../editor/model/prompt';
import { TestEditor } from '../../editor/testing/test-editor';

const EMPTY_PLACEMENT = { x: 0, y: 0, columns: 0, rows: 0, step: 1 };
const SQUARE = [100, 100, 200, 100, 200, 200, 100, 200];

class ModelEditor extends TestEditor {
  constructor() {
    super({ tool: 'assist' });
    this.setAssistOptions({ mode: 'model' });
  }

  /** Expects a prompt for the interactive model. Points are x, y, and whether they belong to the object. */
  expectPrompt(points: readonly (readonly [number, number, boolean])[], box: readonly number[] | null = null): this {
    const strokes = points.map(([x, y, isObject]) => ({ points: [x, y], isObject }));
    expect(this.prompt).toMatchObject({ type: 'model', box, strokes });
    return this;
  }

  getPrompt(): ModelPrompt {
    return this.prompt as ModelPrompt;
  }

  answerPrompt(): this {
    this.resolvePrompt(this.prompt as AssistPrompt, {
      region: { ...EMPTY_PLACEMENT, bits: new Uint8Array() },
      outline: SQUARE,
      edges: [SQUARE],
    });
    return this;
  }
}

test('a click marks the object, and a right click or Shift click marks the background', () => {
  const editor = new ModelEditor().click(150, 150).expectPrompt([[150, 150, true]]);
  editor.rightClick(300, 150).expectPrompt([
    [150, 150, true],
    [300, 150, false],
  ]);
  editor.keyDown('Shift').click(310, 160).keyUp('Shift');
  editor.expectPrompt([
    [150, 150, true],
    [300, 150, false],
    [310, 160, false],
  ]);
});

test('Enter creates a polygon from the suggestion', () => {
  const editor = new ModelEditor().click(150, 150).answerPrompt();
  expect(editor.topics.draft.getSnapshot()).toMatchObject({ type: 'suggestion', outlines: [SQUARE] });
  editor.press('Enter');
  editor.expectPending({ kind: 'polygon', data: SQUARE, suggestedLabelId: undefined });
});

test('a drag draws the box, and another one replaces it', () => {
  const editor = new ModelEditor().drag([50, 50], [250, 260]).expectPrompt([], [50, 50, 250, 260]);
  editor.click(150, 150).expectPrompt([[150, 150, true]], [50, 50, 250, 260]);
  editor.drag([60, 60], [200, 200]).expectPrompt([[150, 150, true]], [60, 60, 200, 200]);
});

test('Backspace undoes points and boxes one by one, and undoing the first one discards the prompt', () => {
  const editor = new ModelEditor().click(150, 150).drag([50, 50], [250, 260]).rightClick(300, 150);
  editor.press('Backspace');
  editor.expectPrompt([[150, 150, true]], [50, 50, 250, 260]);
  editor.press('Backspace');
  editor.expectPrompt([[150, 150, true]]);
  editor.press('Backspace');
  expect([editor.prompt, editor.topics.draft.getSnapshot()]).toEqual([null, null]);
});

test('a point refines the previous prompt, a box starts a new one, and Backspace restores the previous one', () => {
  const editor = new ModelEditor().click(150, 150);
  const firstPrompt = editor.getPrompt();
  expect(firstPrompt.refines).toBeNull();
  const secondPrompt = editor.click(160, 160).getPrompt();
  expect(secondPrompt.refines).toBe(firstPrompt);
  expect(editor.drag([50, 50], [250, 260]).getPrompt().refines).toBeNull();
  editor.rightClick(300, 150).press('Backspace');
  expect(editor.getPrompt().refines).toBeNull();
  editor.press('Backspace');
  expect(editor.getPrompt().refines).toBe(firstPrompt);
});

test('Esc discards the suggestion', () => {
  const editor = new ModelEditor().click(150, 150).answerPrompt();
  editor.press('Escape');
  editor.expectPending(null);
  expect(editor.prompt).toBeNull();
});

test('Enter marks a point at the crosshair, and Enter at the same position accepts the suggestion', () => {
  const editor = new ModelEditor().pressAll('ArrowLeft', 'Enter');
  expect(editor.prompt).toMatchObject({ type: 'model', strokes: [{ isObject: true }] });
  editor.answerPrompt().pressAll('Enter');
  editor.expectPending({ kind: 'polygon', data: SQUARE, suggestedLabelId: undefined });
});
