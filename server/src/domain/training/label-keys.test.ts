import { randomUUID } from 'node:crypto';
import { expectBody, type TestClient } from '../../testing/api/client';
import { createNamedRow } from '../../testing/api/fixtures';
import { setUpTestServer } from '../../testing/api/test-server';

const LABEL_DOMAINS = ['detection', 'segmentation', 'recognition'] as const;
const getLabelPath = (kind: (typeof LABEL_DOMAINS)[number]) => `/${kind}/v2/label/`;

interface KeyedLabel {
  id: string;
  key: string | null;
}

const server = setUpTestServer();
let client: TestClient;
beforeEach(async () => {
  ({ client } = await server.createTenant());
});

const createLabel = (path: string, name: string, fields: object = {}) =>
  createNamedRow<KeyedLabel>(client, path, { name, ...fields });
const readKey = async (path: string, { id }: KeyedLabel) => expectBody<KeyedLabel>(await client.get(`${path}${id}`)).key;

describe.each(LABEL_DOMAINS)('keys of %s labels', (kind) => {
  const path = getLabelPath(kind);

  it('are the free digits in order of creation, and remain when other labels are deleted', async () => {
    const labels: KeyedLabel[] = [];
    for (let labelNumber = 1; labelNumber <= 10; labelNumber += 1) labels.push(await createLabel(path, `Label ${labelNumber}`));
    expect(labels.map(({ key }) => key)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', null]);
    await client.delete(`${path}${labels[1]!.id}`);
    expect(await readKey(path, labels[2]!)).toBe('3');
    expect(await readKey(path, labels[9]!)).toBeNull();
    expect((await createLabel(path, 'Later')).key).toBe('2');
  });

  it('are set by users, and refused if another label has them', async () => {
    const [apple, pear] = [await createLabel(path, 'Apple', { key: 'f' }), await createLabel(path, 'Pear', { key: null })];
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
  const path = getLabelPath('detection');
  const labels = await Promise.all(Array.from({ length: 8 }, (_, index) => createLabel(path, `Label ${index}`)));
  expect(new Set(labels.map(({ key }) => key))).toEqual(new Set(['1', '2', '3', '4', '5', '6', '7', '8']));
});

it('a restored label gets another digit if its key is used meanwhile', async () => {
  const path = getLabelPath('segmentation');
  const firstLabel = await createLabel(path, 'First');
  const changeSet = randomUUID();
  await client.delete(`${path}${firstLabel.id}`, undefined, { headers: { 'Change-Set': changeSet } });
  const secondLabel = await createLabel(path, 'Second');
  expect(secondLabel.key).toBe('1');
  expectBody(await client.post('/history/v2/undo', { key: changeSet }));
  expect([await readKey(path, firstLabel), await readKey(path, secondLabel)]).toEqual(['2', '1']);
});
