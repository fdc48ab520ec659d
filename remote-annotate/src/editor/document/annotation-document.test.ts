import { openDocument as open, TRIANGLE } from '../testing/open-document';
import { createBox, createPoint, createPolygon } from '../testing/test-editor';
import type { AnnotationDocument } from './annotation-document';
import { MAX_UNDO_STEPS } from './history';

describe('commands', () => {
  test('create rounds coordinates and clamps them to the image', () => {
    const { document } = open();
    expect(document.create({ kind: 'object', labelId: 'cat', data: [10.6, -5, 900, 99.4] })).toMatchObject({
      data: [11, 0, 800, 99],
      metaData: {},
    });
    expect(document.create({ kind: 'polygon', labelId: 'leaf', data: [0.2, 0, 0, 0.4, 900, 0, 100, 700] })).toMatchObject({
      data: [0, 0, 800, 0, 100, 600],
    });
    expect(document.create({ kind: 'point', name: ' a ', data: [-1, 1000] })).toMatchObject({ data: [0, 600], name: 'a' });
  });

  test.each<Parameters<AnnotationDocument['create']>[0]>([
    { kind: 'object', labelId: 'cat', data: [10, 10, 10, 50] },
    { kind: 'object', labelId: 'cat', data: [900, 10, 950, 50] },
    { kind: 'object', labelId: 'cat', data: [NaN, 10, 50, 50] },
    { kind: 'polygon', labelId: 'leaf', data: [10, 10, 20, 20] },
    { kind: 'polygon', labelId: 'leaf', data: [10, 10, 20, 20, 30, 30] },
    { kind: 'polygon', labelId: 'leaf', data: [10, 10, 20, 20, 30] },
  ])('create rejects a shape that the server would reject: %j', (draft) => {
    const { document, events } = open();
    expect(document.create(draft)).toBeNull();
    expect(events).toEqual([]);
    expect(document.canUndo).toBe(false);
  });

  test('createMany is one event and one undo step', () => {
    const { document, events } = open();
    const createdShapes = document.createMany([
      { kind: 'object', labelId: 'cat', data: [0, 0, 50, 50] },
      { kind: 'object', labelId: 'cat', data: [0, 0, 0, 0] },
      { kind: 'object', labelId: 'dog', data: [60, 60, 90, 90] },
    ]);
    expect(createdShapes).toHaveLength(2);
    expect(events).toHaveLength(1);
    document.undo();
    expect(document.size).toBe(0);
  });

  test('each edit of a shape emits one update', () => {
    const { document, events } = open(
      createBox('a', [100, 100, 200, 200]),
      createPolygon('p', [...TRIANGLE, 90, 200]),
      createPoint('t', [5, 5]),
    );
    expect(document.relabel('a', 'dog')).toBe(true);
    expect(document.rename('t', ' left ')).toBe(true);
    expect(document.setMeta('a', { seen: true })).toBe(true);
    expect(document.setData('a', [100, 100, 250.4, 200])).toBe(true);
    expect(document.removeVertex('p', 1)).toBe(true);
    expect(document.get('a')).toMatchObject({ labelId: 'dog', metaData: { seen: true }, data: [100, 100, 250, 200] });
    expect(document.get('p')).toMatchObject({ data: [100, 100, 200, 300, 90, 200] });
    expect(document.get('t')).toMatchObject({ name: 'left' });
    expect(events.map(({ origin, cause, changes }) => [origin, cause, changes.length])).toEqual(
      Array(5).fill(['local', 'update', 1]),
    );
  });

  test('a command without effect emits no event', () => {
    const { document, events } = open(
      createBox('a', [100, 100, 200, 200]),
      createPolygon('p', TRIANGLE),
      createPoint('t', [5, 5], 'tip'),
    );
    expect(document.relabel('a', 'cat')).toBe(false);
    expect(document.relabel('t', 'cat')).toBe(false);
    expect(document.rename('t', 'tip ')).toBe(false);
    expect(document.rename('t', 'x'.repeat(256))).toBe(false);
    expect(document.rename('a', 'x')).toBe(false);
    expect(document.setMeta('t', {})).toBe(false);
    expect(document.removeVertex('p', 0)).toBe(false);
    expect(document.setData('a', [100, 100, 200, 200])).toBe(false);
    expect(document.setData('a', [100, 100, 100, 200])).toBe(false);
    expect(document.move('gone', { x: 1, y: 1 })).toBe(false);
    expect(document.delete('gone')).toBe(false);
    expect(document.duplicateMany(['gone'])).toEqual([]);
    expect(document.eraseAll(['object'])).toBe(1);
    expect(document.eraseAll(['object'])).toBe(0);
    expect(events).toHaveLength(1);
  });

  describe('commands on many shapes', () => {
    const openTwoShapes = () =>
      open(
        createBox('a', [10, 10, 60, 60]),
        createBox('b', [700, 500, 790, 590]),
        createPoint('t', [5, 5]),
        createPoint('u', [9, 9]),
      );
    const bothIds = ['a', 'b'];

    test.each<[string, (document: AnnotationDocument) => unknown, number]>([
      ['delete', (document) => document.delete(bothIds), 2],
      ['relabel', (document) => document.relabel([...bothIds, 't'], 'dog'), 2],
      ['rename', (document) => document.rename(['t', 'u', 'a'], 'left'), 2],
      ['set meta data', (document) => document.setMeta([...bothIds, 'gone', 'a'], { seen: true }), 2],
      ['move', (document) => document.move(bothIds, { x: 1, y: 1 }), 2],
      ['duplicate', (document) => document.duplicateMany(bothIds), 2],
    ])('%s is one event and one undo step', (_, command, changed) => {
      const { document, events } = openTwoShapes();
      const shapesBefore = document.getShapes();
      command(document);
      expect(events.map(({ changes }) => changes.length)).toEqual([changed]);
      document.undo();
      expect(document.canUndo).toBe(false);
      expect(document.getShapes()).toMatchObject(shapesBefore.map(({ id, data }) => ({ id, data })));
    });

    test('move keeps relative positions and stops at the edge of the image', () => {
      const { document } = openTwoShapes();
      document.move(bothIds, { x: 50, y: -50 });
      expect([document.get('a')?.data, document.get('b')?.data]).toEqual([
        [20, 0, 70, 50],
        [710, 490, 800, 580],
      ]);
    });

    test('duplicateMany places all copies with the same offset', () => {
      const { document } = openTwoShapes();
      expect(document.duplicateMany(bothIds).map(({ data }) => data)).toEqual([
        [20, 20, 70, 70],
        [710, 510, 800, 600],
      ]);
    });

    test('repeated moves with the same coalesce key are one undo step', () => {
      const { document } = openTwoShapes();
      for (let stepNumber = 0; stepNumber < 3; stepNumber += 1) document.move(bothIds, { x: 0, y: 1 }, { coalesceKey: 'nudge' });
      document.undo();
      expect(document.get('b')).toMatchObject({ data: [700, 500, 790, 590] });
    });

    test('eraseAll deletes the shapes grouped by kind', () => {
      const { document, events } = open(createPoint('t', [5, 5]), createBox('a', [10, 10, 60, 60]), createPoint('u', [9, 9]));
      document.eraseAll();
      expect(events[0]?.changes.map((change) => change.op === 'delete' && change.before.id)).toEqual(['a', 't', 'u']);
    });
  });

  test('duplicate copies label and meta data', () => {
    const { document } = open({ ...createBox('a', [10, 10, 40, 40], 'dog'), metaData: { depth: 3 } });
    expect(document.duplicateMany(['a'])).toMatchObject([{ labelId: 'dog', metaData: { depth: 3 }, data: [20, 20, 50, 50] }]);
  });
});

