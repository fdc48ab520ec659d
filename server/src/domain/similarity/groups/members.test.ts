import type { GroupChanges, GroupDetail, GroupRow, TrainingImage } from '@console/shared-contract/api';
import { expectBody } from '../../../testing/api/client';
import { createNamedRow, createTestObject, uploadImages, type ListEnvelope } from '../../../testing/api/fixtures';
import { createTenantForEachTest } from '../../../testing/api/test-tenant';

const GROUPS = '/similarity/training/v2/group/';

const tenant = createTenantForEachTest();

const createGroup = (name: string) => createNamedRow<GroupDetail>(tenant.client, GROUPS, { name });
const readGroup = async (id: string) => expectBody<GroupDetail>(await tenant.client.get(`${GROUPS}${id}`));
const postAction = (group: { id: string }, action: string, body: object) =>
  tenant.client.post(`${GROUPS}${group.id}/${action}`, body);
const createObject = async (image: string) => {
  const label = await createNamedRow(tenant.client, '/detection/v2/label/');
  return createTestObject(tenant.client, image, label.id);
};
const listGroupedImages = async () =>
  expectBody<ListEnvelope<TrainingImage>>(await tenant.client.get('/recognition/v2/training-image/', { not_groups: false }))
    .results;

const postForChanges = (group: { id: string }, action: string, body: object) =>
  tenant.client.post(`${GROUPS}${group.id}/${action}`, body, { query: { answer: 'changes' } });

it('added and removed members are returned as changes on request', async () => {
  const [firstImage, secondImage] = await uploadImages(tenant.client, 2);
  const object = await createObject(firstImage?.id ?? '');
  const [group, child] = [await createGroup('Parent'), await createGroup('Child')];
  await postAction(group, 'add-images', { images: [firstImage?.id] });
  const addedChanges = expectBody<GroupChanges>(
    await postForChanges(group, 'add-images', { images: [firstImage?.id, secondImage?.id] }),
  );
  expect(addedChanges).toEqual({
    id: group.id,
    added: {
      images: [
        {
          id: secondImage?.id,
          img_path: secondImage?.img_path,
          thumb_img_path: secondImage?.thumb_img_path,
          real: true,
          test_image: false,
          name: null,
        },
      ],
      detection_objects: [],
      groups: [],
    },
    removed: { images: [], detection_objects: [], groups: [] },
    images_count: 2,
    objects_count: 0,
    groups_count: 0,
    thumb_img_path: firstImage?.thumb_img_path,
  });
  expect(expectBody<GroupChanges>(await postForChanges(group, 'add-objects', { objects: [object.id] })).added).toMatchObject({
    detection_objects: [{ id: object.id, image: { id: firstImage?.id } }],
  });
  expect(expectBody<GroupChanges>(await postForChanges(group, 'add-groups', { groups: [child.id] })).added.groups).toMatchObject([
    { id: child.id, name: 'Child' },
  ]);
  await postAction(group, 'remove-images', { images: [firstImage?.id] });
  expect(expectBody(await postForChanges(group, 'remove-images', { images: [firstImage?.id, secondImage?.id] }))).toMatchObject({
    added: { images: [] },
    removed: { images: [secondImage?.id] },
    images_count: 0,
  });
  expect((await tenant.client.post(`${GROUPS}${group.id}/add-images`, { images: [] }, { query: { answer: 'all' } })).status).toBe(
    400,
  );
});

it('members of merged groups are returned as changes on request', async () => {
  const [firstImage, secondImage] = await uploadImages(tenant.client, 2);
  const [group, otherGroup] = [await createGroup('Main'), await createGroup('Other')];
  await postAction(group, 'add-images', { images: [firstImage?.id] });
  await postAction(group, 'add-groups', { groups: [otherGroup.id] });
  await postAction(otherGroup, 'add-images', { images: [firstImage?.id, secondImage?.id] });
  expect(expectBody(await postForChanges(group, 'merge-groups', { groups: [otherGroup.id] }))).toMatchObject({
    added: { images: [{ id: secondImage?.id }] },
    removed: { groups: [otherGroup.id] },
    images_count: 2,
    groups_count: 0,
  });
});

it('members are moved to an existing or a new group in one call', async () => {
  const [firstImage, secondImage] = await uploadImages(tenant.client, 2);
  const object = await createObject(firstImage?.id ?? '');
  const [source, target, child] = [await createGroup('From'), await createGroup('To'), await createGroup('Child')];
  await postAction(source, 'add-images', { images: [firstImage?.id, secondImage?.id] });
  await postAction(source, 'add-objects', { objects: [object.id] });
  await postAction(source, 'add-groups', { groups: [child.id] });
  await postAction(target, 'add-images', { images: [firstImage?.id] });
  expect(
    expectBody(await postAction(source, 'move-members', { to: target.id, images: [firstImage?.id], objects: [object.id] })),
  ).toMatchObject({
    from: { removed: { images: [firstImage?.id], detection_objects: [object.id] }, images_count: 1, objects_count: 0 },
    to: { id: target.id, images_count: 1, objects_count: 1 },
  });
  const newGroup = expectBody<{ to: GroupRow }>(
    await postAction(source, 'move-members', { new_group: { name: 'New' }, images: [secondImage?.id], groups: [child.id] }),
  ).to;
  expect(newGroup).toMatchObject({ name: 'New', images_count: 1, groups_count: 1 });
  expect(await readGroup(source.id)).toMatchObject({ images: [], detection_objects: [], groups: [] });
  expect(await listGroupedImages()).toHaveLength(2);
});

it('members that two users move at the same time end up in exactly one group', async () => {
  const uploadedImages = await uploadImages(tenant.client, 4);
  const ids = uploadedImages.map(({ id }) => id);
  const [source, firstTarget, secondTarget] = [await createGroup('From'), await createGroup('Left'), await createGroup('Right')];
  await postAction(source, 'add-images', { images: ids });
  const responses = await Promise.all(
    [firstTarget, secondTarget].map(({ id }) => postAction(source, 'move-members', { to: id, images: ids })),
  );
  const movedImageIds = responses.flatMap((response) => expectBody<{ from: GroupChanges }>(response).from.removed.images);
  expect([...movedImageIds].sort()).toEqual([...ids].sort());
  const groups = await Promise.all([firstTarget, secondTarget].map(({ id }) => readGroup(id)));
  expect(groups.flatMap((group) => group.images.map(({ id }) => id)).sort()).toEqual([...ids].sort());
});

it('members cannot be moved to the same group, without a target, or into a cycle', async () => {
  const [source, target, child] = [await createGroup('From'), await createGroup('To'), await createGroup('Child')];
  await postAction(source, 'add-groups', { groups: [child.id] });
  await postAction(child, 'add-groups', { groups: [target.id] });
  const getMoveStatus = async (body: object) =>
    (await postAction(source, 'move-members', { groups: [child.id], ...body })).status;
  expect([await getMoveStatus({ to: source.id }), await getMoveStatus({}), await getMoveStatus({ to: target.id })]).toEqual([
    400, 400, 400,
  ]);
  expect((await readGroup(source.id)).groups).toHaveLength(1);
});
