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

describe('a change of the document with one outside', () => {
  /** A box is relabelled, and the value set, as one step. */
  function together() {
    const editor = new TestEditor().load(box('a', [10, 10, 60, 60]), box('b', [100, 10, 160, 60]));
    const value = outsideValue(editor);
    const accept = (id: string, next: number) =>
      editor.changeWith((document) => {
        const before = value.read();
        return document.relabel(id, 'dog') ? { undo: before, redo: next } : null;
      });
    const labelOfA = () => {
      const shape = editor.document.get('a');
      return shape?.kind === 'object' ? shape.labelId : null;
    };
    return { editor, value, accept, state: () => [labelOfA(), value.read()] };
  }

  it('is undone and redone as one step', () => {
    const { editor, value, accept, state } = together();
    expect(accept('a', 1)).toBe(true);
    value.set(2);
    editor.undo();
    editor.undo();
    expect(state()).toEqual(['cat', 0]);
    expect(editor.getSnapshot().document).toMatchObject({ canUndo: false, canRedo: true });
    editor.redo();
    expect(state()).toEqual(['dog', 1]);
    editor.undo();
    expect(state()).toEqual(['cat', 0]);
  });

  it('that changes nothing is no step, and none is begun in the middle of a drag', () => {
    const { editor, accept } = together();
    expect(accept('c', 1)).toBe(false);
    editor.pointerDown(30, 30).pointerMove(50, 50).pointerMove(60, 60);
    expect(accept('a', 1)).toBe(false);
    editor.pointerUp();
    editor.undo();
    expect(editor.getSnapshot().document.canUndo).toBe(false);
  });

  it('of a locked shape waits for it to be unlocked', () => {
    const { editor, accept, state, value } = together();
    accept('a', 1);
    value.set(1);
    editor.undo();
    editor.setLocked(['a'], true);
    editor.undo();
    expect(state()).toEqual(['dog', 0]);
    expect(editor.topics.notice.getSnapshot()).toEqual({ type: 'locked-undo', count: 1 });
    editor.setLocked(['a'], false);
    editor.undo();
    expect(state()).toEqual(['cat', 0]);
  });

  it('goes with the shape that somebody else has deleted', () => {
    const { editor, accept } = together();
    accept('a', 1);
    editor.document.applyRemote([{ op: 'delete', serverId: 'a' }]);
    expect(editor.getSnapshot().document.canUndo).toBe(false);
  });

  it('keeps the change where what lies outside turned out to be none of its own', () => {
    const { editor, accept, state } = together();
    accept('a', 1);
    editor.reviseOutside(() => null);
    editor.undo();
    expect(state()).toEqual(['cat', 0]);
  });
});

it('a step about a shape that somebody else has deleted is not offered', () => {
  const editor = new TestEditor().load(box('a', [10, 10, 60, 60]));
  outsideValue(editor, 'a').set(1);
  editor.document.applyRemote([{ op: 'delete', serverId: 'a' }]);
  expect(editor.getSnapshot().document.canUndo).toBe(false);
});
