import { openDocument as open, TRIANGLE } from '../testing/open-document';
import { createBox, createPoint, createPolygon } from '../testing/test-editor';

describe('changes from the server', () => {
  test('loadPage adds each shape once', () => {
    const { document, events } = open(createBox('a', [0, 0, 50, 50]));
    document.loadPage([createBox('a', [0, 0, 50, 50]), createPolygon('p', TRIANGLE)]);
    document.loadPage([]);
    expect(document.getCounts()).toEqual({ object: 1, polygon: 1, mask: 0, point: 0, skeleton: 0 });
    expect(events).toMatchObject([{ origin: 'remote', cause: 'load', changes: [{ op: 'create', after: { id: 'p' } }] }]);
  });

  test('shapes are in order of creation, which pages, other users and undo do not change', () => {
    const { document } = open();
    const createAt = (id: string, second: number) => ({
      ...createBox(id, [0, 0, 50, 50]),
      serverId: id,
      created: `2026-01-01T00:00:0${second}.000Z`,
    });
    const listIds = () => document.getShapes().map(({ id }) => id);
    // The server lists the newest rows first. Rows that were created by one bulk call have the same time.
    document.loadPage([createAt('d', 3), createAt('c', 2)]);
    document.loadPage([createAt('b', 2), createAt('a', 1)]);
    expect(listIds()).toEqual(['a', 'b', 'c', 'd']);
    const { id } = document.create({ kind: 'object', labelId: 'cat', data: [0, 0, 50, 50] })!;
    document.applyRemote([{ op: 'put', shape: createAt('e', 5) }]);
    expect(listIds()).toEqual(['a', 'b', 'c', 'd', 'e', id]);
    document.acknowledge(id, { serverId: 'f', version: 1, created: '2026-01-01T00:00:04.000Z' });
    expect(listIds()).toEqual(['a', 'b', 'c', 'd', id, 'e']);
    document.delete(['b', id]);
    document.undo();
    expect(listIds()).toEqual(['a', 'b', 'c', 'd', id, 'e']);
    document.duplicateMany(['a']);
    expect(listIds().slice(0, 6)).toEqual(['a', 'b', 'c', 'd', id, 'e']);
  });

  test('loadPage does not overwrite local changes', () => {
    const { document } = open(createBox('a', [0, 0, 50, 50]), createBox('b', [0, 0, 60, 60]));
    document.relabel('a', 'dog');
    document.delete('b');
    document.loadPage([createBox('a', [0, 0, 50, 50]), createBox('b', [0, 0, 60, 60])]);
    expect(document.getShapes()).toMatchObject([{ id: 'a', labelId: 'dog' }]);
  });

  test('acknowledge sets row id and version after later edits', () => {
    const { document } = open();
    const { id } = document.create({ kind: 'object', labelId: 'cat', data: [0, 0, 50, 50] })!;
    document.relabel(id, 'dog');
    document.acknowledge(id, { serverId: 's1', version: 1 });
    expect(document.get(id)).toMatchObject({ id, serverId: 's1', version: 1, labelId: 'dog' });
    expect(document.findByServerId('s1')).toBe(document.get(id));
    document.undo();
    expect(document.get(id)).toMatchObject({ serverId: 's1', version: 1, labelId: 'cat' });
  });

  test('a created shape that a page loads before its acknowledgement appears once', () => {
    const { document } = open();
    const { id } = document.create({ kind: 'object', labelId: 'cat', data: [0, 0, 50, 50] })!;
    document.loadPage([createBox('s1', [0, 0, 50, 50])]);
    document.acknowledge(id, { serverId: 's1', version: 1 });
    expect(document.getShapes()).toMatchObject([{ id, serverId: 's1' }]);
    document.loadPage([createBox('s1', [0, 0, 50, 50])]);
    expect(document.size).toBe(1);
  });

  test('a page does not restore a shape deleted before its acknowledgement', () => {
    const { document } = open();
    const { id } = document.create({ kind: 'object', labelId: 'cat', data: [0, 0, 50, 50] })!;
    document.delete(id);
    document.acknowledge(id, { serverId: 's1', version: 1 });
    document.loadPage([createBox('s1', [0, 0, 50, 50])]);
    expect(document.size).toBe(0);
  });

  test('applyRemote finds a created shape by its row id', () => {
    const { document } = open();
    const { id } = document.create({ kind: 'object', labelId: 'cat', data: [0, 0, 50, 50] })!;
    document.acknowledge(id, { serverId: 's1', version: 1 });
    document.applyRemote([{ op: 'put', shape: { ...createBox('s1', [1, 1, 60, 60], 'dog'), version: 2 } }]);
    expect(document.getShapes()).toMatchObject([{ id, serverId: 's1', version: 2, labelId: 'dog' }]);
    document.applyRemote([{ op: 'delete', serverId: 's1' }]);
    expect(document.size).toBe(0);
  });

  test('remote changes of a deleted row do not affect its restored shape', () => {
    const { document } = open(createBox('a', [0, 0, 50, 50]));
    document.delete('a');
    document.undo();
    document.applyRemote([
      { op: 'delete', serverId: 'a' },
      { op: 'put', shape: createBox('a', [9, 9, 50, 50], 'dog') },
    ]);
    expect(document.getShapes()).toMatchObject([{ id: 'a', labelId: 'cat', data: [0, 0, 50, 50] }]);
    document.acknowledge('a', { serverId: 'a2', version: 1 });
    document.loadPage([createBox('a2', [0, 0, 50, 50]), createBox('a', [0, 0, 50, 50])]);
    expect(document.getShapes()).toMatchObject([{ id: 'a', serverId: 'a2' }]);
  });

  test('a rejected delete restores the shape and leaves nothing to undo', () => {
    const { document, events } = open(createBox('a', [0, 0, 50, 50]));
    document.delete('a');
    document.applyRemote([{ op: 'restore', shape: { ...createBox('a', [5, 5, 50, 50]), version: 7 } }]);
    expect(document.get('a')).toMatchObject({ version: 7, data: [5, 5, 50, 50] });
    const eventCountBefore = events.length;
    document.undo();
    expect(events).toHaveLength(eventCountBefore);
    expect(document.canRedo).toBe(false);
  });

  test('a rejected delete adds the row beside a shape that undo restored', () => {
    const { document } = open(createBox('a', [0, 0, 50, 50]));
    document.delete('a');
    document.undo();
    document.acknowledge('a', { serverId: 'a2', version: 1 });
    document.applyRemote([{ op: 'restore', shape: createBox('a', [0, 0, 50, 50], 'dog') }]);
    expect(document.getShapes()).toMatchObject([
      { id: 'a', serverId: 'a2' },
      { serverId: 'a', labelId: 'dog' },
    ]);
    expect(document.getShapes()[1]!.id).not.toBe('a');
  });

  test('a rejected creation removes the shape and its undo step', () => {
    const { document } = open();
    const { id } = document.create({ kind: 'object', labelId: 'cat', data: [0, 0, 50, 50] })!;
    document.applyRemote([{ op: 'drop', id }]);
    expect(document.size).toBe(0);
    expect(document.canUndo).toBe(false);
  });

  test('rows without coordinates are skipped', () => {
    const { document } = open();
    document.loadPage([createPolygon('p', []), createPoint('t', [NaN, 1]), createBox('a', [0, 0, 50, 50])]);
    document.applyRemote([{ op: 'put', shape: createPolygon('q', []) }]);
    expect(document.getShapes()).toMatchObject([{ id: 'a' }]);
  });
});
