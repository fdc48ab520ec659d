import { openDocument as open, TRIANGLE } from '../testing/open-document';
import { box, point, polygon } from '../testing/test-editor';

describe('what comes from the server', () => {
  test('pages add up, and a page adds nothing twice', () => {
    const { document, events } = open(box('a', [0, 0, 50, 50]));
    document.loadPage([box('a', [0, 0, 50, 50]), polygon('p', TRIANGLE)]);
    document.loadPage([]);
    expect(document.counts()).toEqual({ object: 1, polygon: 1, point: 0 });
    expect(events).toMatchObject([{ origin: 'remote', cause: 'load', changes: [{ op: 'create', after: { id: 'p' } }] }]);
  });

  test('a page that was under way leaves local work alone', () => {
    const { document } = open(box('a', [0, 0, 50, 50]), box('b', [0, 0, 60, 60]));
    document.relabel('a', 'dog');
    document.delete('b');
    document.loadPage([box('a', [0, 0, 50, 50]), box('b', [0, 0, 60, 60])]);
    expect(document.shapes()).toMatchObject([{ id: 'a', labelId: 'dog' }]);
  });

  test('an acknowledgement sets id and version, whatever has been done since', () => {
    const { document } = open();
    const { id } = document.create({ kind: 'object', labelId: 'cat', data: [0, 0, 50, 50] })!;
    document.relabel(id, 'dog');
    document.acknowledge(id, { serverId: 's1', version: 1 });
    expect(document.get(id)).toMatchObject({ id, serverId: 's1', version: 1, labelId: 'dog' });
    expect(document.byServerId('s1')).toBe(document.get(id));
    document.undo();
    expect(document.get(id)).toMatchObject({ serverId: 's1', version: 1, labelId: 'cat' });
  });

  test('a drawn shape that a page brings before its acknowledgement is there once', () => {
    const { document } = open();
    const { id } = document.create({ kind: 'object', labelId: 'cat', data: [0, 0, 50, 50] })!;
    document.loadPage([box('s1', [0, 0, 50, 50])]);
    document.acknowledge(id, { serverId: 's1', version: 1 });
    expect(document.shapes()).toMatchObject([{ id, serverId: 's1' }]);
    document.loadPage([box('s1', [0, 0, 50, 50])]);
    expect(document.size).toBe(1);
  });

  test('a shape deleted before its creation was acknowledged does not come back with a page', () => {
    const { document } = open();
    const { id } = document.create({ kind: 'object', labelId: 'cat', data: [0, 0, 50, 50] })!;
    document.delete(id);
    document.acknowledge(id, { serverId: 's1', version: 1 });
    document.loadPage([box('s1', [0, 0, 50, 50])]);
    expect(document.size).toBe(0);
  });

  test("other people's changes find a shape by the server's id", () => {
    const { document } = open();
    const { id } = document.create({ kind: 'object', labelId: 'cat', data: [0, 0, 50, 50] })!;
    document.acknowledge(id, { serverId: 's1', version: 1 });
    document.applyRemote([{ op: 'put', shape: { ...box('s1', [1, 1, 60, 60], 'dog'), version: 2 } }]);
    expect(document.shapes()).toMatchObject([{ id, serverId: 's1', version: 2, labelId: 'dog' }]);
    document.applyRemote([{ op: 'delete', serverId: 's1' }]);
    expect(document.size).toBe(0);
  });

  test('after an undone delete, news of the old row does not touch the new shape', () => {
    const { document } = open(box('a', [0, 0, 50, 50]));
    document.delete('a');
    document.undo();
    document.applyRemote([
      { op: 'delete', serverId: 'a' },
      { op: 'put', shape: box('a', [9, 9, 50, 50], 'dog') },
    ]);
    expect(document.shapes()).toMatchObject([{ id: 'a', labelId: 'cat', data: [0, 0, 50, 50] }]);
    document.acknowledge('a', { serverId: 'a2', version: 1 });
    document.loadPage([box('a2', [0, 0, 50, 50]), box('a', [0, 0, 50, 50])]);
    expect(document.shapes()).toMatchObject([{ id: 'a', serverId: 'a2' }]);
  });

  test('a refused delete restores the shape; an undo of that delete then has nothing to do', () => {
    const { document, events } = open(box('a', [0, 0, 50, 50]));
    document.delete('a');
    document.applyRemote([{ op: 'restore', shape: { ...box('a', [5, 5, 50, 50]), version: 7 } }]);
    expect(document.get('a')).toMatchObject({ version: 7, data: [5, 5, 50, 50] });
    const before = events.length;
    document.undo();
    expect(events).toHaveLength(before);
    expect(document.canRedo).toBe(false);
  });

  test('a refused delete whose shape was drawn again already comes back beside it', () => {
    const { document } = open(box('a', [0, 0, 50, 50]));
    document.delete('a');
    document.undo();
    document.acknowledge('a', { serverId: 'a2', version: 1 });
    document.applyRemote([{ op: 'restore', shape: box('a', [0, 0, 50, 50], 'dog') }]);
    expect(document.shapes()).toMatchObject([
      { id: 'a', serverId: 'a2' },
      { serverId: 'a', labelId: 'dog' },
    ]);
    expect(document.shapes()[1]!.id).not.toBe('a');
  });

  test('a refused creation is dropped, with its undo', () => {
    const { document } = open();
    const { id } = document.create({ kind: 'object', labelId: 'cat', data: [0, 0, 50, 50] })!;
    document.applyRemote([{ op: 'drop', id }]);
    expect(document.size).toBe(0);
    expect(document.canUndo).toBe(false);
  });

  test('a row without coordinates is left out', () => {
    const { document } = open();
    document.loadPage([polygon('p', []), point('t', [NaN, 1]), box('a', [0, 0, 50, 50])]);
    document.applyRemote([{ op: 'put', shape: polygon('q', []) }]);
    expect(document.shapes()).toMatchObject([{ id: 'a' }]);
  });
});
