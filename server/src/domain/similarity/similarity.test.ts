import type {
  DetectionObject,
  GroupDetail,
  GroupRow,
  SimilarityTask,
  SimilarityType,
  TrainingImage,
} from '@console/shared-contract/api';
import { expectBody, type TestClient } from '../../testing/api/client';
import { createNamedRow, createTestObject, uploadImages, type ListEnvelope } from '../../testing/api/fixtures';
import { setUpTestServer } from '../../testing/api/test-server';

const GROUPS = '/similarity/training/v2/group/';
const TYPES = '/similarity/training/v2/type/';
const TASKS = '/similarity/training/v2/task/';

const server = setUpTestServer();
let client: TestClient;
let workspaceId: string;
beforeEach(async () => {
  ({ client, workspaceId } = await server.createTenant());
});

const createGroup = (name = 'Group', fields = {}) => createNamedRow<GroupDetail>(client, GROUPS, { name, ...fields });
const listGroups = async (query = {}) =>
  expectBody<ListEnvelope<GroupRow>>(await client.get(GROUPS, { page_size: 100, ...query }));
const listNames = async (query = {}) => (await listGroups(query)).results.map((group) => group.name);
const readGroup = async (id: string) => expectBody<GroupDetail>(await client.get(`${GROUPS}${id}`));
const postAction = (group: { id: string }, action: string, body: object) => client.post(`${GROUPS}${group.id}/${action}`, body);
const createObjects = async (image: string, count: number) => {
  const label = await createNamedRow(client, '/detection/v2/label/');
  const objects: DetectionObject[] = [];
  for (let index = 0; index < count; index += 1) objects.push(await createTestObject(client, image, label.id));
  return objects;
};
const listIds = async (path: string, query: object) =>
  expectBody<ListEnvelope<{ id: string }>>(await client.get(path, { ...query })).results.map((row) => row.id);
const listImages = (query: object) => listIds('/recognition/v2/training-image/', query);
const listObjects = (query: object) => listIds('/detection/v2/object/', query);

