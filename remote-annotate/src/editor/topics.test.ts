import { createBox, TestEditor } from './testing/test-editor';
import type { Topic } from './topics';

/** Counts the notifications of each topic during `gesture`. */
function countNotifications(editor: TestEditor, gesture: () => void): Partial<Record<Topic, number>> {
  const counts: Partial<Record<Topic, number>> = {};
  const names = Object.keys(editor.topics) as Topic[];
  const unsubscribers = names.map((name) =>
    editor.topics[name].subscribe(() => {
      counts[name] = (counts[name] ?? 0) + 1;
    }),
  );
  gesture();
  for (const unsubscribe of unsubscribers) unsubscribe();
  return counts;
}

const createEditor = () => new TestEditor().load(createBox('a', [100, 100, 200, 200]), createBox('b', [300, 300, 400, 400]));

test('a mouse move notifies at most the hover topic', () => {
  const editor = createEditor().pointerMove(500, 500);
  expect(countNotifications(editor, () => editor.pointerMove(510, 510))).toEqual({});
  expect(countNotifications(editor, () => editor.pointerMove(150, 150).pointerMove(155, 155))).toEqual({ hover: 1 });
});

test('a drag notifies the draft while it moves and the document once', () => {
  const editor = createEditor().click(150, 150).pointerDown(150, 150).pointerMove(160, 160);
  expect(countNotifications(editor, () => editor.pointerMove(170, 170).pointerMove(180, 180))).toEqual({ draft: 2 });
  expect(countNotifications(editor, () => editor.pointerUp())).toMatchObject({ document: 1, draft: 1 });
});

test('a pan notifies only the camera topic', () => {
  const editor = createEditor().pointerDown(500, 500).pointerMove(520, 520);
  expect(countNotifications(editor, () => editor.pointerMove(530, 530))).toEqual({ camera: 1 });
});

test('listeners never see a selected shape that is not in the document', () => {
  const editor = createEditor().click(150, 150);
  const consistencyChecks: boolean[] = [];
  for (const topic of Object.values(editor.topics))
    topic.subscribe(() => {
      const { shapes } = editor.topics.document.getSnapshot();
      consistencyChecks.push(editor.selection.every((selected) => shapes.some(({ id }) => id === selected)));
    });
  editor.pressAll('Delete', 'Control+z', 'Control+v', 'Control+z', 'Control+y');
  editor.eraseAll();
  expect(consistencyChecks.length).toBeGreaterThan(5);
  expect(consistencyChecks).not.toContain(false);
});

test('the document topic provides counts and whether undo is possible', () => {
  const editor = createEditor();
  expect(editor.topics.document.getSnapshot()).toMatchObject({
    counts: { object: 2, polygon: 0, point: 0 },
    canUndo: false,
    canRedo: false,
  });
  editor.document.delete('a');
  expect(editor.topics.document.getSnapshot()).toMatchObject({ counts: { object: 1 }, canUndo: true });
});

test('findShapesIn returns the largest shapes first', () => {
  const editor = new TestEditor().load(
    createBox('small', [110, 110, 150, 150]),
    createBox('large', [100, 100, 300, 300]),
    createBox('away', [700, 500, 790, 590]),
  );
  expect(editor.findShapesIn({ minX: 0, minY: 0, maxX: 400, maxY: 400 }).map(({ id }) => id)).toEqual(['large', 'small']);
});

test('an unsubscribed listener is not called', () => {
  const editor = createEditor();
  const listener = jest.fn();
  editor.topics.selection.subscribe(listener)();
  editor.select('a');
  expect(listener).not.toHaveBeenCalled();
});
