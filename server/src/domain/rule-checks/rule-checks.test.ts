import type { DetectionTask, GroupViolation, TrainingImage, Verification } from '@console/shared-contract/api';
import type { QualityRules, RuleTask } from '@console/shared-contract/quality-rules';
import { countTrainingImages } from '../../ml/learning/dataset';
import { expectBody, type TestClient } from '../../testing/api/client';
import { createNamedRow, uploadImage, type ListEnvelope } from '../../testing/api/fixtures';
import { setUpTestServer } from '../../testing/api/test-server';
import { postUndoable, undo } from '../../testing/api/undo';

const VERIFICATIONS = '/annotate/v2/verification/';
const VIOLATIONS = '/annotate/v2/rule-violation/';
const IMAGES = '/recognition/v2/training-image/';

const server = setUpTestServer();
let client: TestClient;
beforeEach(async () => {
  ({ client } = await server.createTenant());
});

/** Creates a task with rules and a label. */
async function createTask(rules: QualityRules) {
  const task = await createNamedRow<DetectionTask>(client, '/detection/v2/task/', { rules });
  const label = await createNamedRow(client, '/detection/v2/label/', {
    attributes: [{ name: 'brand', type: 'text', required: true }],
  });
  expectBody(await client.post(`/detection/v2/task/${task.id}/add-label`, { label_id: label.id }));
  return { task, label };
}
const drawBox = async (image: string, label: string, data: number[]) =>
  expectBody<{ id: string }>(await client.post('/detection/v2/object/', { image, detection_label: label, data }), 201);
const verifyImage = (image: string, body: object = {}) => client.post(VERIFICATIONS, { image_id: image, ...body });
const listIds = async (query: object) =>
  expectBody<ListEnvelope<TrainingImage>>(await client.get(IMAGES, { ...query })).results.map(({ id }) => id);
const checkAll = async (task: string) =>
  expectBody<{ checked: number; found: number }>(await client.post(`${VIOLATIONS}check`, { task }));

