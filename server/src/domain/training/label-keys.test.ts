import { randomUUID } from 'node:crypto';
import { expectBody, type TestClient } from '../../testing/api/client';
import { createNamedRow } from '../../testing/api/fixtures';
import { setUpTestServer } from '../../testing/api/test-server';

const KINDS = ['detection', 'segmentation', 'recognition'] as const;
const getPath = (kind: (typeof KINDS)[number]) => `/${kind}/v2/label/`;

interface KeyedLabel {
  id: string;
  key: string | null;
}

const server = setUpTestServer();
let client: TestClient;
beforeEach(async () => {
  ({ client } = await server.createTenant());
});

const create = (path: string, name: string, fields: object = {}) => createNamedRow<KeyedLabel>(client, path, { name, ...fields });
const readKey = async (path: string, { id }: KeyedLabel) => expectBody<KeyedLabel>(await client.get(`${path}${id}`)).key;

describe.each(KINDS)('keys of %s labels', (kind) => {
  const path = getPath(kind);

  it('are the free digits in order of creation, and stay when other labels are deleted', async () => {
    const labels: KeyedLabel[] = [];
    for (let number = 1; number <= 10; number += 1) labels.push(await create(path, `Label ${number}`));
    expect(labels.map(({ key }) => key)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', null]);
    await client.delete(`${path}${labels[1]!.id}`);
    expect(await readKey(path, labels[2]!)).toBe('3');
    expect(await readKey(path, labels[9]!)).toBeNull();
    expect((await create(path, 'Later')).key).toBe('2');
  });

  it('are set by users, and refused if another label has them', async () => {
    const [apple, pear] = [await create(path, 'Apple', { key: 'f' }), await create(path, 'Pear', { key: null })];
    expect([apple.key, pear.key]).toEqual(['f', '1']);
    const conflictResponse = await client.put(`${path}${pear.id}`, { key: 'f' });
    expect([conflictResponse.status, conflictResponse.text]).toEqual([
      400,
      expect.stringContaining('is already the key of the label “Apple”'),
    ]);
    expect((await client.post(path, { name: 'Fig', key: 'f' })).status).toBe(400);
    expect((await client.put(`${path}${pear.id}`, { key: 'ab' })).status).toBe(400);
    expect(expectBody(await client.put(`${path}${apple.id}`, { key: 'f', name: 'Apples' }))).toMatchObject({ key: 'f' });
    expect(expectBody(await client.put(`${path}${apple.id}`, { key: null }))).toMatchObject({ key: null });
    expect(expectBody(await client.put(`${path}${pear.id}`, { key: 'f' }))).toMatchObject({ key: 'f' });
    expect(expectBody(await client.put(`${path}${pear.id}`, { name: 'Pears' }))).toMatchObject({ key: 'f' });
  });
});

it('labels that are created at the same time get different keys', async () => {
  const path = getPath('detection');
  const labels = await Promise.all(Array.from({ length: 8 }, (_, index) => create(path, `Label ${index}`)));
  expect(new Set(labels.map(({ key }) => key))).toEqual(new Set(['1', '2', '3', '4', '5', '6', '7', '8']));
});

it('a restored label whose key another label has got gets another digit', async () => {
  const path = getPath('segmentation');
  const first = await create(path, 'First');
  const changeSet = randomUUID();
  await client.delete(`${path}${first.id}`, undefined, { headers: { 'Change-Set': changeSet } });
  const second = await create(path, 'Second');
  expect(second.key).toBe('1');
  expectBody(await client.post('/history/v2/undo', { key: changeSet }));
  expect([await readKey(path, first), await readKey(path, second)]).toEqual(['2', '1']);
});
