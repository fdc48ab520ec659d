import { box, TestEditor } from './testing/test-editor';
import type { Topic } from './topics';

/** Counts what each topic tells while `gesture` runs. */
function told(editor: TestEditor, gesture: () => void): Partial<Record<Topic, number>> {
  const counts: Partial<Record<Topic, number>> = {};
  const names = Object.keys(editor.topics) as Topic[];
  const ends = names.map((name) =>
    editor.topics[name].subscribe(() => {
      counts[name] = (counts[name] ?? 0) + 1;
    }),
  );
  gesture();
  for (const end of ends) end();
  return counts;
}

const loaded = () => new TestEditor().load(box('a', [100, 100, 200, 200]), box('b', [300, 300, 400, 400]));

test('a mouse move tells of nothing, or of the hover alone', () => {
  const editor = loaded().pointerMove(500, 500);
  expect(told(editor, () => editor.pointerMove(510, 510))).toEqual({});
  expect(told(editor, () => editor.pointerMove(150, 150).pointerMove(155, 155))).toEqual({ hover: 1 });
});

test('a drag tells of its draft alone while it moves, and of the document once when it ends', () => {
  const editor = loaded().click(150, 150).pointerDown(150, 150).pointerMove(160, 160);
  expect(told(editor, () => editor.pointerMove(170, 170).pointerMove(180, 180))).toEqual({ draft: 2 });
  expect(told(editor, () => editor.pointerUp())).toMatchObject({ document: 1, draft: 1 });
});

test('a pan tells of the camera alone', () => {
  const editor = loaded().pointerDown(500, 500).pointerMove(520, 520);
  expect(told(editor, () => editor.pointerMove(530, 530))).toEqual({ camera: 1 });
});

test('listeners see the whole of a change: never a selection that is not in the document', () => {
  const editor = loaded().click(150, 150);
  const seen: boolean[] = [];
  editor.subscribe(() => {
    const { selection, document } = editor.getSnapshot();
    seen.push(selection.every((selected) => document.shapes.some(({ id }) => id === selected)));
  });
  editor.presses('Delete', 'Control+z', 'Control+v', 'Control+z', 'Control+y');
  editor.eraseAll();
  expect(seen.length).toBeGreaterThan(5);
  expect(seen).not.toContain(false);
});

test('snapshots are the same objects until something changes', () => {
  const editor = loaded();
  const before = editor.getSnapshot();
  expect(editor.getSnapshot()).toBe(before);
  editor.select('a');
  const after = editor.getSnapshot();
  expect(after).not.toBe(before);
  expect(after.document).toBe(before.document);
  expect(after.selection).toEqual(['a']);
});

test('the document topic has what the counters and the undo buttons show', () => {
  const editor = loaded();
  expect(editor.topics.document.getSnapshot()).toMatchObject({
    counts: { object: 2, polygon: 0, point: 0 },
    canUndo: false,
    canRedo: false,
  });
  editor.document.delete('a');
  expect(editor.topics.document.getSnapshot()).toMatchObject({ counts: { object: 1 }, canUndo: true });
});

test('the shapes in view come with the largest first, so that what a click takes is drawn on top', () => {
  const editor = new TestEditor().load(
    box('small', [110, 110, 150, 150]),
    box('large', [100, 100, 300, 300]),
    box('away', [700, 500, 790, 590]),
  );
  expect(editor.shapesIn({ minX: 0, minY: 0, maxX: 400, maxY: 400 }).map(({ id }) => id)).toEqual(['large', 'small']);
});

test('an unsubscribed listener hears nothing more', () => {
  const editor = loaded();
  const listener = jest.fn();
  editor.subscribe(listener)();
  editor.select('a');
  expect(listener).not.toHaveBeenCalled();
});
