import type { BoxShape } from '../../editor';
import { openDocument } from '../../editor/testing/open-document';
import { toServerState } from './reload-shapes';

const createBox = (id: string, version: number, x = 10): BoxShape => ({
  kind: 'object',
  id,
  serverId: id,
  version,
  labelId: 'cup',
  data: [x, 10, x + 40, 50],
  metaData: {},
});

test('changed rows replace shapes, and deleted and restored rows remove and add shapes', () => {
  const { document } = openDocument(...['same', 'moved', 'deleted', 'restored'].map((id) => createBox(id, 1)));
  document.delete('restored');
  const serverShapes = [createBox('same', 1), createBox('moved', 2, 99), createBox('restored', 3, 7)];
  document.applyRemote(toServerState(document, serverShapes));
  expect(document.getShapes().map(({ id, data }) => [id, data[0]])).toEqual([
    ['same', 10],
    ['moved', 99],
    ['restored', 7],
  ]);
  expect(document.get('moved')?.version).toBe(2);
});

test('unsaved shapes are kept, and unchanged rows cause no changes', () => {
  const { document } = openDocument(createBox('same', 1));
  document.create({ kind: 'object', labelId: 'cup', data: [60, 60, 120, 120] });
  expect(toServerState(document, [createBox('same', 1)])).toEqual([]);
  expect(document.getShapes()).toHaveLength(2);
});
