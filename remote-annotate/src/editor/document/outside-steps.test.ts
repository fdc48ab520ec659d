import { box, TestEditor } from '../testing/test-editor';

/** A label, a flag or the like: a value with a row of its own. */
function outsideValue(editor: TestEditor, shapeId?: string) {
  let value = 0;
  editor.document.onOutside((work) => (value = work as number));
  return {
    read: () => value,
    set: (next: number, coalesceKey?: string) => {
      const before = value;
      value = next;
      editor.recordOutside({ undo: before, redo: next, shapeId }, coalesceKey);
    },
  };
}

it('what lies outside the document is undone and redone in its turn among the shapes', () => {
  const editor = new TestEditor().load(box('a', [10, 10, 60, 60]));
  const flag = outsideValue(editor);
  expect(editor.getSnapshot().document.canUndo).toBe(false);
  flag.set(1);
  expect(editor.getSnapshot().document.canUndo).toBe(true);
  editor.document.relabel('a', 'dog');
  flag.set(2);

  editor.undo();
  expect([flag.read(), editor.document.get('a')]).toMatchObject([1, { labelId: 'dog' }]);
  editor.undo();
  editor.undo();
  expect([flag.read(), editor.document.get('a')]).toMatchObject([0, { labelId: 'cat' }]);
  expect(editor.getSnapshot().document).toMatchObject({ canUndo: false, canRedo: true });
  editor.redo();
  editor.redo();
  editor.redo();
  expect([flag.read(), editor.document.get('a')]).toMatchObject([2, { labelId: 'dog' }]);
  expect(editor.getSnapshot().document).toMatchObject({ canUndo: true, canRedo: false });
});

it('the steps of one slide of a value are one, later ones are others', () => {
  const editor = new TestEditor();
  const value = outsideValue(editor);
  value.set(1, 'ripeness');
  value.set(2, 'ripeness');
  editor.wait(2000);
  value.set(3, 'ripeness');
  editor.undo();
  expect(value.read()).toBe(2);
  editor.undo();
  expect(value.read()).toBe(0);
  editor.redo();
  expect(value.read()).toBe(2);
});

it('a step about a shape that somebody else has deleted is not offered', () => {
  const editor = new TestEditor().load(box('a', [10, 10, 60, 60]));
  outsideValue(editor, 'a').set(1);
  editor.document.applyRemote([{ op: 'delete', serverId: 'a' }]);
  expect(editor.getSnapshot().document.canUndo).toBe(false);
});