describe('group', () => {
  it('is created with a type, returned with its members, and edited', async () => {
    const type = await createNamedRow<SimilarityType>(client, TYPES, { name: 'Same product' });
    const group = await createGroup('Red mug', { type: type.id, description: 'With a crack' });
    expect(group).toMatchObject({
      type: { id: type.id, name: 'Same product', workspace: workspaceId },
      test_group: false,
      groups: [],
      images: [],
      detection_objects: [],
      thumb_img_path: null,
    });
    expect(expectBody(await client.patch(`${GROUPS}${group.id}`, { meta_data: { a: 1 } }))).toMatchObject({
      meta_data: { a: 1 },
      version: 2,
    });
    expect(expectBody(await client.put(`${GROUPS}${group.id}`, { name: 'Blue mug', type: null }))).toMatchObject({
      name: 'Blue mug',
      type: null,
      meta_data: { a: 1 },
    });
    expect(expectBody(await client.put(`/similarity/training/v2/product/${group.id}`, { type: type.id }))).toMatchObject({
      type: { id: type.id },
    });
    expect((await client.put(`${GROUPS}${group.id}`, { name: 'Older', version: 1 })).status).toBe(409);
    expect((await client.post(GROUPS, { name: 'x' })).body).toEqual({ detail: 'name: Enter at least 2 letters' });
  });

  it('contains images, objects and groups, which can be filtered by it', async () => {
    const [image, ungrouped] = await uploadImages(client, 2);
    const [object] = await createObjects(image?.id ?? '', 2);
    const [group, child] = [await createGroup('Parent'), await createGroup('Child')];
    await postAction(group, 'add-images', { images: [image?.id, image?.id] });
    await postAction(group, 'add-objects', { objects: [object?.id] });
    const completeGroup = expectBody<GroupDetail>(await postAction(group, 'add-groups', { groups: [child.id] }));
    expect(completeGroup).toMatchObject({
      images: [{ id: image?.id, real: true }],
      detection_objects: [{ id: object?.id, image: { id: image?.id } }],
      groups: [{ id: child.id, name: 'Child' }],
      images_count: 1,
      objects_count: 1,
      groups_count: 1,
      thumb_img_path: image?.thumb_img_path,
    });
    expect(await listNames({ image: image?.id })).toEqual(['Parent']);
    expect(await listNames({ object: object?.id })).toEqual(['Parent']);
    expect(await listNames({ group: child.id })).toEqual(['Parent']);
    expect(await listImages({ not_groups: true })).toEqual([ungrouped?.id]);
    expect(await listImages({ not_groups: 'false' })).toEqual([image?.id]);
    expect(await listImages({ group: group.id })).toEqual([image?.id]);
    expect(await listImages({ group: group.id, not_in: true })).toEqual([ungrouped?.id]);
    expect(await listObjects({ not_groups: false })).toEqual([object?.id]);
    await postAction(group, 'remove-images', { images: [image?.id] });
    await postAction(group, 'remove-objects', { objects: [object?.id] });
    await postAction(group, 'remove-groups', { groups: [child.id] });
    expect(await readGroup(group.id)).toMatchObject({ images_count: 0, objects_count: 0, groups_count: 0 });
    expect([await listImages({ not_groups: false }), await listObjects({ not_groups: false })]).toEqual([[], []]);
  });

  it('keeps its members in their other groups when it is deleted', async () => {
    const [imageInBoth, imageInOne] = await uploadImages(client, 2);
    const [group, remainingGroup] = [await createGroup('Deleted'), await createGroup('Remaining')];
    await postAction(group, 'add-images', { images: [imageInBoth?.id, imageInOne?.id] });
    await postAction(remainingGroup, 'add-images', { images: [imageInBoth?.id] });
    expect((await client.delete(`${GROUPS}${group.id}`)).status).toBe(204);
    expect(await listImages({ not_groups: false })).toEqual([imageInBoth?.id]);
    expect((await client.get(`${GROUPS}${group.id}`)).status).toBe(404);
  });

  it('never contains itself, even after concurrent nesting', async () => {
    const [groupA, groupB, groupC] = [await createGroup('Ga'), await createGroup('Gb'), await createGroup('Gc')];
    await postAction(groupA, 'add-groups', { groups: [groupB.id] });
    await postAction(groupB, 'add-groups', { groups: [groupC.id] });
    const cycleResponse = await postAction(groupC, 'add-groups', { groups: [groupA.id] });
    expect([cycleResponse.status, cycleResponse.body]).toEqual([400, { detail: 'groups: would contain itself' }]);
    expect((await postAction(groupA, 'add-groups', { groups: [groupA.id] })).status).toBe(400);
    const [groupD, groupE] = [await createGroup('Gd'), await createGroup('Ge')];
    const nestingResponses = await Promise.all([
      postAction(groupD, 'add-groups', { groups: [groupE.id] }),
      postAction(groupE, 'add-groups', { groups: [groupD.id] }),
    ]);
    expect(nestingResponses.map((response) => response.status).sort()).toEqual([200, 400]);
  });

  it('receives the members of groups that are merged into it', async () => {
    const [firstImage, secondImage, thirdImage] = await uploadImages(client, 3);
    const [group, otherGroup, nestedGroup] = [await createGroup('Main'), await createGroup('Other'), await createGroup('Nested')];
    await postAction(group, 'add-images', { images: [firstImage?.id] });
    await postAction(otherGroup, 'add-images', { images: [firstImage?.id, secondImage?.id, thirdImage?.id] });
    await postAction(otherGroup, 'add-groups', { groups: [nestedGroup.id, group.id] });
    const mergedGroup = expectBody<GroupDetail>(await postAction(group, 'merge-groups', { groups: [otherGroup.id] }));
    expect(mergedGroup.images.map((image) => image.id).sort()).toEqual([firstImage?.id, secondImage?.id, thirdImage?.id].sort());
    expect(mergedGroup.groups.map((child) => child.id)).toEqual([nestedGroup.id]);
    expect((await client.get(`${GROUPS}${otherGroup.id}`)).status).toBe(404);
    expect((await listImages({ not_groups: false })).length).toBe(3);
    expect((await postAction(group, 'merge-groups', { groups: [group.id] })).status).toBe(400);
  });
});

