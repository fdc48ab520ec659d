import type { Agreement, LabelMatchItem } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { expectBody } from '../../../../testing/api/client';
import { createNamedRow, createTestJob, createTestLabel, uploadImages } from '../../../../testing/api/fixtures';
import type { TestUser } from '../../../../testing/api/test-users';
import { setUpTestServer } from '../../../../testing/api/test-server';

const server = setUpTestServer();
let users: TestUser[];
beforeEach(async () => {
  users = [];
  for (let count = 0; count < 4; count += 1) users.push(await server.createTestUser());
  await server.createTestWorkspace({ members: users });
});

const getClient = (index = 0) => users[index]!.client;

/** Creates an image job in which several users annotate each image. */
async function createJob(imageCount: number, people: number) {
  const imageIds = (await uploadImages(getClient(), imageCount)).map(({ id }) => id);
  const job = await createTestJob(getClient(), 'image', { randomize: false, todo_number: people });
  const path = `/annotate/v2/imagejob/${job.id}`;
  await getClient().post(`${path}/add-items`, { items: imageIds });
  return { id: job.id, path, imageIds };
}

const readAgreement = async (path: string) => expectBody<Agreement>(await getClient().get(`${path}/agreement`));

/** Each user in turn labels the same boxes of an image, one character per box, and marks the image as done. */
async function labelBoxes(path: string, image: string, labelsOfUsers: readonly string[]) {
  const labelIds: Record<string, string> = {};
  for (const name of new Set(labelsOfUsers.join('')))
    labelIds[name] = (await createNamedRow(getClient(), '/detection/v2/label/', { name: `Label ${name}`, color: '#ff0000' })).id;
  const boxes: string[] = [];
  for (const [user, labels] of labelsOfUsers.entries()) {
    for (const [position, name] of [...labels].entries()) {
      const data = [0, 3 * position, 10, 3 * position + 3];
      const box = boxes[position];
      if (box) await getClient(user).put(`/detection/v2/object/${box}/`, { detection_label: labelIds[name] });
      else {
        const response = await getClient(user).post('/detection/v2/object/', { image, detection_label: labelIds[name], data });
        boxes.push(expectBody<{ id: string }>(response, 201).id);
      }
    }
    await getClient(user).post(`${path}/mark-done`, { items: [image] });
  }
  return labelIds;
}

it('the alpha of shape labels equals the published value for two annotators', async () => {
  const { path, imageIds } = await createJob(1, 2);
  // Example B of Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011).
  await labelBoxes(path, imageIds[0]!, ['aabbdcccedda', 'babbbccceddd']);
  const { shape_label_alpha: alpha } = await readAgreement(path);
  expect(alpha).toEqual({ alpha: expect.closeTo(0.692, 3), n: 12 });
});

it('reports alpha, F1 and similarity of each label over all users of an item', async () => {
  const { path, imageIds } = await createJob(1, 3);
  const labels = await labelBoxes(path, imageIds[0]!, ['ccp', 'cpp', 'ppp']);
  const agreement = await readAgreement(path);
  // Units ccp, cpp and ppp: the observed disagreement is 2 + 2, the expected one (9² - 3² - 6²) / 8 = 4.5.
  const alpha = expect.closeTo(1 - 4 / 4.5, 10);
  expect(agreement.shape_label_alpha).toEqual({ alpha, n: 3 });
  const commonFields = { of: 'shapes', color: '#ff0000', value_alpha: null };
  expect(agreement.by_label).toEqual([
    // Of the three pairs of users, only the first pair agrees on a label c. The pairs have 3, 2 and 1 labels c in total.
    {
      ...commonFields,
      label: labels.c,
      name: 'Label c',
      alpha: { alpha, n: 2 },
      f1: { value: 2 / 6, n: 6 },
      similarity: { mean: 1, n: 1 },
    },
    {
      ...commonFields,
      label: labels.p,
      name: 'Label p',
      alpha: { alpha, n: 3 },
      f1: { value: 8 / 12, n: 12 },
      similarity: { mean: 1, n: 4 },
    },
  ]);
});