describe('rules of a task', () => {
  it('an error prevents verification and names the violation, and a warning does not', async () => {
    const { task, label } = await createTask({ levels: { missing_attribute: 'warning', small: 'error' } });
    const image = await uploadImage(client);
    const { id } = await drawBox(image.id, label.id, [0, 0, 5, 30]);
    const refusedVerification = await verifyImage(image.id);
    expect(refusedVerification.status).toBe(400);
    expect(JSON.stringify(expectBody(refusedVerification, 400))).toContain(
      'cannot be verified. Box “Some name” is 5 × 30 px. The minimum is 8 px.',
    );
    await client.put(`/detection/v2/object/${id}`, { data: [0, 0, 20, 30] });
    expect((await verifyImage(image.id)).status).toBe(201);
    expect(
      (await client.put(`/detection/v2/task/${task.id}`, { rules: { levels: { missing_attribute: 'error' } } })).status,
    ).toBe(200);
    expect((await verifyImage(image.id)).status).toBe(400);
  });

  it('refuse a bulk update completely, and leave violating images out of a bulk change', async () => {
    const { label } = await createTask({ levels: { small: 'error' } });
    const [invalidImage, validImage] = [await uploadImage(client), await uploadImage(client)];
    await drawBox(invalidImage.id, label.id, [0, 0, 5, 30]);
    const images = [invalidImage.id, validImage.id];
    expect((await client.post(`${IMAGES}update`, { images, verify: true })).status).toBe(400);
    expect(await listIds({ verified: 1 })).toEqual([]);
    const previewResponse = await client.post(`${IMAGES}change`, { change: 'verify', images, dry_run: true });
    expect(expectBody(previewResponse)).toMatchObject({ preview: { matched: 2, changes: 1, invalid: 1 } });
    const { changed } = expectBody<{ changed: string[] }>(await client.post(`${IMAGES}change`, { change: 'verify', images }));
    expect(changed).toEqual([validImage.id]);
    expect(await listIds({ verified: 1 })).toEqual([validImage.id]);
  });

  it('leave violating images of a completed job unverified', async () => {
    const { label } = await createTask({ levels: { small: 'error' } });
    const [invalidImage, validImage] = [await uploadImage(client), await uploadImage(client)];
    await drawBox(invalidImage.id, label.id, [0, 0, 5, 30]);
    const job = await createNamedRow(client, '/annotate/v2/imagejob/');
    await client.post(`/annotate/v2/imagejob/${job.id}/add-images`, { images: [invalidImage.id, validImage.id] });
    await client.put(`/annotate/v2/imagejob/${job.id}`, { done: true });
    await server.runWork();
    expect(await listIds({ verified: 1 })).toEqual([validImage.id]);
  });

  it('are listed with the sizes of their labels', async () => {
    const { task, label } = await createTask({ levels: { unusual_size: 'warning' } });
    await createTask({});
    const image = await uploadImage(client);
    for (const side of [10, 20, 40]) await drawBox(image.id, label.id, [0, 0, side, side]);
    const { results } = expectBody<{ results: RuleTask[] }>(await client.get('/annotate/v2/quality-rule/'));
    const area = image.img_width * image.img_height;
    expect(results).toMatchObject([{ id: task.id, labels: [{ id: label.id, required: [] }] }]);
    const labelSizes = results[0]?.labels[0]?.sizes;
    expect(labelSizes?.n).toBe(3);
    expect(labelSizes?.median).toBeCloseTo(Math.log(400 / area), 6);
    expect(labelSizes?.mad).toBeCloseTo(Math.log(4), 6);
  });

  it('require a label of each recognition task of a box', async () => {
    const { label } = await createTask({ levels: { missing_label: 'error' } });
    const recognitionTask = await createNamedRow(client, '/recognition/v2/task/');
    const categoryLabel = await createNamedRow(client, '/recognition/v2/label/', { task: recognitionTask.id });
    await client.post(`/detection/v2/label/${label.id}/add-task`, { task_id: recognitionTask.id });
    const image = await uploadImage(client);
    const { id } = await drawBox(image.id, label.id, [0, 0, 20, 30]);
    expect((await verifyImage(image.id)).status).toBe(400);
    expectBody(await client.post(`/detection/v2/object/${id}/add-label`, { label_id: categoryLabel.id }));
    expect((await verifyImage(image.id)).status).toBe(201);
  });
});

describe('the check of a task', () => {
  it('stores violations for the image filter, and a later check replaces them', async () => {
    const { task, label } = await createTask({ levels: { small: 'warning', duplicate: 'error' } });
    const [imageWithSmallBox, imageWithDuplicates, validImage] = [
      await uploadImage(client),
      await uploadImage(client),
      await uploadImage(client),
    ];
    const { id } = await drawBox(imageWithSmallBox.id, label.id, [0, 0, 5, 30]);
    for (const width of [30, 30]) await drawBox(imageWithDuplicates.id, label.id, [0, 0, width, 30]);
    await drawBox(validImage.id, label.id, [0, 0, 20, 30]);
    expect(await checkAll(task.id)).toMatchObject({ checked: 3, found: 2, next: null });
    expect((await listIds({ detection_task_violations: task.id })).sort()).toEqual(
      [imageWithSmallBox.id, imageWithDuplicates.id].sort(),
    );
    expect(await listIds({ detection_task_violations: task.id, violated_rule: 'duplicate' })).toEqual([imageWithDuplicates.id]);
    expect(expectBody(await client.get(VIOLATIONS, { task: task.id }))).toMatchObject({
      results: [
        { rule: 'duplicate', level: 'error', images: 1, violations: 1 },
        { rule: 'small', level: 'warning', images: 1, violations: 1 },
      ],
    });
    await client.delete(`/detection/v2/object/${id}`);
    await checkAll(task.id);
    expect(await listIds({ detection_task_violations: task.id })).toEqual([imageWithDuplicates.id]);
  });

  it('counts and deletes the shapes that still violate a rule, and undo restores them', async () => {
    const { task, label } = await createTask({ levels: { small: 'error' } });
    const [image, fixed] = [await uploadImage(client), await uploadImage(client)];
    const { id } = await drawBox(image.id, label.id, [0, 0, 5, 30]);
    const validObject = await drawBox(image.id, label.id, [0, 0, 20, 30]);
    const correctedBox = await drawBox(fixed.id, label.id, [0, 0, 5, 30]);
    await checkAll(task.id);
    await client.put(`/detection/v2/object/${correctedBox.id}`, { data: [0, 0, 30, 30] });
    const body = { task: task.id, rule: 'small' };
    const expectedPreview = { images: 1, shapes: 1, next: null };
    expect(expectBody(await client.post(`${VIOLATIONS}delete-shapes`, { ...body, dry_run: true }))).toEqual(expectedPreview);
    const deletionChange = await postUndoable<object>(client, `${VIOLATIONS}delete-shapes`, body);
    expect(deletionChange).toMatchObject(expectedPreview);
    const listObjects = async () =>
      expectBody<ListEnvelope<{ id: string }>>(await client.get('/detection/v2/object/'))
        .results.map((row) => row.id)
        .sort();
    expect(await listObjects()).toEqual([validObject.id, correctedBox.id].sort());
    expect(await listIds({ detection_task_violations: task.id })).toEqual([]);
    await undo(client, deletionChange);
    expect(await listObjects()).toEqual([id, validObject.id, correctedBox.id].sort());
  });

  it('refuses to delete shapes of a rule about images', async () => {
    const { task } = await createTask({});
    expect((await client.post(`${VIOLATIONS}delete-shapes`, { task: task.id, rule: 'empty_image' })).status).toBe(400);
  });
});

