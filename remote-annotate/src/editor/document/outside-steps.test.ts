import { createBox, TestEditor } from '../testing/test-editor';

/** A value that is stored outside the document, such as a label or a flag. */
function createExternalValue(editor: TestEditor, shapeId?: string) {
  let value = 0;
  editor.document.onExternalStep((stepValue) => (value = stepValue as number));
  return {
    read: () => value,
    set: (newValue: number, coalesceKey?: string) => {
      const previousValue = value;
      value = newValue;
      editor.document.recordExternalStep({ undo: previousValue, redo: newValue, shapeId }, coalesceKey);
    },
  };
}

it('undo and redo apply external steps in order with shape changes', () => {
  const editor = new TestEditor().load(createBox('a', [10, 10, 60, 60]));
  const externalFlag = createExternalValue(editor);
  expect(editor.topics.document.getSnapshot().canUndo).toBe(false);
  externalFlag.set(1);
  expect(editor.topics.document.getSnapshot().canUndo).toBe(true);
  editor.document.relabel('a', 'dog');
  externalFlag.set(2);

  editor.undo();
  expect([externalFlag.read(), editor.document.get('a')]).toMatchObject([1, { labelId: 'dog' }]);
  editor.undo();
  editor.undo();
  expect([externalFlag.read(), editor.document.get('a')]).toMatchObject([0, { labelId: 'cat' }]);
  expect(editor.topics.document.getSnapshot()).toMatchObject({ canUndo: false, canRedo: true });
  editor.redo();
  editor.redo();
  editor.redo();
  expect([externalFlag.read(), editor.document.get('a')]).toMatchObject([2, { labelId: 'dog' }]);
  expect(editor.topics.document.getSnapshot()).toMatchObject({ canUndo: true, canRedo: false });
});

it('quick external steps with the same key are one undo step', () => {
  const editor = new TestEditor();
  const externalValue = createExternalValue(editor);
  externalValue.set(1, 'ripeness');
  externalValue.set(2, 'ripeness');
  editor.wait(2000);
  externalValue.set(3, 'ripeness');
  editor.undo();
  expect(externalValue.read()).toBe(2);
  editor.undo();
  expect(externalValue.read()).toBe(0);
  editor.redo();
  expect(externalValue.read()).toBe(2);
});

describe('a change with an external step', () => {
  /** Changes the label of a box and an external value as one undo step. */
  function createScene() {
    const editor = new TestEditor().load(createBox('a', [10, 10, 60, 60]), createBox('b', [100, 10, 160, 60]));
    const externalValue = createExternalValue(editor);
    const acceptWithValue = (id: string, newValue: number) =>
      editor.changeWithExternalStep((document) => {
        const previousValue = externalValue.read();
        return document.relabel(id, 'dog') ? { undo: previousValue, redo: newValue } : null;
      });
    const getLabelA = () => {
      const shape = editor.document.get('a');
      return shape?.kind === 'object' ? shape.labelId : null;
    };
    return { editor, externalValue, acceptWithValue, readState: () => [getLabelA(), externalValue.read()] };
  }

  it('is undone and redone as one step', () => {
    const { editor, externalValue, acceptWithValue, readState } = createScene();
    expect(acceptWithValue('a', 1)).toBe(true);
    externalValue.set(2);
    editor.undo();
    editor.undo();
    expect(readState()).toEqual(['cat', 0]);
    expect(editor.topics.document.getSnapshot()).toMatchObject({ canUndo: false, canRedo: true });
    editor.redo();
    expect(readState()).toEqual(['dog', 1]);
    editor.undo();
    expect(readState()).toEqual(['cat', 0]);
  });

  it('is not recorded without a change or during a drag', () => {
    const { editor, acceptWithValue } = createScene();
    expect(acceptWithValue('c', 1)).toBe(false);
    editor.pointerDown(30, 30).pointerMove(50, 50).pointerMove(60, 60);
    expect(acceptWithValue('a', 1)).toBe(false);
    editor.pointerUp();
    editor.undo();
    expect(editor.topics.document.getSnapshot().canUndo).toBe(false);
  });

  it('cannot be undone while its shape is locked', () => {
    const { editor, acceptWithValue, readState, externalValue } = createScene();
    acceptWithValue('a', 1);
    externalValue.set(1);
    editor.undo();
    editor.setLocked(['a'], true);
    editor.undo();
    expect(readState()).toEqual(['dog', 0]);
    expect(editor.topics.notice.getSnapshot()).toEqual({ type: 'locked-undo', count: 1 });
    editor.setLocked(['a'], false);
    editor.undo();
    expect(readState()).toEqual(['cat', 0]);
  });

  it('is removed when somebody else deletes its shape', () => {
    const { editor, acceptWithValue } = createScene();
    acceptWithValue('a', 1);
    editor.document.applyRemote([{ op: 'delete', serverId: 'a' }]);
    expect(editor.topics.document.getSnapshot().canUndo).toBe(false);
  });

  it('keeps its change when the external step is removed', () => {
    const { editor, acceptWithValue, readState } = createScene();
    acceptWithValue('a', 1);
    editor.document.replaceExternalSteps(() => null);
    editor.undo();
    expect(readState()).toEqual(['cat', 0]);
  });
});

it('an external step is removed when somebody else deletes its shape', () => {
  const editor = new TestEditor().load(createBox('a', [10, 10, 60, 60]));
  createExternalValue(editor, 'a').set(1);
  editor.document.applyRemote([{ op: 'delete', serverId: 'a' }]);
  expect(editor.topics.document.getSnapshot().canUndo).toBe(false);
});
