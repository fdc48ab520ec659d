import { shapeKinds } from '../../shape-kinds/kind-registry';
import { AnnotationDocument } from '../../editor/document/annotation-document';
import type { HistoryStacks, Shape } from '../../editor';
import { createBox } from '../../editor/testing/test-editor';
import { createSuspectWrite } from '../../outbox/testing/writes';
import { toUndoStep } from './external-effects';
import { rebaseHistory } from './rebase-history';

const IMAGE_SIZE = { width: 1000, height: 1000 };

/** Creates a document with the shapes that the server lists. */
function openDocument(rows: readonly Shape[]): AnnotationDocument {
  const document = new AnnotationDocument({ kinds: shapeKinds, imageSize: IMAGE_SIZE });
  document.loadPage(rows);
  return document;
}

/** Opens the image again: drawn shapes now have the ids of their server rows, and the history is unchanged. */
function reopen(
  closedDocument: AnnotationDocument,
  { getRowId = (id: string) => id, changeRows = (rows: Shape[]) => rows, stacks = closedDocument.historyStacks } = {},
) {
  const rows = closedDocument
    .getShapes()
    .map((shape) => ({ ...shape, id: getRowId(shape.id), serverId: getRowId(shape.id), version: 7 }));
  const document = openDocument(changeRows(structuredClone(rows)));
  const rebasedHistory = rebaseHistory(structuredClone(stacks), document, (id) =>
    getRowId(id) === id ? undefined : getRowId(id),
  );
  document.restoreHistory(rebasedHistory, rebasedHistory.rows);
  return { document, droppedCount: rebasedHistory.droppedCount };
}

const getContent = (document: AnnotationDocument) => document.getShapes().map(({ data, ...shape }) => [shape.kind, [...data]]);
const undoAll = (document: AnnotationDocument) => {
  while (document.canUndo) document.undo();
};

test('all steps can be undone and redone after a reload', () => {
  const document = openDocument([createBox('a', [10, 10, 60, 60])]);
  const initialContent = getContent(document);
  const drawnShape = document.create({ kind: 'object', labelId: 'cat', data: [100, 100, 200, 200] })!;
  document.relabel('a', 'dog');
  document.move(drawnShape.id, { x: 5, y: 5 });
  document.delete('a');
  const finalContent = getContent(document);
  // After reopening, the drawn shape has the id of its server row.
  const reopened = reopen(document, { getRowId: (id) => (id === drawnShape.id ? 'row-1' : id) });
  expect(reopened.droppedCount).toBe(0);
  expect(reopened.document.undo()).toMatchObject([{ op: 'create', restores: { serverId: 'a' } }]);
  reopened.document.undo();
  expect(reopened.document.get('row-1')).toMatchObject({ data: [100, 100, 200, 200] });
  reopened.document.undo();
  expect(reopened.document.get('a')).toMatchObject({ labelId: 'cat' });
  reopened.document.undo();
  expect(getContent(reopened.document)).toEqual(initialContent);
  while (reopened.document.canRedo) reopened.document.redo();
  expect(getContent(reopened.document)).toEqual(finalContent);
});

test('steps that were undone before a reload can be redone', () => {
  const document = openDocument([createBox('a', [10, 10, 60, 60])]);
  document.relabel('a', 'dog');
  document.move('a', { x: 5, y: 5 });
  document.undo();
  document.undo();
  const reopenedDocument = reopen(document).document;
  expect(reopenedDocument.canUndo).toBe(false);
  reopenedDocument.redo();
  reopenedDocument.redo();
  expect(reopenedDocument.get('a')).toMatchObject({ labelId: 'dog', data: [15, 15, 65, 65] });
});

