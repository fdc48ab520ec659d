import type { AuditEntry, ImageChanges, RecognitionLabel, RecognitionTask, TrainingImage } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { expectBody } from '../../../testing/api/client';
import { createNamedRow, createTestJob, createTestLabel, createTestObject, uploadImages } from '../../../testing/api/fixtures';
import { insertImageRows } from '../../../testing/api/image-rows';
import { postUndoable, undo } from '../../../testing/api/undo';
import { IMAGES, server, client, workspaceId, user, list, getIds, setUpImageSuite } from '../../../testing/suites/image-suite';
import { setServices } from '../../account/workspaces';

setUpImageSuite();

const changeImages = (body: object) => postUndoable<ImageChanges>(client, `${IMAGES}change`, body);
const previewChange = async (body: object) => (await changeImages({ ...body, dry_run: true })).preview;
const readImage = async (image: TrainingImage | undefined) =>
  expectBody<TrainingImage>(await client.get(`${IMAGES}${image?.id ?? ''}`));
const toSortedIds = (...images: (TrainingImage | undefined)[]) => images.map((image) => image?.id).sort();

describe('changing many images', () => {
  it.each([
    ['test', 'train', { test: true }],
    ['product', 'real', { real: false }],
    ['verify', 'withdraw', { verified: true }],
  ])('the change `%s` affects only images that differ, and `%s` reverts it', async (name, inverse, filter) => {
    const [firstImage, secondImage] = await uploadImages(client, 2);
    await changeImages({ change: name, images: [firstImage?.id] });
    expect(await previewChange({ change: name, filter: {} })).toMatchObject({ matched: 2, changes: 1 });
    expect(await changeImages({ change: name, filter: {} })).toMatchObject({ changed: [secondImage?.id], next: null });
    expect((await list(filter)).count).toBe(2);
    expect((await changeImages({ change: inverse, images: [secondImage?.id] })).changed).toEqual([secondImage?.id]);
    expect(getIds(await list(filter))).toEqual([firstImage?.id]);
  });

  it('marks images without shapes as “nothing to annotate”, and undo removes the statements', async () => {
    const [emptyImage, verifiedImage, annotatedImage] = await uploadImages(client, 3);
    const label = await createNamedRow(client, '/detection/v2/label/');
    await createTestObject(client, annotatedImage?.id ?? '', label.id);
    await changeImages({ change: 'verify', images: [verifiedImage?.id] });
    const body = { change: 'nothing-to-annotate', filter: {} };
    expect(await previewChange(body)).toMatchObject({ matched: 3, changes: 2 });
    const statementChange = await changeImages(body);
    expect(statementChange.changed).toEqual(toSortedIds(emptyImage, verifiedImage));
    expect(getIds(await list({ nothing_to_annotate: true })).sort()).toEqual(toSortedIds(emptyImage, verifiedImage));
    expect(await previewChange(body)).toMatchObject({ changes: 0 });
    await undo(client, statementChange);
    expect((await list({ nothing_to_annotate: true })).count).toBe(0);
    expect(getIds(await list({ verified: true }))).toEqual([verifiedImage?.id]);
  });

  it('adds and removes images of a job and of a group', async () => {
    const [firstImage, secondImage] = await uploadImages(client, 2);
    const job = await createTestJob(client);
    const group = await createNamedRow(client, '/similarity/training/v2/group/');
    for (const [name, target, filter] of [
      ['job', { job: job.id }, { imagejob: job.id }],
      ['group', { group: group.id }, { group: group.id }],
    ] as const) {
      await changeImages({ change: `add-to-${name}`, ...target, images: [firstImage?.id] });
      expect(await previewChange({ change: `add-to-${name}`, ...target, filter: {} })).toMatchObject({ matched: 2, changes: 1 });
      expect((await changeImages({ change: `add-to-${name}`, ...target, filter: {} })).changed).toEqual([secondImage?.id]);
      expect((await changeImages({ change: `remove-from-${name}`, ...target, filter })).changed).toEqual(
        toSortedIds(firstImage, secondImage),
      );
      expect((await list(filter)).count).toBe(0);
    }
  });

  it('keeps images of a job that somebody has started when requested', async () => {
    const [firstImage, secondImage] = await uploadImages(client, 2);
    const job = await createTestJob(client);
    await changeImages({ change: 'add-to-job', job: job.id, filter: {} });
    await sql`
      insert into item_work (item_id, user_id, job_id, workspace_id, leased_until)
      select id, ${user.id}, job_id, workspace_id, now() from job_item where image_id = ${firstImage?.id}`.execute(server.db);
    const removalChange = { change: 'remove-from-job', job: job.id, images: [firstImage?.id, secondImage?.id] };
    expect((await changeImages({ ...removalChange, keep_started: true })).changed).toEqual([secondImage?.id]);
    expect((await changeImages(removalChange)).changed).toEqual([firstImage?.id]);
  });

  it('previews lost layers and remaining gold items before a change of a job', async () => {
    const [firstImage, secondImage] = await uploadImages(client, 2);
    const job = await createTestJob(client, 'image', { blind: true });
    await changeImages({ change: 'add-to-job', job: job.id, filter: {} });
    await sql`
      insert into item_layer (item_id, user_id, job_id, workspace_id)
      select id, ${user.id}, job_id, workspace_id from job_item where image_id = ${firstImage?.id}`.execute(server.db);
    await sql`update job_item set gold_id = gen_random_uuid() where image_id = ${secondImage?.id}`.execute(server.db);
    expect(await previewChange({ change: 'remove-from-job', job: job.id, filter: {} })).toMatchObject({ changes: 2, layers: 1 });
    expect(await previewChange({ change: 'add-to-job', job: job.id, filter: {} })).toMatchObject({ changes: 0, gold: 1 });
  });

  it('undo restores the values of a removed label', async () => {
    const [firstImage, secondImage, thirdImage] = await uploadImages(client, 3);
    const label = await createTestLabel(client, { type: 'value' });
    for (const [image, value] of [
      [firstImage, 2],
      [secondImage, 7],
    ] as const)
      // oxfmt-ignore
      await client.post(`${IMAGES}${image?.id ?? ''}/add-label`, { label_id: label.id, value });
    const removalChange = await changeImages({ change: 'remove-label', label: label.id, filter: {} });
    expect(removalChange.changed).toEqual(toSortedIds(firstImage, secondImage));
    expect((await list({ labels: label.id })).count).toBe(0);
    expect(await undo(client, removalChange)).toEqual({ undone: 2, kept: [] });
    expect((await readImage(secondImage)).labels).toMatchObject([{ id: label.id, value: 7 }]);
    expect((await readImage(thirdImage)).labels).toEqual([]);
  });

  it('does not add a category to images that have another one', async () => {
    const [firstImage, secondImage] = await uploadImages(client, 2);
    const task = await createNamedRow<RecognitionTask>(client, '/recognition/v2/task/', { type: 'multi_class' });
    const [apple, pearLabel] = [
      await createTestLabel(client, { task: task.id }),
      await createTestLabel(client, { name: 'Pear', task: task.id }),
    ];
    await changeImages({ change: 'add-label', label: apple.id, images: [firstImage?.id] });
    const addition = { change: 'add-label', label: pearLabel.id, filter: {} };
    expect(await previewChange(addition)).toMatchObject({ matched: 2, changes: 1, conflicts: 1 });
    expect((await changeImages(addition)).changed).toEqual([secondImage?.id]);
    expect((await readImage(firstImage)).labels).toMatchObject([{ id: apple.id }]);
  });

  it('does not add a tag to images with the negative tag of its task', async () => {
    const [firstImage, secondImage] = await uploadImages(client, 2);
    const task = await createNamedRow<RecognitionTask>(client, '/recognition/v2/task/', { type: 'multi_label' });
    const tag = await createTestLabel(client, { type: 'tag', task: task.id });
    const labels = expectBody<{ results: RecognitionLabel[] }>(await client.get('/recognition/v2/label/', { task: task.id }));
    const negativeLabel = labels.results.find(({ negative_for_task }) => negative_for_task === task.id);
    await changeImages({ change: 'add-label', label: negativeLabel?.id, images: [firstImage?.id] });
    expect((await changeImages({ change: 'add-label', label: tag.id, filter: {} })).changed).toEqual([secondImage?.id]);
  });

  it('sets a metadata key, and undo restores values that nobody has changed since', async () => {
    const [firstImage, secondImage, thirdImage, fourthImage] = await uploadImages(client, 4);
    await client.put(`${IMAGES}${firstImage?.id ?? ''}`, { meta_data: { shelf: null, filename: 'a.png' } });
    await client.put(`${IMAGES}${fourthImage?.id ?? ''}`, { meta_data: ['list'] });
    const setMeta = { change: 'set-meta', key: 'shelf', value: { row: 3 } };
    expect(await previewChange({ ...setMeta, filter: {} })).toMatchObject({ matched: 4, changes: 3 });
    const changes = await changeImages({ ...setMeta, filter: {} });
    expect(changes.changed).toEqual(toSortedIds(firstImage, secondImage, thirdImage));
    expect((await readImage(firstImage)).meta_data).toEqual({ shelf: { row: 3 }, filename: 'a.png' });
    await client.put(`${IMAGES}${thirdImage?.id ?? ''}`, { meta_data: { shelf: 'other' } });
    expect(await undo(client, changes)).toEqual({ undone: 2, kept: [thirdImage?.id] });
    expect((await readImage(firstImage)).meta_data).toEqual({ shelf: null, filename: 'a.png' });
    expect((await readImage(secondImage)).meta_data).not.toHaveProperty('shelf');
    expect((await readImage(thirdImage)).meta_data).toEqual({ shelf: 'other' });
  });

  it('refuses to set the file name of many images', async () => {
    const [firstImage] = await uploadImages(client, 1);
    const body = { change: 'set-meta', key: 'filename', value: 'a.png', images: [firstImage?.id] };
    expect((await client.post(`${IMAGES}change`, body)).status).toBe(400);
  });

  it('counts the rows that are deleted with images, and deletes them and their files', async () => {
    const [firstImage, secondImage] = await uploadImages(client, 2);
    const label = await createNamedRow(client, '/detection/v2/label/');
    await createTestObject(client, firstImage?.id ?? '', label.id);
    const job = await createTestJob(client);
    await changeImages({ change: 'add-to-job', job: job.id, filter: {} });
    const body = { change: 'delete', images: [firstImage?.id], filter: undefined };
    expect(await previewChange(body)).toMatchObject({
      matched: 1,
      changes: 1,
      objects: 1,
      polygons: 0,
      job_items: 1,
      group_members: 0,
    });
    expect(getIds(await list())).toHaveLength(2);
    expect((await changeImages(body)).changed).toEqual([firstImage?.id]);
    expect(getIds(await list({ imagejob: job.id }))).toEqual([secondImage?.id]);
  });

  it('logs deletions and verifications, but not their previews', async () => {
    const [firstImage] = await uploadImages(client, 1);
    await previewChange({ change: 'delete', images: [firstImage?.id] });
    await changeImages({ change: 'verify', images: [firstImage?.id] });
    const { results } = expectBody<{ results: AuditEntry[] }>(await client.get('/account/v2/audit/'));
    const entries = results.filter(({ subject }) => subject === 'recognition/training-image/change');
    expect(entries.map(({ action }) => action)).toEqual(['verify']);
  });

  it('does not log a change without effect', async () => {
    const [firstImage] = await uploadImages(client, 1);
    for (const images of [[firstImage?.id], [firstImage?.id]]) await changeImages({ change: 'verify', images });
    for (const callNumber of [1, 2])
      expect((await changeImages({ change: 'delete', filter: {} })).changed).toHaveLength(2 - callNumber);
    const { results } = expectBody<{ results: AuditEntry[] }>(await client.get('/account/v2/audit/'));
    const entries = results.filter(({ subject }) => subject === 'recognition/training-image/change');
    expect(entries).toMatchObject(
      ['delete', 'verify'].map((action) => ({ action, changed_count: 1, changed_ids: [firstImage?.id] })),
    );
  });

  it('changes thousands of images in batches, without images that are uploaded meanwhile', async () => {
    await insertImageRows(server, client, 1200);
    const firstBatch = await changeImages({ change: 'test', filter: {} });
    await uploadImages(client, 1);
    const secondBatch = await changeImages({ change: 'test', filter: {}, after: firstBatch.next });
    const thirdBatch = await changeImages({ change: 'test', filter: {}, after: secondBatch.next });
    expect([firstBatch, secondBatch, thirdBatch].map(({ changed }) => changed.length)).toEqual([500, 500, 200]);
    expect(thirdBatch.next).toBeNull();
    expect((await list({ test: false })).count).toBe(1);
  });

  it('skips deleted images only when requested', async () => {
    const [firstImage, secondImage] = await uploadImages(client, 2);
    await changeImages({ change: 'delete', images: [firstImage?.id] });
    const body = { change: 'test', images: [firstImage?.id, secondImage?.id] };
    expect((await client.post(`${IMAGES}change`, body)).status).toBe(404);
    expect((await client.post(`${IMAGES}change`, { ...body, dry_run: true })).status).toBe(404);
    expect((await changeImages({ ...body, skip_gone: true })).changed).toEqual([secondImage?.id]);
  });

  it('requires the service of the requested change', async () => {
    const [firstImage] = await uploadImages(client, 1);
    const job = await createTestJob(client);
    await setServices(server.db, workspaceId, ['recognition']);
    const tryChange = async (body: object) =>
      (await client.post(`${IMAGES}change`, { images: [firstImage?.id], ...body })).status;
    expect(await tryChange({ change: 'verify' })).toBe(403);
    expect(await tryChange({ change: 'add-to-job', job: job.id })).toBe(403);
    expect(await tryChange({ change: 'test' })).toBe(200);
  });
});
