import type { GroupCsvPlan, GroupDetail, TrainingImage } from '@console/shared-contract/api';
import { expectBody, type TestClient } from '../../../testing/api/client';
import { createNamedRow, uploadImages, type ListEnvelope } from '../../../testing/api/fixtures';
import { setUpTestServer } from '../../../testing/api/test-server';
import { postUndoable, undo } from '../../../testing/api/undo';

const GROUPS = '/similarity/training/v2/group/';
const CSV = `${GROUPS}csv`;

const server = setUpTestServer();
let client: TestClient;
beforeEach(async () => {
  ({ client } = await server.createTenant());
});

const exportCsv = async () => expectBody<{ csv: string }>(await client.get(CSV)).csv;
const importCsv = (lines: string[], dry_run = false) =>
  postUndoable<GroupCsvPlan>(client, CSV, { csv: lines.join('\r\n'), dry_run });
/** Uploads images with these file names. */
async function uploadNamedImages(...names: string[]): Promise<TrainingImage[]> {
  const images = await uploadImages(client, names.length);
  for (const [index, image] of images.entries())
    await client.put(`/recognition/v2/training-image/${image.id}`, { meta_data: { filename: names[index] } });
  return images;
}

it('groups are exported with image names, and importing the export changes nothing', async () => {
  const [frontImage, backImage] = await uploadNamedImages('front, "big".jpg', '=cmd.jpg');
  const type = await createNamedRow(client, '/similarity/training/v2/type/', { name: 'Mugs' });
  const group = await createNamedRow(client, GROUPS, { name: 'Red mug', type: type.id, test_group: true });
  await createNamedRow(client, GROUPS, { name: 'Empty one' });
  await client.post(`${GROUPS}${group.id}/add-images`, { images: [frontImage?.id, backImage?.id] });
  const csv = await exportCsv();
  expect(csv.split('\n')).toEqual([
    'group,type,test,image,image_id',
    'Empty one,,TRAIN,,',
    `Red mug,Mugs,TEST,"'=cmd.jpg",${backImage?.id}`,
    `Red mug,Mugs,TEST,"front, ""big"".jpg",${frontImage?.id}`,
  ]);
  expect(await importCsv([csv])).toEqual({ created: [], changed: [], errors: [], applied: true });
});

it('exports the groups that match the filters', async () => {
  const type = await createNamedRow(client, '/similarity/training/v2/type/', { name: 'Mugs' });
  await createNamedRow(client, GROUPS, { name: 'Red mug', type: type.id });
  await createNamedRow(client, GROUPS, { name: 'Empty one', test_group: true });
  const exportNames = async (query: object) =>
    expectBody<{ csv: string }>(await client.get(CSV, { ...query }))
      .csv.split('\n')
      .slice(1)
      .map((line) => line.split(',')[0]);
  expect(await exportNames({ find: 'MUG' })).toEqual(['Red mug']);
  expect(await exportNames({ test: true, type__name: 'Mugs' })).toEqual([]);
  expect(await exportNames({ test: true })).toEqual(['Empty one']);
});

it('the type (none) removes a group from its type', async () => {
  const type = await createNamedRow(client, '/similarity/training/v2/type/', { name: 'Mugs' });
  const group = await createNamedRow(client, GROUPS, { name: 'Red mug', type: type.id });
  const importReport = await importCsv(['group,type', 'Red mug,(none)']);
  expect(importReport).toMatchObject({ applied: true, changed: [{ id: group.id, type: true }] });
  expect(expectBody<GroupDetail>(await client.get(`${GROUPS}${group.id}`)).type).toBeNull();
  await undo(client, importReport);
  expect(expectBody<GroupDetail>(await client.get(`${GROUPS}${group.id}`)).type).toMatchObject({ name: 'Mugs' });
});

