import type { Point, Verification } from '@console/shared-contract/api';
import { bodyOf, type TestClient } from '../testing/client';
import { makeNamed, uploadImage, uploadImages, type ListOf } from '../testing/fixtures';
import type { TestUser } from '../testing/people';
import { makeTestServer, type TestServer } from '../testing/test-server';

const POINTS = '/annotate/v2/point/';
const VERIFICATIONS = '/annotate/v2/verification/';
const IMAGES = '/recognition/v2/training-image/';

let server: TestServer;
let user: TestUser;
let client: TestClient;
let workspaceId: string;
beforeAll(async () => {
  server = await makeTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ user, client, workspaceId } = await server.makeTenant());
});

async function colleague(): Promise<TestUser> {
  const made = await server.makeUser();
  await server.db.insertInto('membership').values({ user_id: made.id, workspace_id: workspaceId }).execute();
  return made;
}

const images = async (query: object) =>
  bodyOf<ListOf<{ id: string; verificationsCount: number }>>(await client.get(IMAGES, { ...query }));

describe('points', () => {
  it('are placed, moved, renamed and taken away', async () => {
    const image = await uploadImage(client);
    const point = bodyOf<Point>(await client.post(POINTS, { image: image.id, name: '  Stem ', data: [3, 4] }), 201);
    expect(point).toMatchObject({ image: { id: image.id }, name: 'Stem', data: [3, 4], version: 1 });
    expect(bodyOf(await client.put(`${POINTS}${point.id}/`, { image: { id: image.id }, data: [64, 48] }))).toMatchObject({
      name: 'Stem',
      data: [64, 48],
      version: 2,
    });
    expect(bodyOf(await client.patch(`${POINTS}${point.id}`, { name: 'Tip' }))).toMatchObject({
      name: 'Tip',
      data: [64, 48],
      version: 3,
    });
    expect((await client.patch(`${POINTS}${point.id}`, { name: 'Top', version: 1 })).status).toBe(409);
    expect(bodyOf<ListOf<Point>>(await client.get(POINTS, { image: image.id, page_size: 500 })).results).toHaveLength(1);
    expect((await client.delete(`${POINTS}${point.id}`)).status).toBe(204);
    expect((await client.get(`${POINTS}${point.id}`)).status).toBe(404);
  });

  it.each([[[65, 1]], [[1, -1]], [[1]], [[1.5, 1]], ['here']])('are refused at %p', async (data) => {
    const image = await uploadImage(client);
    expect((await client.post(POINTS, { image: image.id, name: 'Stem', data })).status).toBe(400);
  });
});

describe('verifying an image', () => {
  it("is the caller's, whoever the body names, and once a person", async () => {
    const [image] = await uploadImages(client, 2);
    const other = await colleague();
    const made = bodyOf<Verification>(await client.post(VERIFICATIONS, { user: other.id, image_id: image?.id }), 201);
    expect(made).toMatchObject({ image: image?.id, user: { id: user.id } });
    expect(bodyOf(await client.post(VERIFICATIONS, { image_id: image?.id }), 201)).toEqual(made);
    expect(await images({ verified: 1 })).toMatchObject({ count: 1, results: [{ id: image?.id, verificationsCount: 1 }] });
    expect((await images({ verified: 0 })).count).toBe(1);
  });

  it('lasts as long as one person stands by it', async () => {
    const image = await uploadImage(client);
    const other = await colleague();
    const mine = bodyOf<Verification>(await client.post(VERIFICATIONS, { image_id: image.id }), 201);
    const theirs = bodyOf<Verification>(await other.client.post(VERIFICATIONS, { image_id: image.id }), 201);
    expect(
      bodyOf<ListOf<Verification>>(await client.get(VERIFICATIONS, { image: image.id }))
        .results.map((row) => row.user.username)
        .sort(),
    ).toEqual([mine.user.username, theirs.user.username].sort());
    await client.delete(`${VERIFICATIONS}${mine.id}`);
    expect((await images({ verified: true })).count).toBe(1);
    await client.delete(`${VERIFICATIONS}${theirs.id}`);
    expect((await images({ verified: true })).count).toBe(0);
    expect((await client.delete(`${VERIFICATIONS}${theirs.id}`)).status).toBe(404);
  });

  it('by two people at once, while two others take it back, ends as the rows say', async () => {
    const image = await uploadImage(client);
    const people = await Promise.all([1, 2, 3, 4].map(() => colleague()));
    const first = await Promise.all(
      people
        .slice(0, 2)
        .map(async (person) => bodyOf<Verification>(await person.client.post(VERIFICATIONS, { image_id: image.id }), 201)),
    );
    await Promise.all([
      ...first.map((row) => client.delete(`${VERIFICATIONS}${row.id}`)),
      ...people.slice(2).map((person) => person.client.post(VERIFICATIONS, { image_id: image.id })),
    ]);
    expect(await images({ verified: true })).toMatchObject({ count: 1, results: [{ verificationsCount: 2 }] });
  });
});

it('verifies groups', async () => {
  const group = await makeNamed(client, '/similarity/training/v2/group/');
  const path = '/annotate/v2/similarity-verification/';
  const made = bodyOf<{ id: string }>(await client.post(path, { user: 'anyone', group_id: group.id }), 201);
  expect(made).toMatchObject({ group_id: group.id, user: { id: user.id } });
  const groups = async (verified: number) =>
    bodyOf<ListOf<unknown>>(await client.get('/similarity/training/v2/group/', { verified })).count;
  expect([await groups(1), await groups(0)]).toEqual([1, 0]);
  expect(bodyOf<ListOf<unknown>>(await client.get(path, { group: group.id })).count).toBe(1);
  expect((await client.delete(`${path}${made.id}`)).status).toBe(204);
  expect([await groups(1), await groups(0)]).toEqual([0, 1]);
});

it('nothing of it is there for a stranger', async () => {
  const image = await uploadImage(client);
  const point = bodyOf<Point>(await client.post(POINTS, { image: image.id, name: 'Stem', data: [3, 4] }), 201);
  const verification = bodyOf<Verification>(await client.post(VERIFICATIONS, { image_id: image.id }), 201);
  const { client: stranger } = await server.makeTenant();
  const answers = await Promise.all([
    stranger.get(`${POINTS}${point.id}`),
    stranger.put(`${POINTS}${point.id}/`, { data: [1, 1] }),
    stranger.patch(`${POINTS}${point.id}`, { name: 'X' }),
    stranger.delete(`${POINTS}${point.id}`),
    stranger.get(POINTS, { image: image.id }),
    stranger.post(POINTS, { image: image.id, name: 'X', data: [1, 1] }),
    stranger.get(VERIFICATIONS, { image: image.id }),
    stranger.post(VERIFICATIONS, { image_id: image.id }),
    stranger.delete(`${VERIFICATIONS}${verification.id}`),
  ]);
  expect(answers.map((answer) => answer.status)).toEqual(Array.from(answers, () => 404));
});