test('changes of another user to a shape are kept, and other shapes are undone', () => {
  const document = openDocument([createBox('a', [10, 10, 60, 60]), createBox('b', [10, 10, 60, 60])]);
  document.move('a', { x: 5, y: 5 });
  document.move(['a', 'b'], { x: 10, y: 0 });
  const { document: reopenedDocument, droppedCount } = reopen(document, {
    changeRows: (rows) => rows.map((row) => (row.id === 'a' ? ({ ...row, data: [0, 0, 500, 500] } as Shape) : row)),
  });
  expect(droppedCount).toBe(2);
  undoAll(reopenedDocument);
  expect(reopenedDocument.get('a')).toMatchObject({ data: [0, 0, 500, 500] });
  expect(reopenedDocument.get('b')).toMatchObject({ data: [10, 10, 60, 60] });
});

test('undo works when another user changed a different field', () => {
  const document = openDocument([createBox('a', [10, 10, 60, 60])]);
  document.move('a', { x: 5, y: 5 });
  const { document: reopenedDocument, droppedCount } = reopen(document, {
    changeRows: (rows) => rows.map((row) => ({ ...row, labelId: 'bird' }) as Shape),
  });
  expect(droppedCount).toBe(0);
  undoAll(reopenedDocument);
  expect(reopenedDocument.get('a')).toMatchObject({ data: [10, 10, 60, 60], labelId: 'bird' });
});

test('undo skips a drawn shape that another user changed or deleted', () => {
  const document = openDocument([]);
  const box = document.create({ kind: 'object', labelId: 'cat', data: [10, 10, 60, 60] })!;
  const changedByOther = reopen(document, { changeRows: (rows) => rows.map((row) => ({ ...row, labelId: 'dog' }) as Shape) });
  expect([changedByOther.document.canUndo, changedByOther.droppedCount]).toEqual([false, 1]);
  document.relabel(box.id, 'dog');
  const afterDeletion = reopen(document, { changeRows: () => [] });
  expect([afterDeletion.document.canUndo, afterDeletion.droppedCount]).toEqual([false, 2]);
});

test('undo skips a deleted shape that another user restored', () => {
  const document = openDocument([createBox('a', [10, 10, 60, 60])]);
  document.delete('a');
  const reopened = reopen(document, { changeRows: () => [{ ...createBox('a', [10, 10, 60, 60]), serverId: 'a' }] });
  expect([reopened.document.canUndo, reopened.droppedCount]).toEqual([false, 1]);
});

describe('a shape created by accepting a suspected error', () => {
  function createAcceptedShape() {
    const document = openDocument([]);
    const box = document.create({ kind: 'object', labelId: 'cat', data: [10, 10, 60, 60] })!;
    document.attachExternalStep(toUndoStep([createSuspectWrite('accepted', box.id)]));
    return { document, drawnShape: box };
  }

  test('stays one undo step after a reload and gets its row id', () => {
    const { document, drawnShape } = createAcceptedShape();
    const reopened = reopen(document, { getRowId: (id) => (id === drawnShape.id ? 'row-1' : id) });
    const externalEffects: unknown[] = [];
    reopened.document.onExternalStep((effects) => externalEffects.push(effects));
    expect(reopened.document.undo()).toMatchObject([{ op: 'delete', before: { id: 'row-1' } }]);
    expect(externalEffects).toMatchObject([{ writes: [{ kind: 'suspect', shape: 'row-1', before: 'accepted', after: 'open' }] }]);
    expect(reopened.document.canUndo).toBe(false);
    expect(reopened.document.redo()).toMatchObject([{ op: 'create' }]);
    expect(externalEffects).toMatchObject([{}, { writes: [{ kind: 'suspect', after: 'accepted' }] }]);
  });

  test('cannot be undone when another user changed the shape', () => {
    const { document } = createAcceptedShape();
    const reopened = reopen(document, { changeRows: (rows) => rows.map((row) => ({ ...row, labelId: 'dog' }) as Shape) });
    expect([reopened.document.canUndo, reopened.droppedCount]).toEqual([false, 1]);
  });
});

test('a stored step with an unknown kind of write is dropped', () => {
  const document = openDocument([]);
  const entry = { changes: [], at: 0, outside: { undo: { writes: [{ kind: 'rotation' }] }, redo: null } };
  const stacks: HistoryStacks = { undos: [entry], redos: [] };
  expect(reopen(document, { stacks })).toMatchObject({ droppedCount: 1, document: { canUndo: false } });
});