it('a dry run reports creations and changes without applying them', async () => {
  await uploadNamedImages('a.jpg', 'b.jpg');
  const group = await createNamedRow(client, GROUPS, { name: 'Red mug' });
  const lines = ['Image,Group,Test', 'a.jpg,Red mug,test', 'b.jpg,Red mug,', 'b.jpg,Blue mug,', 'b.jpg,Blue mug,'];
  const plan = await importCsv(lines, true);
  expect(plan).toEqual({
    created: [{ name: 'Blue mug', images: 1 }],
    changed: [{ id: group.id, name: 'Red mug', type: false, test: true, images: 2 }],
    errors: [],
    applied: false,
  });
  expect((await exportCsv()).split('\n')).toHaveLength(2);
  const importResult = await importCsv(lines);
  expect(importResult).toMatchObject({ ...plan, applied: true });
  expect(expectBody<GroupDetail>(await client.get(`${GROUPS}${group.id}`))).toMatchObject({ test_group: true, images_count: 2 });
  const groupedImages = await client.get('/recognition/v2/training-image/', { not_groups: false });
  expect(expectBody<{ count: number }>(groupedImages).count).toBe(2);

  // The import had created two groups and added three members.
  expect(await undo(client, importResult)).toEqual({ undone: 5, kept: [] });
  expect((await exportCsv()).split('\n')).toEqual(['group,type,test,image,image_id', 'Red mug,,TRAIN,,']);
  const remainingImages = await client.get('/recognition/v2/training-image/', { not_groups: false });
  expect(expectBody<{ count: number }>(remainingImages).count).toBe(0);
});

it('images with equal names are referenced by id, and undo keeps changed groups', async () => {
  const [firstImage, secondImage] = await uploadNamedImages('twice.jpg', 'twice.jpg');
  const importResult = await importCsv(['group;image;image_id', `Mugs;twice.jpg;${secondImage?.id}`, `Cups;;${firstImage?.id}`]);
  expect(importResult).toMatchObject({ created: [{ name: 'Mugs' }, { name: 'Cups' }], errors: [], applied: true });
  expect((await importCsv(['group,image_id', 'Mugs,none', `Mugs,${secondImage?.id}`])).errors).toEqual([
    { row: 2, detail: 'There is no image with the id none.' },
  ]);
  const groups = expectBody<ListEnvelope<{ id: string }>>(await client.get(GROUPS)).results;
  const [cups, mugs] = groups.map(({ id }) => id);
  expect(expectBody<GroupDetail>(await client.get(`${GROUPS}${mugs}`)).images.map(({ id }) => id)).toEqual([secondImage?.id]);
  await client.post(`${GROUPS}${mugs}/add-images`, { images: [firstImage?.id] });
  expect(await undo(client, importResult)).toMatchObject({ kept: [mugs] });
  expect(expectBody<GroupDetail>(await client.get(`${GROUPS}${mugs}`)).images.map(({ id }) => id)).toEqual([firstImage?.id]);
  expect((await client.get(`${GROUPS}${cups}`)).status).toBe(404);
});

it('reports errors by row and applies nothing', async () => {
  await uploadNamedImages('a.jpg', 'twice.jpg', 'twice.jpg');
  await createNamedRow(client, GROUPS, { name: 'Two' });
  await createNamedRow(client, GROUPS, { name: 'Two' });
  const plan = await importCsv([
    'group,type,test,image',
    'x,,,a.jpg',
    'Mugs,No such type,,a.jpg',
    'Cups,,maybe,a.jpg',
    'Cups,,,missing.jpg',
    'Cups,,,twice.jpg',
    'Two,,,a.jpg',
  ]);
  expect(plan.applied).toBe(false);
  expect(plan.errors).toEqual([
    { row: 2, detail: 'The name of the group must have 2 to 255 characters.' },
    { row: 3, detail: 'There is no type named No such type.' },
    { row: 4, detail: "'maybe' is neither TEST nor TRAIN." },
    { row: 5, detail: 'There is no image named missing.jpg.' },
    { row: 6, detail: 'Several images are named twice.jpg.' },
    { row: 7, detail: 'Several groups are named Two.' },
  ]);
  expect((await exportCsv()).split('\n')).toHaveLength(3);
  expect((await importCsv(['name', 'Mugs'])).errors).toEqual([{ row: 1, detail: "The header has no column 'group'." }]);
});

it('does not find images of other workspaces', async () => {
  await uploadNamedImages('own.jpg');
  const { client: otherClient } = await server.createTenant();
  const response = await otherClient.post(CSV, { csv: 'group,image\nForeign,own.jpg' });
  expect(expectBody<GroupCsvPlan>(response).errors).toEqual([{ row: 2, detail: 'There is no image named own.jpg.' }]);
});
