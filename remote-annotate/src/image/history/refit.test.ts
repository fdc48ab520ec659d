import { AnnotationDocument } from '../../editor/document/annotation-document';
import type { HistoryStacks, Shape } from '../../editor';
import { box } from '../../editor/testing/test-editor';
import { suspectWrite } from '../../outbox/testing/writes';
import { toUndoStep } from './outside-work';
import { refit } from './refit';

const PICTURE = { width: 1000, height: 1000 };

/** A document with the rows that a server's list gives. */
function opened(rows: readonly Shape[]): AnnotationDocument {
  const document = new AnnotationDocument({ picture: PICTURE });
  document.loadPage(rows);
  return document;
}

/** What the next visit finds: the rows as the server lists them, under its ids, and the history as it was stored. */
function nextVisit(
  before: AnnotationDocument,
  { rename = (id: string) => id, change = (rows: Shape[]) => rows, stacks = before.historyStacks } = {},
) {
  const rows = before.shapes().map((shape) => ({ ...shape, id: rename(shape.id), serverId: rename(shape.id), version: 7 }));
  const document = opened(change(structuredClone(rows)));
  const refitted = refit(structuredClone(stacks), document, (id) => (rename(id) === id ? undefined : rename(id)));
  document.restoreHistory(refitted, refitted.rows);
  return { document, dropped: refitted.dropped };
}

const content = (document: AnnotationDocument) => document.shapes().map(({ data, ...shape }) => [shape.kind, [...data]]);
const undoAll = (document: AnnotationDocument) => {
  while (document.canUndo) document.undo();
};

test('every step is undone after a reload, in its order, and redone', () => {
  const document = opened([box('a', [10, 10, 60, 60])]);
  const begin = content(document);
  const drawn = document.create({ kind: 'object', labelId: 'cat', data: [100, 100, 200, 200] })!;
  document.relabel('a', 'dog');
  document.move(drawn.id, { x: 5, y: 5 });
  document.delete('a');
  const end = content(document);
  // The drawn shape comes back under its row's id.
  const next = nextVisit(document, { rename: (id) => (id === drawn.id ? 'row-1' : id) });
  expect(next.dropped).toBe(0);
  expect(next.document.undo()).toMatchObject([{ op: 'create', restores: { serverId: 'a' } }]);
  next.document.undo();
  expect(next.document.get('row-1')).toMatchObject({ data: [100, 100, 200, 200] });
  next.document.undo();
  expect(next.document.get('a')).toMatchObject({ labelId: 'cat' });
  next.document.undo();
  expect(content(next.document)).toEqual(begin);
  while (next.document.canRedo) next.document.redo();
  expect(content(next.document)).toEqual(end);
});

test('what was undone before the reload can be redone after it', () => {
  const document = opened([box('a', [10, 10, 60, 60])]);
  document.relabel('a', 'dog');
  document.move('a', { x: 5, y: 5 });
  document.undo();
  document.undo();
  const next = nextVisit(document).document;
  expect(next.canUndo).toBe(false);
  next.redo();
  next.redo();
  expect(next.get('a')).toMatchObject({ labelId: 'dog', data: [15, 15, 65, 65] });
});

test('a shape that somebody else has changed since keeps what they did; the others are undone', () => {
  const document = opened([box('a', [10, 10, 60, 60]), box('b', [10, 10, 60, 60])]);
  document.move('a', { x: 5, y: 5 });
  document.move(['a', 'b'], { x: 10, y: 0 });
  const { document: next, dropped } = nextVisit(document, {
    change: (rows) => rows.map((row) => (row.id === 'a' ? ({ ...row, data: [0, 0, 500, 500] } as Shape) : row)),
  });
  expect(dropped).toBe(2);
  undoAll(next);
  expect(next.get('a')).toMatchObject({ data: [0, 0, 500, 500] });
  expect(next.get('b')).toMatchObject({ data: [10, 10, 60, 60] });
});

test('a field that somebody else has changed leaves the steps of the others as they are', () => {
  const document = opened([box('a', [10, 10, 60, 60])]);
  document.move('a', { x: 5, y: 5 });
  const { document: next, dropped } = nextVisit(document, {
    change: (rows) => rows.map((row) => ({ ...row, labelId: 'bird' }) as Shape),
  });
  expect(dropped).toBe(0);
  undoAll(next);
  expect(next.get('a')).toMatchObject({ data: [10, 10, 60, 60], labelId: 'bird' });
});

test('a drawn shape that somebody else has changed is not deleted by an undo, and one that they deleted not drawn again', () => {
  const document = opened([]);
  const drawn = document.create({ kind: 'object', labelId: 'cat', data: [10, 10, 60, 60] })!;
  const changed = nextVisit(document, { change: (rows) => rows.map((row) => ({ ...row, labelId: 'dog' }) as Shape) });
  expect([changed.document.canUndo, changed.dropped]).toEqual([false, 1]);
  document.relabel(drawn.id, 'dog');
  const gone = nextVisit(document, { change: () => [] });
  expect([gone.document.canUndo, gone.dropped]).toEqual([false, 2]);
});

test('a deleted shape that somebody else has brought back is theirs', () => {
  const document = opened([box('a', [10, 10, 60, 60])]);
  document.delete('a');
  const next = nextVisit(document, { change: () => [{ ...box('a', [10, 10, 60, 60]), serverId: 'a' }] });
  expect([next.document.canUndo, next.dropped]).toEqual([false, 1]);
});

describe('a shape drawn together with a decision', () => {
  function accepted() {
    const document = opened([]);
    const drawn = document.create({ kind: 'object', labelId: 'cat', data: [10, 10, 60, 60] })!;
    document.attachOutside(toUndoStep([suspectWrite('accepted', drawn.id)]));
    return { document, drawn };
  }

  test('is one step after a reload too, about the row that it has become', () => {
    const { document, drawn } = accepted();
    const next = nextVisit(document, { rename: (id) => (id === drawn.id ? 'row-1' : id) });
    const told: unknown[] = [];
    next.document.onOutside((work) => told.push(work));
    expect(next.document.undo()).toMatchObject([{ op: 'delete', before: { id: 'row-1' } }]);
    expect(told).toMatchObject([{ writes: [{ kind: 'suspect', shape: 'row-1', before: 'accepted', after: 'open' }] }]);
    expect(next.document.canUndo).toBe(false);
    expect(next.document.redo()).toMatchObject([{ op: 'create' }]);
    expect(told).toMatchObject([{}, { writes: [{ kind: 'suspect', after: 'accepted' }] }]);
  });

  test('is not undone where somebody else has changed it: nor is the decision', () => {
    const { document } = accepted();
    const next = nextVisit(document, { change: (rows) => rows.map((row) => ({ ...row, labelId: 'dog' }) as Shape) });
    expect([next.document.canUndo, next.dropped]).toEqual([false, 1]);
  });
});

test('a step that a later release has stored is none of ours', () => {
  const document = opened([]);
  const entry = { changes: [], at: 0, outside: { undo: { writes: [{ kind: 'rotation' }] }, redo: null } };
  const stacks: HistoryStacks = { undos: [entry], redos: [] };
  expect(nextVisit(document, { stacks })).toMatchObject({ dropped: 1, document: { canUndo: false } });
});