describe('listen', () => {
  test('a local listener receives only local changes and undo', () => {
    const { document } = open();
    const causes: string[] = [];
    const stopListening = document.listen(({ cause }) => causes.push(cause), 'local');
    document.loadPage([createBox('a', [0, 0, 50, 50])]);
    document.relabel('a', 'dog');
    document.acknowledge('a', { version: 2 });
    document.undo();
    document.applyRemote([{ op: 'delete', serverId: 'a' }]);
    stopListening();
    document.create({ kind: 'point', name: 'x', data: [1, 1] });
    expect(causes).toEqual(['update', 'undo']);
  });

  test('listeners get events in order even if a listener changes the document', () => {
    const { document } = open();
    const causes: string[] = [];
    document.listen(({ cause, changes: [change] }) => {
      if (cause === 'create' && change?.op === 'create') document.acknowledge(change.after.id, { serverId: 's1', version: 1 });
    });
    document.listen(({ cause }) => causes.push(cause));
    document.create({ kind: 'point', name: 'x', data: [1, 1] });
    expect(causes).toEqual(['create', 'acknowledge']);
  });

  test('a listener that throws does not prevent the others from being called', () => {
    const { document } = open();
    const causes: string[] = [];
    document.listen(() => {
      throw new Error('broken');
    });
    document.listen(({ cause }) => causes.push(cause));
    expect(() => document.create({ kind: 'point', name: 'x', data: [1, 1] })).toThrow('broken');
    expect(causes).toEqual(['create']);
    expect(document.size).toBe(1);
  });
});