describe('the rules of a recognition task', () => {
  it('check the labels of images before a verification and on request', async () => {
    const task = await createNamedRow(client, '/recognition/v2/task/');
    const levels = { missing_label: 'error', out_of_range: 'warning' } as const;
    const { version } = expectBody<{ version: number }>(await client.get(`/recognition/v2/task/${task.id}`));
    expect(
      expectBody(await client.put(`/recognition/v2/task/${task.id}`, { name: 'Colors', rules: { levels }, version })),
    ).toMatchObject({
      rules: { levels },
    });
    const label = await createNamedRow(client, '/recognition/v2/label/', { task: task.id });
    const [image, otherImage] = [await uploadImage(client), await uploadImage(client)];
    expect(await verifyImage(image.id)).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('The image has no label of “Colors”.') },
    });
    expectBody(await client.post(`${IMAGES}${image.id}/add-label`, { label_id: label.id }));
    expect((await verifyImage(image.id)).status).toBe(201);
    expect(await checkAll(task.id)).toMatchObject({ checked: 2, found: 1 });
    expect(await listIds({ recognition_task_violations: task.id, violated_rule: 'missing_label' })).toEqual([otherImage.id]);
    const deletionBody = { task: task.id, rule: 'missing_label' };
    expect((await client.post(`${VIOLATIONS}delete-shapes`, deletionBody)).status).toBe(400);
  });
});

