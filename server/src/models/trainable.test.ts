import type { CannotTrain, TaskSplit } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { bodyOf, type TestClient } from '../testing/client';
import { makeLabel, makeNamed, makeObject, makeTask, uploadImages } from '../testing/fixtures';
import { makeTestServer, type TestServer } from '../testing/test-server';

let server: TestServer;
let client: TestClient;
beforeAll(async () => {
  server = await makeTestServer({ config: { builtInModels: true } });
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ client } = await server.makeTenant());
});

const IMAGES = '/recognition/v2/training-image/';
const addLabel = async (image: string, label: string, value?: number) =>
  bodyOf(await client.post(`${IMAGES}${image}/add-label`, { label_id: label, ...(value !== undefined && { value }) }));

describe('what a training on this machine lacks', () => {
  it('is said before it is queued, with the numbers', async () => {
    const bare = await makeTask(client, { name: 'Bare' });
    const task = await makeTask(client, { name: 'Color', type: 'multi_class' });
    const labels = [
      await makeLabel(client, { name: 'Red', task: task.id }),
      await makeLabel(client, { name: 'Blue', task: task.id }),
    ];
    const held = await uploadImages(client, 1);
    await addLabel(held[0]!.id, labels[0]!.id);
    await client.post(`${IMAGES}update`, { images: [held[0]!.id], 'mark-test': true });
    const reasons = {
      [bare.id]: 'This task has no labels. Add some before it is trained.',
      [task.id]: 'There are too few pictures to train on: 0 of at least 4. Pictures of TEST are held out.',
    };
    for (const [id, detail] of Object.entries(reasons)) {
      const refused = await client.post(`/recognition/v2/task/${id}/train`);
      expect([refused.status, refused.body]).toEqual([400, { detail }]);
      expect((await client.get(`/recognition/v2/task/${id}/split`)).body).toMatchObject({ cannot_train: detail });
    }
    for (const [at, { id }] of (await uploadImages(client, 4)).entries()) await addLabel(id, labels[at % 2]!.id);
    expect((await client.get(`/recognition/v2/task/${task.id}/split`)).body).toMatchObject({ cannot_train: null });
  });

  it('is said of labels that the pictures do not tell apart', async () => {
    const images = (await uploadImages(client, 6)).map(({ id }) => id);
    const make = async (type: string, labelType: string, names: string[]) => {
      const task = await makeTask(client, { name: type, type });
      const labels: string[] = [];
      for (const name of names) labels.push((await makeLabel(client, { name, task: task.id, type: labelType })).id);
      return { task: task.id, labels };
    };
    const kind = await make('multi_class', 'category', ['Apple', 'Pear']);
    const tags = await make('multi_label', 'tag', ['Dented']);
    const values = await make('regression', 'value', ['Fill']);
    const reasonOf = async (task: string) => {
      const { cannot_train } = bodyOf<TaskSplit>(await client.get(`/recognition/v2/task/${task}/split`));
      const { tasks } = bodyOf<CannotTrain>(await client.get('/recognition/v2/cannot-train'));
      expect(tasks.find(({ id }) => id === task)?.reason ?? null).toBe(cannot_train);
      return cannot_train;
    };
    for (const image of images.slice(0, 5)) {
      await addLabel(image, kind.labels[0]!);
      await addLabel(image, tags.labels[0]!);
      await addLabel(image, values.labels[0]!, 3);
    }
    expect(await reasonOf(kind.task)).toBe(
      "Too few pictures: at least two labels need 2 pictures each to train on. There are 5 of 'Apple', 0 of 'Pear'.",
    );
    expect(await reasonOf(tags.task)).toBe(
      "Too few pictures: a label needs 2 pictures with it and 2 without it to train on. There are 5 with and 0 without 'Dented'.",
    );
    expect(await reasonOf(values.task)).toBe(
      "Too few pictures: a label needs 4 pictures with values that are not all the same to train on. There are 5 of 'Fill' with 1 different value.",
    );
    expect((await client.post(`/recognition/v2/task/${kind.task}/train`)).status).toBe(400);
    await addLabel(images[5]!, kind.labels[1]!);
    await addLabel(images[5]!, values.labels[0]!, 4);
    const second = await makeLabel(client, { name: 'Open', task: tags.task, type: 'tag' });
    const object = await makeObject(client, images[5]!, (await makeNamed(client, '/detection/v2/label/', { name: 'Box' })).id);
    await client.post(`/detection/v2/object/${object.id}/add-label`, { label_id: second.id });
    expect(await reasonOf(kind.task)).toMatch(/5 of 'Apple', 1 of 'Pear'/);
    expect(await reasonOf(tags.task)).toMatch(/5 with and 1 without 'Dented'/);
    expect(await reasonOf(values.task)).toBeNull();
    // One on an object counts as one on an image does.
    await client.post(`/detection/v2/object/${object.id}/add-label`, { label_id: kind.labels[1]! });
    await addLabel(images[5]!, second.id);
    expect(await reasonOf(kind.task)).toBeNull();
    expect(await reasonOf(tags.task)).toBeNull();
  });

  it('says it of all tasks of a workspace together, as the split of each says it', async () => {
    const images = (await uploadImages(client, 6)).map(({ id }) => id);
    await client.post('/recognition/v2/training-image/update', { images: [images[0]], 'mark-test': true });
    await client.post('/recognition/v2/training-image/update', { images: [images[1]], 'unmark-real': true });
    const labels = [await makeLabel(client, { name: 'Ripe' }), await makeLabel(client, { name: 'Raw' })] as const;
    const shapes = {
      detection: await makeNamed<{ id: string }>(client, '/detection/v2/label/', { name: 'Box' }),
      segmentation: await makeNamed<{ id: string }>(client, '/segmentation/v2/label/', { name: 'Outline' }),
    };
    const onImages = async (many: number) => {
      for (const [at, image] of images.slice(0, many).entries()) {
        await client.post(`/recognition/v2/training-image/${image}/add-label`, { label_id: labels[at % 2 ? 1 : 0].id });
        await client.post('/detection/v2/object/', { image, detection_label: shapes.detection.id, data: [0, 0, 9, 9] });
        await client.post('/detection/v2/object/', { image, detection_label: shapes.detection.id, data: [9, 9, 9, 9] });
        const polygon = { image, segmentation_label: shapes.segmentation.id, data: [0, 0, 9, 0, 9, 9] };
        await client.post('/segmentation/v2/polygon/', polygon);
      }
    };
    await onImages(4);
    const tasks: [domain: string, id: string][] = [];
    for (const [domain, ids] of [
      ['recognition', labels.map(({ id }) => id)],
      ['detection', [shapes.detection.id]],
      ['segmentation', [shapes.segmentation.id]],
    ] as const) {
      for (const name of ['All', 'Real alone', 'Bare']) {
        const task = await makeNamed<{ id: string }>(client, `/${domain}/v2/task/`, { name, type: 'multi_class' });
        tasks.push([domain, task.id]);
        for (const id of name === 'Bare' ? [] : ids)
          await client.post(`/${domain}/v2/task/${task.id}/add-label`, { label_id: id });
        if (name === 'Real alone')
          await sql`update ${sql.table(`${domain}_task`)} set training_params = '{"only_real": true}' where id = ${task.id}`.execute(
            server.db,
          );
      }
    }
    const asked = async () => {
      const together = new Map<string, string>();
      for (const domain of ['recognition', 'detection', 'segmentation'])
        for (const { id, reason } of bodyOf<CannotTrain>(await client.get(`/${domain}/v2/cannot-train`)).tasks)
          together.set(id, reason);
      const bySplit = new Map<string, string>();
      for (const [domain, id] of tasks) {
        const { cannot_train } = bodyOf<TaskSplit>(await client.get(`/${domain}/v2/task/${id}/split`));
        if (cannot_train) bySplit.set(id, cannot_train);
      }
      expect(together).toEqual(bySplit);
      return [...together.values()].map((reason) => /\d of at least/.exec(reason)?.[0] ?? 'no labels').sort();
    };
    const [few, fewReal] = ['3 of at least', '2 of at least'];
    expect(await asked()).toEqual([...[fewReal, fewReal, fewReal, few, few, few], ...Array<string>(3).fill('no labels')]);
    // One that has objects already counts once, one without them counts too.
    const all = tasks[3]![1];
    await client.post(`/detection/v2/task/${all}/add-images`, { items: [images[3]] });
    expect(await asked()).toHaveLength(9);
    await client.post(`/detection/v2/task/${all}/add-images`, { items: [images[4]] });
    expect(await asked()).toHaveLength(8);
    // Its objects are examples of recognition too.
    const object = await makeObject(client, images[5]!, shapes.detection.id);
    await client.post(`/detection/v2/object/${object.id}/add-label`, { label_id: labels[0].id });
    expect(await asked()).toHaveLength(7);
    await onImages(6);
    expect(await asked()).toEqual(Array(3).fill('no labels'));
  });
});
