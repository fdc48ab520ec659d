import type { Point, Verification } from '@console/shared-contract/api';
import { expectBody, type TestClient } from '../../testing/api/client';
import { createNamedRow, uploadImage, uploadImages, type ListEnvelope } from '../../testing/api/fixtures';
import type { TestUser } from '../../testing/api/test-users';
import { setUpTestServer } from '../../testing/api/test-server';

const POINTS = '/annotate/v2/point/';
const VERIFICATIONS = '/annotate/v2/verification/';
const IMAGES = '/recognition/v2/training-image/';

const server = setUpTestServer();
let user: TestUser;
let client: TestClient;
let workspaceId: string;
beforeEach(async () => {
  ({ user, client, workspaceId } = await server.createTenant());
});

async function createMember(): Promise<TestUser> {
  const user = await server.createTestUser();
  await server.db.insertInto('membership').values({ user_id: user.id, workspace_id: workspaceId }).execute();
  return user;
}

const listImages = async (query: object) =>
  expectBody<ListEnvelope<{ id: string; verificationsCount: number }>>(await client.get(IMAGES, { ...query }));

describe('points', () => {
  it('are created, moved, renamed and deleted', async () => {
    const image = await uploadImage(client);
    const point = expectBody<Point>(await client.post(POINTS, { image: image.id, name: '  Stem ', data: [3, 4] }), 201);
    expect(point).toMatchObject({ image: { id: image.id }, name: 'Stem', data: [3, 4], version: 1 });
    expect(expectBody(await client.put(`${POINTS}${point.id}/`, { image: { id: image.id }, data: [64, 48] }))).toMatchObject({
      name: 'Stem',
      data: [64, 48],
      version: 2,
    });
    expect(expectBody(await client.patch(`${POINTS}${point.id}`, { name: 'Tip' }))).toMatchObject({
      name: 'Tip',
      data: [64, 48],
      version: 3,
    });
    expect((await client.patch(`${POINTS}${point.id}`, { name: 'Top', version: 1 })).status).toBe(409);
    expect(expectBody<ListEnvelope<Point>>(await client.get(POINTS, { image: image.id, page_size: 500 })).results).toHaveLength(
      1,
    );
    expect((await client.delete(`${POINTS}${point.id}`)).status).toBe(204);
    expect((await client.get(`${POINTS}${point.id}`)).status).toBe(404);
  });

  it.each([[[65, 1]], [[1, -1]], [[1]], [[1.5, 1]], ['here']])('rejects the position %p', async (data) => {
    const image = await uploadImage(client);
    expect((await client.post(POINTS, { image: image.id, name: 'Stem', data })).status).toBe(400);
  });
});

describe('image verification', () => {
  it('belongs to the caller and exists only once per user', async () => {
    const [image] = await uploadImages(client, 2);
    const otherMember = await createMember();
    const verification = expectBody<Verification>(
      await client.post(VERIFICATIONS, { user: otherMember.id, image_id: image?.id }),
      201,
    );
    expect(verification).toMatchObject({ image: image?.id, user: { id: user.id } });
    expect(expectBody(await client.post(VERIFICATIONS, { image_id: image?.id }), 201)).toEqual(verification);
    expect(await listImages({ verified: 1 })).toMatchObject({ count: 1, results: [{ id: image?.id, verificationsCount: 1 }] });
    expect((await listImages({ verified: 0 })).count).toBe(1);
  });

  it('remains until the last verification is removed', async () => {
    const image = await uploadImage(client);
    const otherMember = await createMember();
    const firstVerification = expectBody<Verification>(await client.post(VERIFICATIONS, { image_id: image.id }), 201);
    const secondVerification = expectBody<Verification>(
      await otherMember.client.post(VERIFICATIONS, { image_id: image.id }),
      201,
    );
    expect(
      expectBody<ListEnvelope<Verification>>(await client.get(VERIFICATIONS, { image: image.id }))
        .results.map((row) => row.user.username)
        .sort(),
    ).toEqual([firstVerification.user.username, secondVerification.user.username].sort());
    await client.delete(`${VERIFICATIONS}${firstVerification.id}`);
    expect((await listImages({ verified: true })).count).toBe(1);
    await client.delete(`${VERIFICATIONS}${secondVerification.id}`);
    expect((await listImages({ verified: true })).count).toBe(0);
    expect((await client.delete(`${VERIFICATIONS}${secondVerification.id}`)).status).toBe(404);
  });

  it('counts correctly after concurrent verifications and removals', async () => {
    const image = await uploadImage(client);
    const members = await Promise.all([1, 2, 3, 4].map(() => createMember()));
    const firstVerifications = await Promise.all(
      members
        .slice(0, 2)
        .map(async (member) => expectBody<Verification>(await member.client.post(VERIFICATIONS, { image_id: image.id }), 201)),
    );
    await Promise.all([
      ...firstVerifications.map((row) => client.delete(`${VERIFICATIONS}${row.id}`)),
      ...members.slice(2).map((member) => member.client.post(VERIFICATIONS, { image_id: image.id })),
    ]);
    expect(await listImages({ verified: true })).toMatchObject({ count: 1, results: [{ verificationsCount: 2 }] });
  });
});

it('an annotator verifies groups', async () => {
  const group = await createNamedRow(client, '/similarity/training/v2/group/');
  const path = '/annotate/v2/similarity-verification/';
  const createdVerification = expectBody<{ id: string }>(await client.post(path, { user: 'anyone', group_id: group.id }), 201);
  expect(createdVerification).toMatchObject({ group_id: group.id, user: { id: user.id } });
  const countGroups = async (isVerified: number) =>
    expectBody<ListEnvelope<unknown>>(await client.get('/similarity/training/v2/group/', { verified: isVerified })).count;
  expect([await countGroups(1), await countGroups(0)]).toEqual([1, 0]);
  expect(expectBody<ListEnvelope<unknown>>(await client.get(path, { group: group.id })).count).toBe(1);
  expect((await client.delete(`${path}${createdVerification.id}`)).status).toBe(204);
  expect([await countGroups(1), await countGroups(0)]).toEqual([0, 1]);
});

it('routes of points and verifications return 404 to non-members', async () => {
  const image = await uploadImage(client);
  const point = expectBody<Point>(await client.post(POINTS, { image: image.id, name: 'Stem', data: [3, 4] }), 201);
  const verification = expectBody<Verification>(await client.post(VERIFICATIONS, { image_id: image.id }), 201);
  const { client: otherClient } = await server.createTenant();
  const responses = await Promise.all([
    otherClient.get(`${POINTS}${point.id}`),
    otherClient.put(`${POINTS}${point.id}/`, { data: [1, 1] }),
    otherClient.patch(`${POINTS}${point.id}`, { name: 'X' }),
    otherClient.delete(`${POINTS}${point.id}`),
    otherClient.get(POINTS, { image: image.id }),
    otherClient.post(POINTS, { image: image.id, name: 'X', data: [1, 1] }),
    otherClient.get(VERIFICATIONS, { image: image.id }),
    otherClient.post(VERIFICATIONS, { image_id: image.id }),
    otherClient.delete(`${VERIFICATIONS}${verification.id}`),
  ]);
  expect(responses.map((response) => response.status)).toEqual(Array.from(responses, () => 404));
});