it('lists the pairs of labels that users gave to the same objects, and their items', async () => {
  const { path, imageIds } = await createJob(2, 2);
  const labels = await labelBoxes(path, imageIds[0]!, ['ccpp', 'cppc']);
  const { label_matches: matches } = await readAgreement(path);
  const [firstLabelId, secondLabelId] = [labels.c!, labels.p!].sort();
  expect(matches).toHaveLength(3);
  expect(matches?.[0]).toEqual({ first: firstLabelId, second: secondLabelId, count: 2 });
  const query = { first: labels.p!, second: labels.c! };
  const { results } = expectBody<{ results: LabelMatchItem[] }>(await getClient().get(`${path}/label-matches`, query));
  expect(
    results.map(({ image, first: firstLabel, first_label, second_label, count }) => [
      image,
      firstLabel.id,
      first_label,
      second_label,
      count,
    ]),
  ).toEqual(
    expect.arrayContaining([
      [imageIds[0], users[0]!.id, labels.c, labels.p, 1],
      [imageIds[0], users[0]!.id, labels.p, labels.c, 1],
    ]),
  );
  expect(results[0]?.thumb_img_path).toContain('/');
});

/** The example of Krippendorff (2011) with missing values, by annotator. */
const PUBLISHED_VALUES = [
  [1, 2, 3, 3, 2, 1, 4, 1, 2, null, null, null],
  [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, null, 3],
  [null, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, null],
  [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, null],
];

it('the alpha of values on objects equals the published value, overall and per pair', async () => {
  const { path, imageIds } = await createJob(1, 4);
  const label = await createTestLabel(getClient(), { name: 'Ripeness', type: 'value' });
  const fruit = await createNamedRow(getClient(), '/detection/v2/label/', { name: 'Fruit', color: '#ff0000' });
  const objects: string[] = [];
  for (const objectIndex of PUBLISHED_VALUES[0]!.keys()) {
    const body = { image: imageIds[0], detection_label: fruit.id, data: [0, 3 * objectIndex, 10, 3 * objectIndex + 3] };
    objects.push(expectBody<{ id: string }>(await getClient().post('/detection/v2/object/', body), 201).id);
  }
  for (const [user, userValues] of PUBLISHED_VALUES.entries()) {
    for (const [objectIndex, value] of userValues.entries()) {
      const object = `/detection/v2/object/${objects[objectIndex]}`;
      if (value !== null) expectBody(await getClient(user).post(`${object}/add-label`, { label_id: label.id, value }));
      else await getClient(user).post(`${object}/remove-label`, { label_id: label.id });
    }
    expectBody(await getClient(user).post(`${path}/mark-done`, { items: imageIds }));
  }
  const { object_values: rows = [] } = await readAgreement(path);
  expect(rows).toHaveLength(7);
  expect(rows[0]).toMatchObject({ name: 'Ripeness', first: null, alpha: { alpha: expect.closeTo(0.849, 3), n: 11 } });
  const pairRow = rows.find(({ first, second }) =>
    [users[0]!.id, users[1]!.id].every((id) => [first?.id, second?.id].includes(id)),
  );
  // Nine objects have values of both annotators, of which one differs by 1: the squared deviations from the mean are 16.5.
  expect(pairRow?.alpha).toEqual({ alpha: expect.closeTo(1 - 2 / ((2 * 18 * 16.5) / 17), 3), n: 9 });
});

it('the alpha of values equals the published value for four annotators', async () => {
  const { id, path, imageIds } = await createJob(12, 4);
  const label = await createTestLabel(getClient(), { name: 'Ripeness', type: 'value' });
  for (const [user, userValues] of PUBLISHED_VALUES.entries()) {
    for (const [position, value] of userValues.entries()) {
      const labels = JSON.stringify(value === null ? [] : [{ label: label.id, value }]);
      await sql`
        insert into item_snapshot (item_id, user_id, job_id, workspace_id, labels, shapes)
        select i.id, ${users[user]!.id}, i.job_id, i.workspace_id, ${labels}::jsonb, '[]' from job_item i
        where i.job_id = ${id} and i.image_id = ${imageIds[position]!}`.execute(server.db);
    }
  }
  const { by_label: byLabel } = await readAgreement(path);
  expect(byLabel).toEqual([
    expect.objectContaining({
      of: 'images',
      name: 'Ripeness',
      f1: null,
      similarity: null,
      value_alpha: { alpha: expect.closeTo(0.849, 3), n: 11 },
      alpha: { alpha: expect.any(Number), n: 12 },
    }),
  ]);
});
