import type { GroupCsvPlan, GroupDetail, TrainingImage } from '@console/shared-contract/api';
import { bodyOf, type TestClient } from '../testing/client';
import { makeNamed, uploadImages, type ListOf } from '../testing/fixtures';
import { makeTestServer, type TestServer } from '../testing/test-server';

const GROUPS = '/similarity/training/v2/group/';
const CSV = `${GROUPS}csv`;

let server: TestServer;
let client: TestClient;
beforeAll(async () => {
  server = await makeTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ client } = await server.makeTenant());
});

const written = async () => bodyOf<{ csv: string }>(await client.get(CSV)).csv;
const send = async (lines: string[], dry_run = false) =>
  bodyOf<GroupCsvPlan>(await client.post(CSV, { csv: lines.join('\r\n'), dry_run }));
/** What is said to each part of an import that is taken back. */
async function undo(plan: GroupCsvPlan): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const part of plan.undo ?? []) answers.push(bodyOf(await client.post(`${CSV}-undo`, { undo: part })));
  return answers;
}
/** Pictures with these names of files. */
async function pictures(...names: string[]): Promise<TrainingImage[]> {
  const images = await uploadImages(client, names.length);
  for (const [at, image] of images.entries())
    await client.put(`/recognition/v2/training-image/${image.id}`, { meta_data: { filename: names[at] } });
  return images;
}

it('groups are written with the names of their images, and what is read back changes nothing', async () => {
  const [front, back] = await pictures('front, "big".jpg', '=cmd.jpg');
  const type = await makeNamed(client, '/similarity/training/v2/type/', { name: 'Mugs' });
  const group = await makeNamed(client, GROUPS, { name: 'Red mug', type: type.id, test_group: true });
  await makeNamed(client, GROUPS, { name: 'Empty one' });
  await client.post(`${GROUPS}${group.id}/add-images`, { images: [front?.id, back?.id] });
  const csv = await written();
  expect(csv.split('\n')).toEqual([
    'group,type,test,image,image_id',
    'Empty one,,TRAIN,,',
    `Red mug,Mugs,TEST,"'=cmd.jpg",${back?.id}`,
    `Red mug,Mugs,TEST,"front, ""big"".jpg",${front?.id}`,
  ]);
  expect(await send([csv])).toEqual({ created: [], changed: [], errors: [], applied: true, undo: [] });
});

it('a type of (none) takes a group out of its type', async () => {
  const type = await makeNamed(client, '/similarity/training/v2/type/', { name: 'Mugs' });
  const group = await makeNamed(client, GROUPS, { name: 'Red mug', type: type.id });
  const done = await send(['group,type', 'Red mug,(none)']);
  expect(done).toMatchObject({ applied: true, changed: [{ id: group.id, type: true }] });
  expect(bodyOf<GroupDetail>(await client.get(`${GROUPS}${group.id}`)).type).toBeNull();
  await undo(done);
  expect(bodyOf<GroupDetail>(await client.get(`${GROUPS}${group.id}`)).type).toMatchObject({ name: 'Mugs' });
});

it('a preview says what would be made and changed, and does nothing', async () => {
  await pictures('a.jpg', 'b.jpg');
  const group = await makeNamed(client, GROUPS, { name: 'Red mug' });
  const lines = ['Image,Group,Test', 'a.jpg,Red mug,test', 'b.jpg,Red mug,', 'b.jpg,Blue mug,', 'b.jpg,Blue mug,'];
  const plan = await send(lines, true);
  expect(plan).toEqual({
    created: [{ name: 'Blue mug', images: 1 }],
    changed: [{ id: group.id, name: 'Red mug', type: false, test: true, images: 2 }],
    errors: [],
    applied: false,
  });
  expect((await written()).split('\n')).toHaveLength(2);
  const done = await send(lines);
  expect(done).toMatchObject({ ...plan, applied: true });
  expect(bodyOf<GroupDetail>(await client.get(`${GROUPS}${group.id}`))).toMatchObject({ test_group: true, images_count: 2 });
  const grouped = await client.get('/recognition/v2/training-image/', { not_groups: false });
  expect(bodyOf<{ count: number }>(grouped).count).toBe(2);

  const undone = await undo(done);
  expect(undone).toEqual([
    { undone: 1, kept: [] },
    { undone: 1, kept: [] },
  ]);
  expect((await written()).split('\n')).toEqual(['group,type,test,image,image_id', 'Red mug,,TRAIN,,']);
  const left = await client.get('/recognition/v2/training-image/', { not_groups: false });
  expect(bodyOf<{ count: number }>(left).count).toBe(0);
});

it('two pictures of one name are named by their ids, and a group in which something was put since stays', async () => {
  const [one, two] = await pictures('twice.jpg', 'twice.jpg');
  const done = await send(['group;image;image_id', `Mugs;twice.jpg;${two?.id}`, `Cups;;${one?.id}`]);
  expect(done).toMatchObject({ created: [{ name: 'Mugs' }, { name: 'Cups' }], errors: [], applied: true });
  expect((await send(['group,image_id', 'Mugs,none', `Mugs,${two?.id}`])).errors).toEqual([
    { row: 2, detail: 'There is no image with the id none.' },
  ]);
  const groups = bodyOf<ListOf<{ id: string }>>(await client.get(GROUPS)).results;
  const [cups, mugs] = groups.map(({ id }) => id);
  expect(bodyOf<GroupDetail>(await client.get(`${GROUPS}${mugs}`)).images.map(({ id }) => id)).toEqual([two?.id]);
  await client.post(`${GROUPS}${mugs}/add-images`, { images: [one?.id] });
  const { client: stranger } = await server.makeTenant();
  expect((await stranger.post(`${CSV}-undo`, { undo: done.undo?.[0] })).status).toBe(400);
  expect(await undo(done)).toEqual([{ undone: 1, kept: [mugs] }]);
  expect(bodyOf<GroupDetail>(await client.get(`${GROUPS}${mugs}`)).images.map(({ id }) => id)).toEqual([one?.id]);
  expect((await client.get(`${GROUPS}${cups}`)).status).toBe(404);
});

it('what is wrong is said by row, and then nothing is taken over', async () => {
  await pictures('a.jpg', 'twice.jpg', 'twice.jpg');
  await makeNamed(client, GROUPS, { name: 'Two' });
  await makeNamed(client, GROUPS, { name: 'Two' });
  const plan = await send([
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
    { row: 2, detail: 'The name of the group must have 2 to 255 letters.' },
    { row: 3, detail: 'There is no type named No such type.' },
    { row: 4, detail: "'maybe' is neither TEST nor TRAIN." },
    { row: 5, detail: 'There is no image named missing.jpg.' },
    { row: 6, detail: 'Several images are named twice.jpg.' },
    { row: 7, detail: 'Several groups are named Two.' },
  ]);
  expect((await written()).split('\n')).toHaveLength(3);
  expect((await send(['name', 'Mugs'])).errors).toEqual([{ row: 1, detail: "The header has no column 'group'." }]);
});

it('names of another workspace are not known', async () => {
  await pictures('mine.jpg');
  const { client: stranger } = await server.makeTenant();
  const answer = await stranger.post(CSV, { csv: 'group,image\nTheirs,mine.jpg' });
  expect(bodyOf<GroupCsvPlan>(answer).errors).toEqual([{ row: 2, detail: 'There is no image named mine.jpg.' }]);
});