describe('group list', () => {
  it('filters by flag, type, name and number of members', async () => {
    const uploadedImages: TrainingImage[] = await uploadImages(client, 3);
    const type = await createNamedRow<SimilarityType>(client, TYPES, { name: 'Mugs' });
    const [groupOfOne, groupOfThree] = [await createGroup('One', { type: type.id }), await createGroup('Three')];
    await createGroup('Empty', { type: type.id });
    await postAction(groupOfOne, 'add-images', { images: [uploadedImages[0]?.id] });
    await postAction(groupOfThree, 'add-images', { images: uploadedImages.map((image) => image.id) });
    await client.post(`${GROUPS}update`, { groups: [groupOfThree.id], 'mark-test': true });
    expect(await listNames()).toEqual(['Empty', 'One', 'Three']);
    expect(await listNames({ test: true })).toEqual(['Three']);
    expect(await listNames({ test: 'false', empty: false })).toEqual(['One']);
    expect(await listNames({ empty: true })).toEqual(['Empty']);
    expect(await listNames({ type: type.id })).toEqual(['Empty', 'One']);
    expect(await listNames({ type: 'None' })).toEqual(['Three']);
    expect(await listNames({ type__name: 'Mugs', count: 1 })).toEqual(['One']);
    expect(await listNames({ count: 3 })).toEqual(['Three']);
    expect(await listNames({ search: 'thr' })).toEqual(['Three']);
    expect(await listNames({ find: 'thr' })).toEqual(['Three']);
    expect(await listNames({ find: groupOfOne.id })).toEqual(['One']);
    expect(await listNames({ search: groupOfOne.id })).toEqual([]);
    expect((await client.get(GROUPS, { count: 'many' })).status).toBe(400);
  });

  it('sorts as requested, with groups without a type last', async () => {
    const [mug, cup] = [
      await createNamedRow<SimilarityType>(client, TYPES, { name: 'Mug' }),
      await createNamedRow(client, TYPES, { name: 'cup' }),
    ];
    await createGroup('Ab', { type: mug.id, test_group: true });
    await createGroup('cd', { type: cup.id });
    await createGroup('Bc');
    const listSortedNames = (ordering: string) => listNames({ ordering });
    expect(await listSortedNames('name')).toEqual(['Ab', 'Bc', 'cd']);
    expect(await listSortedNames('-name')).toEqual(['cd', 'Bc', 'Ab']);
    expect(await listSortedNames('type')).toEqual(['cd', 'Ab', 'Bc']);
    expect(await listSortedNames('-type')).toEqual(['Ab', 'cd', 'Bc']);
    expect(await listSortedNames('-test')).toEqual(['Ab', 'Bc', 'cd']);
    expect(await listSortedNames('-created')).toEqual(['Bc', 'cd', 'Ab']);
    expect((await client.get(GROUPS, { ordering: 'size' })).status).toBe(400);
  });

  it('uses the same number of statements for any number of rows', async () => {
    await createGroup();
    server.countStatements();
    await listGroups();
    const statementsForOneRow = server.countStatements();
    for (let index = 0; index < 9; index += 1) await createGroup();
    server.countStatements();
    expect((await listGroups()).results).toHaveLength(10);
    expect(server.countStatements()).toBe(statementsForOneRow);
  });
});

it('tasks add and remove types', async () => {
  const [task, type] = [
    await createNamedRow<SimilarityTask>(client, TASKS, { name: 'Find mugs' }),
    await createNamedRow<SimilarityType>(client, TYPES),
  ];
  const path = `${TASKS}${task.id}`;
  expect(expectBody<SimilarityTask>(await client.post(`${path}/add-type`, { type_id: type.id })).types).toEqual([
    { id: type.id, name: type.name },
  ]);
  expect(expectBody<ListEnvelope<SimilarityType>>(await client.get(TYPES, { task: task.id })).count).toBe(1);
  expect(expectBody(await client.put(path, { training_params: { 'detection-model': { input_size: 512 } } }))).toMatchObject({
    version: 2,
    training_params: { 'detection-model': { input_size: 512 } },
  });
  expect(expectBody<SimilarityTask>(await client.post(`${path}/remove-type`, { type_id: type.id })).types).toEqual([]);
  expect(expectBody(await client.put(`${TYPES}${type.id}`, { name: 'Cups' }))).toMatchObject({ name: 'Cups' });
  const group = await createGroup('Typed', { type: type.id });
  expect(expectBody<ListEnvelope<SimilarityType>>(await client.get(TYPES)).results).toMatchObject([{ groups_count: 1 }]);
  expect((await client.delete(`${TYPES}${type.id}`)).status).toBe(204);
  expect((await readGroup(group.id)).type).toBeNull();
  expect((await client.delete(path)).status).toBe(204);
});

it('the group API returns 404 to non-members', async () => {
  const [group, type, task] = [await createGroup(), await createNamedRow(client, TYPES), await createNamedRow(client, TASKS)];
  const [image] = await uploadImages(client, 1);
  const { client: otherClient } = await server.createTenant();
  const foreignGroup = await createNamedRow(otherClient, GROUPS);
  const responses = await Promise.all([
    otherClient.get(`${GROUPS}${group.id}`),
    otherClient.put(`${GROUPS}${group.id}`, { name: 'Renamed' }),
    otherClient.delete(`${GROUPS}${group.id}`),
    otherClient.post(`${GROUPS}update`, { groups: [group.id], 'mark-test': true }),
    otherClient.post(`${GROUPS}${foreignGroup.id}/add-images`, { images: [image?.id] }),
    otherClient.post(`${GROUPS}${foreignGroup.id}/add-groups`, { groups: [group.id] }),
    otherClient.post(`${GROUPS}${foreignGroup.id}/merge-groups`, { groups: [group.id] }),
    otherClient.post(`${GROUPS}${foreignGroup.id}/move-members`, { to: group.id, images: [image?.id] }),
    otherClient.post(`${GROUPS}${group.id}/move-members`, { to: foreignGroup.id }),
    otherClient.post(GROUPS, { name: 'Foreign', type: type.id }),
    otherClient.get(GROUPS, { image: image?.id }),
    otherClient.get(GROUPS, { type: type.id }),
    otherClient.get(`${TYPES}${type.id}`),
    otherClient.get(`${TASKS}${task.id}`),
    otherClient.post(`${TASKS}${task.id}/add-type`, { type_id: type.id }),
  ]);
  expect(responses.map((response) => response.status)).toEqual(Array.from(responses, () => 404));
});