describe('“Nothing to annotate”', () => {
  it('satisfies the rule for empty images until the image has shapes', async () => {
    const { label } = await createTask({ levels: { empty_image: 'error' } });
    const [image, otherImage] = [await uploadImage(client), await uploadImage(client)];
    expect((await verifyImage(image.id)).status).toBe(400);
    const statement = expectBody<Verification>(await verifyImage(image.id, { nothing_to_annotate: true }), 201);
    expect(statement.nothing_to_annotate).toBe(true);
    expect(await listIds({ nothing_to_annotate: 1 })).toEqual([image.id]);
    expect(await listIds({ nothing_to_annotate: 0 })).toEqual([otherImage.id]);
    await drawBox(image.id, label.id, [0, 0, 20, 30]);
    expect(await listIds({ nothing_to_annotate: 1 })).toEqual([]);
    expect((await verifyImage(image.id, { nothing_to_annotate: true })).status).toBe(400);
  });

  it('can be added to a verification, which makes the image a negative example', async () => {
    const { task } = await createTask({});
    const image = await uploadImage(client);
    await verifyImage(image.id);
    const statement = await postUndoable<Verification>(
      client,
      VERIFICATIONS,
      { image_id: image.id, nothing_to_annotate: true },
      201,
    );
    const segmentation = await createNamedRow(client, '/segmentation/v2/task/');
    const countExamples = () =>
      Promise.all(
        (
          [
            ['detection', task.id],
            ['segmentation', segmentation.id],
          ] as const
        ).map(([domain, id]) => countTrainingImages(server.db, domain, id, { onlyVerified: true, onlyReal: false })),
      );
    expect(await countExamples()).toEqual([
      { train: 1, test: 0 },
      { train: 1, test: 0 },
    ]);
    await undo(client, statement);
    expect(await listIds({ nothing_to_annotate: 1 })).toEqual([]);
    expect(await listIds({ verified: 1 })).toEqual([image.id]);
    expect(await countExamples()).toEqual([
      { train: 0, test: 0 },
      { train: 0, test: 0 },
    ]);
  });
});

describe('rules of a similarity task', () => {
  const GROUPS = '/similarity/training/v2/group/';
  const listViolations = async (query: object) =>
    expectBody<{ results: GroupViolation[] }>(await client.get('/annotate/v2/group-violation/', { ...query })).results;

  it('are checked when groups are verified, individually and in bulk, and by a filter', async () => {
    const rules = { levels: { few_members: 'error', several_groups: 'warning' }, min_members: 2 };
    const task = await createNamedRow(client, '/similarity/training/v2/task/', { rules });
    const [type, otherType] = await Promise.all(
      ['Same', 'Other'].map((name) => createNamedRow(client, '/similarity/training/v2/type/', { name })),
    );
    expectBody(await client.post(`/similarity/training/v2/task/${task.id}/add-type`, { type_id: type!.id }));
    const [firstImage, secondImage, thirdImage] = await Promise.all([1, 2, 3].map(() => uploadImage(client)));
    const createGroup = async (images: string[], typeId = type!.id) => {
      const { id } = await createNamedRow(client, GROUPS, { type: typeId });
      expectBody(await client.post(`${GROUPS}${id}/add-images`, { images }));
      return id;
    };
    const smallGroup = await createGroup([firstImage!.id]);
    const sharedGroup = await createGroup([firstImage!.id, secondImage!.id]);
    const otherGroup = await createGroup([thirdImage!.id], otherType!.id);
    const validGroup = await createGroup([secondImage!.id, thirdImage!.id], otherType!.id);
    const verifyGroup = (group: string) => client.post('/annotate/v2/similarity-verification/', { group_id: group });

    expect(await listViolations({ group: smallGroup })).toMatchObject([
      { rule: 'few_members', level: 'error', groups: 1, text: 'The group has fewer than 2 members.' },
      { rule: 'several_groups', level: 'warning', text: 'A member is also in another group of the task.' },
    ]);
    expect(await listViolations({ task: task.id })).toMatchObject([{ groups: 1 }, { rule: 'several_groups', groups: 2 }]);
    expect(await listViolations({ group: validGroup })).toEqual([]);
    const refusedVerification = await verifyGroup(smallGroup);
    expect([refusedVerification.status, refusedVerification.text]).toEqual([
      400,
      expect.stringContaining('The group has fewer than 2 members.'),
    ]);
    expectBody(await verifyGroup(sharedGroup), 201);
    const { changed } = expectBody<{ changed: string[] }>(
      await client.post(`${GROUPS}change`, { change: 'verify', groups: [smallGroup, otherGroup] }),
    );
    expect(changed).toEqual([otherGroup]);
    const listViolatingGroups = async (query: object) =>
      expectBody<ListEnvelope<{ id: string }>>(await client.get(GROUPS, { violations_of: task.id, ...query })).results;
    expect((await listViolatingGroups({ violated_rule: 'few_members' })).map(({ id }) => id)).toEqual([smallGroup]);
    expect(await listViolatingGroups({})).toHaveLength(2);
  });
});