describe('undo and redo', () => {
  test('undo of a delete creates the shape at its former position', () => {
    const { document, events } = open(createBox('a', [0, 0, 50, 50]), createBox('b', [0, 0, 60, 60]));
    document.delete('a');
    document.undo();
    expect(document.getShapes().map(({ id }) => id)).toEqual(['a', 'b']);
    expect(document.get('a')).toEqual({ kind: 'object', id: 'a', labelId: 'cat', data: [0, 0, 50, 50], metaData: {} });
    expect(events.at(-1)).toMatchObject({ origin: 'local', cause: 'undo', changes: [{ op: 'create', after: { id: 'a' } }] });
  });

  test("undo reverts only the current user's changes", () => {
    const { document } = open(createBox('a', [0, 0, 50, 50]));
    document.move('a', { x: 10, y: 0 });
    document.applyRemote([{ op: 'put', shape: { ...createBox('a', [10, 0, 60, 50], 'dog'), version: 5 } }]);
    document.undo();
    expect(document.get('a')).toMatchObject({ data: [0, 0, 50, 50], labelId: 'dog', version: 5 });
    document.redo();
    expect(document.get('a')).toMatchObject({ data: [10, 0, 60, 50], labelId: 'dog', version: 5 });
  });

  test('undo skips shapes that somebody else deleted', () => {
    const { document, events } = open(createBox('a', [0, 0, 50, 50]), createBox('b', [0, 0, 60, 60]));
    document.relabel('b', 'dog');
    document.relabel('a', 'dog');
    document.applyRemote([{ op: 'delete', serverId: 'a' }]);
    expect(document.undo()).toMatchObject([{ op: 'update', after: { id: 'b', labelId: 'cat' } }]);
    expect(document.canUndo).toBe(false);
    const eventCountBefore = events.length;
    expect(document.undo()).toEqual([]);
    expect(events).toHaveLength(eventCountBefore);
  });

  test('remote changes cannot be undone', () => {
    const { document } = open(createBox('a', [0, 0, 50, 50]));
    document.applyRemote([
      { op: 'put', shape: createBox('z', [5, 5, 50, 50]) },
      { op: 'put', shape: createBox('a', [1, 1, 50, 50]) },
    ]);
    document.acknowledge('a', { version: 3 });
    expect(document.canUndo).toBe(false);
  });

  test('a new command clears the redo stack', () => {
    const { document } = open(createBox('a', [0, 0, 50, 50]));
    document.relabel('a', 'dog');
    document.undo();
    expect(document.canRedo).toBe(true);
    document.move('a', { x: 1, y: 0 });
    expect(document.canRedo).toBe(false);
  });

  test('the oldest undo steps are dropped beyond the limit', () => {
    const { document } = open();
    for (let stepNumber = 0; stepNumber <= MAX_UNDO_STEPS; stepNumber += 1)
      document.create({ kind: 'point', name: `${stepNumber}`, data: [1, 1] });
    while (document.undo().length > 0);
    expect(document.getShapes()).toMatchObject([{ name: '0' }]);
  });
});
