import { openDocument as open, PICTURE, TRIANGLE } from '../testing/open-document';
import { box, point, polygon } from '../testing/test-editor';
import { AnnotationDocument } from './annotation-document';

describe('commands', () => {
  test('coordinates are rounded and clamped to the picture', () => {
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
  ])('what the server would refuse is not made: %j', (draft) => {
    const { document, events } = open();
    expect(document.create(draft)).toBeNull();
    expect(events).toEqual([]);
    expect(document.canUndo).toBe(false);
  });

  test('many at once are one event and one undo', () => {
    const { document, events } = open();
    const made = document.createMany([
      { kind: 'object', labelId: 'cat', data: [0, 0, 50, 50] },
      { kind: 'object', labelId: 'cat', data: [0, 0, 0, 0] },
      { kind: 'object', labelId: 'dog', data: [60, 60, 90, 90] },
    ]);
    expect(made).toHaveLength(2);
    expect(events).toHaveLength(1);
    document.undo();
    expect(document.size).toBe(0);
  });

  test('relabel, rename, meta data, coordinates and a vertex less each make one change', () => {
    const { document, events } = open(box('a', [100, 100, 200, 200]), polygon('p', [...TRIANGLE, 90, 200]), point('t', [5, 5]));
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

  test('what changes nothing, or makes no sense for the kind, is no event', () => {
    const { document, events } = open(box('a', [100, 100, 200, 200]), polygon('p', TRIANGLE), point('t', [5, 5], 'tip'));
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
    expect(document.duplicate('gone')).toBeNull();
    expect(document.eraseAll(['object'])).toBe(1);
    expect(document.eraseAll(['object'])).toBe(0);
    expect(events).toHaveLength(1);
  });

  describe('on many shapes', () => {
    const openMany = () =>
      open(box('a', [10, 10, 60, 60]), box('b', [700, 500, 790, 590]), point('t', [5, 5]), point('u', [9, 9]));
    const both = ['a', 'b'];

    test.each<[string, (document: AnnotationDocument) => unknown, number]>([
      ['delete', (document) => document.delete(both), 2],
      ['relabel', (document) => document.relabel([...both, 't'], 'dog'), 2],
      ['rename', (document) => document.rename(['t', 'u', 'a'], 'left'), 2],
      ['set meta data', (document) => document.setMeta([...both, 'gone', 'a'], { seen: true }), 2],
      ['move', (document) => document.move(both, { x: 1, y: 1 }), 2],
      ['duplicate', (document) => document.duplicateMany(both), 2],
    ])('%s is one event and one undo', (_, command, changed) => {
      const { document, events } = openMany();
      const before = document.shapes();
      command(document);
      expect(events.map(({ changes }) => changes.length)).toEqual([changed]);
      document.undo();
      expect(document.canUndo).toBe(false);
      expect(document.shapes()).toMatchObject(before.map(({ id, data }) => ({ id, data })));
    });

    test('a move keeps their places to each other, as far as the picture reaches for all', () => {
      const { document } = openMany();
      document.move(both, { x: 50, y: -50 });
      expect([document.get('a')?.data, document.get('b')?.data]).toEqual([
        [20, 0, 70, 50],
        [710, 490, 800, 580],
      ]);
    });

    test('copies lie beside their originals, all by the same way', () => {
      const { document } = openMany();
      expect(document.duplicateMany(both).map(({ data }) => data)).toEqual([
        [20, 20, 70, 70],
        [710, 510, 800, 600],
      ]);
    });

    test('moves by a held key are one undo', () => {
      const { document } = openMany();
      for (let step = 0; step < 3; step += 1) document.move(both, { x: 0, y: 1 }, { coalesceKey: 'nudge' });
      document.undo();
      expect(document.get('b')).toMatchObject({ data: [700, 500, 790, 590] });
    });

    test('all are erased kind after kind', () => {
      const { document, events } = open(point('t', [5, 5]), box('a', [10, 10, 60, 60]), point('u', [9, 9]));
      document.eraseAll();
      expect(events[0]?.changes.map((change) => change.op === 'delete' && change.before.id)).toEqual(['a', 't', 'u']);
    });
  });

  test('a duplicate keeps label and meta data', () => {
    const { document } = open({ ...box('a', [10, 10, 40, 40], 'dog'), metaData: { depth: 3 } });
    expect(document.duplicate('a')).toMatchObject({ labelId: 'dog', metaData: { depth: 3 }, data: [20, 20, 50, 50] });
  });
});

describe('listening', () => {
  test('the outbox hears local changes only, undo included', () => {
    const { document } = open();
    const heard: string[] = [];
    const end = document.listen(({ cause }) => heard.push(cause), 'local');
    document.loadPage([box('a', [0, 0, 50, 50])]);
    document.relabel('a', 'dog');
    document.acknowledge('a', { version: 2 });
    document.undo();
    document.applyRemote([{ op: 'delete', serverId: 'a' }]);
    end();
    document.create({ kind: 'point', name: 'x', data: [1, 1] });
    expect(heard).toEqual(['update', 'undo']);
  });

  test('every listener hears changes in their order, also when one of them changes the document', () => {
    const { document } = open();
    const heard: string[] = [];
    document.listen(({ cause, changes: [change] }) => {
      if (cause === 'create' && change?.op === 'create') document.acknowledge(change.after.id, { serverId: 's1', version: 1 });
    });
    document.listen(({ cause }) => heard.push(cause));
    document.create({ kind: 'point', name: 'x', data: [1, 1] });
    expect(heard).toEqual(['create', 'acknowledge']);
  });

  test('a listener that fails keeps nothing from the others', () => {
    const { document } = open();
    const heard: string[] = [];
    document.listen(() => {
      throw new Error('broken');
    });
    document.listen(({ cause }) => heard.push(cause));
    expect(() => document.create({ kind: 'point', name: 'x', data: [1, 1] })).toThrow('broken');
    expect(heard).toEqual(['create']);
    expect(document.size).toBe(1);
  });
});

describe('undo and redo', () => {
  test('a shape that comes back is a new one to the server, in its old place', () => {
    const { document, events } = open(box('a', [0, 0, 50, 50]), box('b', [0, 0, 60, 60]));
    document.delete('a');
    document.undo();
    expect(document.shapes().map(({ id }) => id)).toEqual(['a', 'b']);
    expect(document.get('a')).toEqual({ kind: 'object', id: 'a', labelId: 'cat', data: [0, 0, 50, 50], metaData: {} });
    expect(events.at(-1)).toMatchObject({ origin: 'local', cause: 'undo', changes: [{ op: 'create', after: { id: 'a' } }] });
  });

  test('undo takes back what was done here and leaves what somebody else did to the same shape', () => {
    const { document } = open(box('a', [0, 0, 50, 50]));
    document.move('a', { x: 10, y: 0 });
    document.applyRemote([{ op: 'put', shape: { ...box('a', [10, 0, 60, 50], 'dog'), version: 5 } }]);
    document.undo();
    expect(document.get('a')).toMatchObject({ data: [0, 0, 50, 50], labelId: 'dog', version: 5 });
    document.redo();
    expect(document.get('a')).toMatchObject({ data: [10, 0, 60, 50], labelId: 'dog', version: 5 });
  });

  test('what somebody else removed can no longer be undone', () => {
    const { document, events } = open(box('a', [0, 0, 50, 50]), box('b', [0, 0, 60, 60]));
    document.relabel('b', 'dog');
    document.relabel('a', 'dog');
    document.applyRemote([{ op: 'delete', serverId: 'a' }]);
    expect(document.undo()).toMatchObject([{ op: 'update', after: { id: 'b', labelId: 'cat' } }]);
    expect(document.canUndo).toBe(false);
    const before = events.length;
    expect(document.undo()).toEqual([]);
    expect(events).toHaveLength(before);
  });

  test('remote changes are no undo steps', () => {
    const { document } = open(box('a', [0, 0, 50, 50]));
    document.applyRemote([
      { op: 'put', shape: box('z', [5, 5, 50, 50]) },
      { op: 'put', shape: box('a', [1, 1, 50, 50]) },
    ]);
    document.acknowledge('a', { version: 3 });
    expect(document.canUndo).toBe(false);
  });

  test('a new command ends what could be redone', () => {
    const { document } = open(box('a', [0, 0, 50, 50]));
    document.relabel('a', 'dog');
    document.undo();
    expect(document.canRedo).toBe(true);
    document.move('a', { x: 1, y: 0 });
    expect(document.canRedo).toBe(false);
  });

  test('the oldest steps fall off past the limit', () => {
    const document = new AnnotationDocument({ picture: PICTURE, historyLimit: 2 });
    for (const name of ['a', 'b', 'c']) document.create({ kind: 'point', name, data: [1, 1] });
    while (document.undo().length > 0);
    expect(document.shapes()).toMatchObject([{ name: 'a' }]);
  });
});
