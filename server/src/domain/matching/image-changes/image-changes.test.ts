import type { AuditEntry, ImageChanges, RecognitionLabel, RecognitionTask, TrainingImage } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { expectBody } from '../../../testing/api/client';
import { createNamedRow, createTestJob, createTestLabel, createTestObject, uploadImages } from '../../../testing/api/fixtures';
import { insertImageRows } from '../../../testing/api/image-rows';
import { postUndoable, undo } from '../../../testing/api/undo';
import { IMAGES, server, client, workspaceId, user, list, getIds, setUpImageSuite } from '../../../testing/suites/image-suite';
import { setServices } from '../../account/workspaces';

setUpImageSuite();

const change = (body: object) => postUndoable<ImageChanges>(client, `${IMAGES}change`, body);
const preview = async (body: object) => (await change({ ...body, dry_run: true })).preview;
const read = async (image: TrainingImage | undefined) =>
  expectBody<TrainingImage>(await client.get(`${IMAGES}${image?.id ?? ''}`));
const sort = (...images: (TrainingImage | undefined)[]) => images.map((image) => image?.id).sort();

describe('changing many images', () => {
  it.each([
    ['test', 'train', { test: true }],
    ['product', 'real', { real: false }],
    ['verify', 'withdraw', { verified: true }],
  ])('%s changes only images that differ, and %s undoes it', async (name, inverse, filter) => {
    const [a, b] = await uploadImages(client, 2);
    await change({ change: name, images: [a?.id] });
    expect(await preview({ change: name, filter: {} })).toMatchObject({ matched: 2, changes: 1 });
    expect(await change({ change: name, filter: {} })).toMatchObject({ changed: [b?.id], next: null });
    expect((await list(filter)).count).toBe(2);
    expect((await change({ change: inverse, images: [b?.id] })).changed).toEqual([b?.id]);
    expect(getIds(await list(filter))).toEqual([a?.id]);
  });

  it('marks images without shapes as “nothing to annotate”, and undo removes the statements', async () => {
    const [emptyImage, verifiedImage, annotatedImage] = await uploadImages(client, 3);
    const label = await createNamedRow(client, '/detection/v2/label/');
    await createTestObject(client, annotatedImage?.id ?? '', label.id);
    await change({ change: 'verify', images: [verifiedImage?.id] });
    const body = { change: 'nothing-to-annotate', filter: {} };
    expect(await preview(body)).toMatchObject({ matched: 3, changes: 2 });
    const statement = await change(body);
    expect(statement.changed).toEqual(sort(emptyImage, verifiedImage));
    expect(getIds(await list({ nothing_to_annotate: true })).sort()).toEqual(sort(emptyImage, verifiedImage));
    expect(await preview(body)).toMatchObject({ changes: 0 });
    await undo(client, statement);
    expect((await list({ nothing_to_annotate: true })).count).toBe(0);
    expect(getIds(await list({ verified: true }))).toEqual([verifiedImage?.id]);
  });

  it('adds and removes images of a job and of a group', async () => {
    const [a, b] = await uploadImages(client, 2);
    const job = await createTestJob(client);
    const group = await createNamedRow(client, '/similarity/training/v2/group/');
    for (const [name, target, filter] of [
      ['job', { job: job.id }, { imagejob: job.id }],
      ['group', { group: group.id }, { group: group.id }],
    ] as const) {
      await change({ change: `add-to-${name}`, ...target, images: [a?.id] });
      expect(await preview({ change: `add-to-${name}`, ...target, filter: {} })).toMatchObject({ matched: 2, changes: 1 });
      expect((await change({ change: `add-to-${name}`, ...target, filter: {} })).changed).toEqual([b?.id]);
      expect((await change({ change: `remove-from-${name}`, ...target, filter })).changed).toEqual(sort(a, b));
      expect((await list(filter)).count).toBe(0);
    }
  });

  it('keeps images of a job that somebody has started when requested', async () => {
    const [a, b] = await uploadImages(client, 2);
    const job = await createTestJob(client);
    await change({ change: 'add-to-job', job: job.id, filter: {} });
    await sql`
      insert into item_work (item_id, user_id, job_id, workspace_id, leased_until)
      select id, ${user.id}, job_id, workspace_id, now() from job_item where image_id = ${a?.id}`.execute(server.db);
    const removal = { change: 'remove-from-job', job: job.id, images: [a?.id, b?.id] };
    expect((await change({ ...removal, keep_started: true })).changed).toEqual([b?.id]);
    expect((await change(removal)).changed).toEqual([a?.id]);
  });

  it('counts lost layers and remaining gold items before a change of a job', async () => {
    const [a, b] = await uploadImages(client, 2);
    const job = await createTestJob(client, 'image', { blind: true });
    await change({ change: 'add-to-job', job: job.id, filter: {} });
    await sql`
      insert into item_layer (item_id, user_id, job_id, workspace_id)
      select id, ${user.id}, job_id, workspace_id from job_item where image_id = ${a?.id}`.execute(server.db);
    await sql`update job_item set gold_id = gen_random_uuid() where image_id = ${b?.id}`.execute(server.db);
    expect(await preview({ change: 'remove-from-job', job: job.id, filter: {} })).toMatchObject({ changes: 2, layers: 1 });
    expect(await preview({ change: 'add-to-job', job: job.id, filter: {} })).toMatchObject({ changes: 0, gold: 1 });
  });

  it('undo restores the values of a removed label', async () => {
    const [a, b, c] = await uploadImages(client, 3);
    const label = await createTestLabel(client, { type: 'value' });
    for (const [image, value] of [
      [a, 2],
      [b, 7],
    ] as const)
      // oxfmt-ignore
      await client.post(`${IMAGES}${image?.id ?? ''}/add-label`, { label_id: label.id, value });
    const removal = await change({ change: 'remove-label', label: label.id, filter: {} });
    expect(removal.changed).toEqual(sort(a, b));
    expect((await list({ labels: label.id })).count).toBe(0);
    expect(await undo(client, removal)).toEqual({ undone: 2, kept: [] });
    expect((await read(b)).labels).toMatchObject([{ id: label.id, value: 7 }]);
    expect((await read(c)).labels).toEqual([]);
  });

  it('does not add a category to images that have another one', async () => {
    const [a, b] = await uploadImages(client, 2);
    const task = await createNamedRow<RecognitionTask>(client, '/recognition/v2/task/', { type: 'multi_class' });
    const [apple, pear] = [
      await createTestLabel(client, { task: task.id }),
      await createTestLabel(client, { name: 'Pear', task: task.id }),
    ];
    await change({ change: 'add-label', label: apple.id, images: [a?.id] });
    const add = { change: 'add-label', label: pear.id, filter: {} };
    expect(await preview(add)).toMatchObject({ matched: 2, changes: 1, conflicts: 1 });
    expect((await change(add)).changed).toEqual([b?.id]);
    expect((await read(a)).labels).toMatchObject([{ id: apple.id }]);
  });

  it('does not add a tag to images with the negative tag of its task', async () => {
    const [a, b] = await uploadImages(client, 2);
    const task = await createNamedRow<RecognitionTask>(client, '/recognition/v2/task/', { type: 'multi_label' });
    const tag = await createTestLabel(client, { type: 'tag', task: task.id });
    const labels = expectBody<{ results: RecognitionLabel[] }>(await client.get('/recognition/v2/label/', { task: task.id }));
    const negative = labels.results.find(({ negative_for_task }) => negative_for_task === task.id);
    await change({ change: 'add-label', label: negative?.id, images: [a?.id] });
    expect((await change({ change: 'add-label', label: tag.id, filter: {} })).changed).toEqual([b?.id]);
  });

  it('sets a metadata key, and undo restores values that nobody has changed since', async () => {
    const [a, b, c, d] = await uploadImages(client, 4);
    await client.put(`${IMAGES}${a?.id ?? ''}`, { meta_data: { shelf: null, filename: 'a.png' } });
    await client.put(`${IMAGES}${d?.id ?? ''}`, { meta_data: ['list'] });
    const setMeta = { change: 'set-meta', key: 'shelf', value: { row: 3 } };
    expect(await preview({ ...setMeta, filter: {} })).toMatchObject({ matched: 4, changes: 3 });
    const changes = await change({ ...setMeta, filter: {} });
    expect(changes.changed).toEqual(sort(a, b, c));
    expect((await read(a)).meta_data).toEqual({ shelf: { row: 3 }, filename: 'a.png' });
    await client.put(`${IMAGES}${c?.id ?? ''}`, { meta_data: { shelf: 'other' } });
    expect(await undo(client, changes)).toEqual({ undone: 2, kept: [c?.id] });
    expect((await read(a)).meta_data).toEqual({ shelf: null, filename: 'a.png' });
    expect((await read(b)).meta_data).not.toHaveProperty('shelf');
    expect((await read(c)).meta_data).toEqual({ shelf: 'other' });
  });

  it('refuses to set the file name of many images', async () => {
    const [a] = await uploadImages(client, 1);
    const body = { change: 'set-meta', key: 'filename', value: 'a.png', images: [a?.id] };
    expect((await client.post(`${IMAGES}change`, body)).status).toBe(400);
  });

  it('counts the rows that are deleted with images, and deletes them and their files', async () => {
    const [a, b] = await uploadImages(client, 2);
    const label = await createNamedRow(client, '/detection/v2/label/');
    await createTestObject(client, a?.id ?? '', label.id);
    const job = await createTestJob(client);
    await change({ change: 'add-to-job', job: job.id, filter: {} });
    const body = { change: 'delete', images: [a?.id], filter: undefined };
    expect(await preview(body)).toMatchObject({
      matched: 1,
      changes: 1,
      objects: 1,
      polygons: 0,
      job_items: 1,
      group_members: 0,
    });
    expect(getIds(await list())).toHaveLength(2);
    expect((await change(body)).changed).toEqual([a?.id]);
    expect(getIds(await list({ imagejob: job.id }))).toEqual([b?.id]);
  });

  it('logs deletions and verifications, but not their previews', async () => {
    const [a] = await uploadImages(client, 1);
    await preview({ change: 'delete', images: [a?.id] });
    await change({ change: 'verify', images: [a?.id] });
    const { results } = expectBody<{ results: AuditEntry[] }>(await client.get('/account/v2/audit/'));
    const entries = results.filter(({ subject }) => subject === 'recognition/training-image/change');
    expect(entries.map(({ action }) => action)).toEqual(['verify']);
  });

  it('does not log a change without effect', async () => {
    const [a] = await uploadImages(client, 1);
    for (const images of [[a?.id], [a?.id]]) await change({ change: 'verify', images });
    for (const times of [1, 2]) expect((await change({ change: 'delete', filter: {} })).changed).toHaveLength(2 - times);
    const { results } = expectBody<{ results: AuditEntry[] }>(await client.get('/account/v2/audit/'));
    const entries = results.filter(({ subject }) => subject === 'recognition/training-image/change');
    expect(entries).toMatchObject(['delete', 'verify'].map((action) => ({ action, changed_count: 1, changed_ids: [a?.id] })));
  });

  it('changes thousands of images in batches, without images that are uploaded meanwhile', async () => {
    await insertImageRows(server, client, 1200);
    const first = await change({ change: 'test', filter: {} });
    await uploadImages(client, 1);
    const second = await change({ change: 'test', filter: {}, after: first.next });
    const third = await change({ change: 'test', filter: {}, after: second.next });
    expect([first, second, third].map(({ changed }) => changed.length)).toEqual([500, 500, 200]);
    expect(third.next).toBeNull();
    expect((await list({ test: false })).count).toBe(1);
  });

  it('skips deleted images only when requested', async () => {
    const [a, b] = await uploadImages(client, 2);
    await change({ change: 'delete', images: [a?.id] });
    const body = { change: 'test', images: [a?.id, b?.id] };
    expect((await client.post(`${IMAGES}change`, body)).status).toBe(404);
    expect((await client.post(`${IMAGES}change`, { ...body, dry_run: true })).status).toBe(404);
    expect((await change({ ...body, skip_gone: true })).changed).toEqual([b?.id]);
  });

  it('needs the service of the single change', async () => {
    const [a] = await uploadImages(client, 1);
    const job = await createTestJob(client);
    await setServices(server.db, workspaceId, ['recognition']);
    const status = async (body: object) => (await client.post(`${IMAGES}change`, { images: [a?.id], ...body })).status;
    expect(await status({ change: 'verify' })).toBe(403);
    expect(await status({ change: 'add-to-job', job: job.id })).toBe(403);
    expect(await status({ change: 'test' })).toBe(200);
  });
});
