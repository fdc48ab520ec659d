import { randomUUID } from 'node:crypto';
import { createUser } from '../../domain/account/users';
import { addMember } from '../../domain/account/workspaces';
import type { Deps } from '../../platform/http/deps';
import { expectBody, type TestClient } from '../api/client';
import { createAccountRows } from './account-samples';
import { createAdjudicationRows } from './adjudication-samples';
import { createGoldRow, createGoldSampleRows } from './gold-samples';
import { createLayerRows } from './layer-samples';
import { createSkeletonRows } from './skeleton-samples';
import { createWebhookRows } from './webhook-samples';
import { createCommentRows } from './comment-samples';
import { createImports } from './import-samples';
import { createImageBase64 } from '../api/fixtures';
import { createMaskData } from '../api/mask-data';
import { createTestServer, type TestServer } from '../api/test-server';

/** Ids of a workspace with at least one row of each kind. Samples of calls use them. */
export type SampleRows = Awaited<ReturnType<typeof createSampleRows>>;

interface CreatedRow {
  id: string;
  workspace: string;
}

const TRIANGLE_CORNERS = [1, 1, 20, 1, 10, 20];

/** Creates a row of each kind through the API in the client's default workspace. `app` is needed for rows that no call creates. */
export async function createSampleRows(app: { deps: Pick<Deps, 'db' | 'files'> }, client: TestClient) {
  const createRow = async <T = CreatedRow>(path: string, body: Record<string, unknown> = {}) =>
    expectBody<T>(await client.post(path, body), 201);
  const createNamedSampleRow = (path: string, body: Record<string, unknown> = {}) =>
    createRow(path, { name: 'Some name', ...body });
  const uploadSampleImage = async () => createRow('/recognition/v2/training-image/', { base64: await createImageBase64() });

  const [image, secondImage] = [await uploadSampleImage(), await uploadSampleImage()];
  const task = await createNamedSampleRow('/recognition/v2/task/');
  const label = await createNamedSampleRow('/recognition/v2/label/', { task: task.id });
  const valueLabel = await createNamedSampleRow('/recognition/v2/label/', { type: 'value' });
  const detectionTask = await createNamedSampleRow('/detection/v2/task/');
  const detectionLabel = await createNamedSampleRow('/detection/v2/label/');
  const segmentationTask = await createNamedSampleRow('/segmentation/v2/task/');
  const segmentationLabel = await createNamedSampleRow('/segmentation/v2/label/');
  const object = await createRow('/detection/v2/object/', {
    image: image.id,
    detection_label: detectionLabel.id,
    data: [1, 1, 30, 30],
  });
  const polygon = await createRow('/segmentation/v2/polygon/', {
    image: image.id,
    segmentation_label: segmentationLabel.id,
    data: TRIANGLE_CORNERS,
  });
  const maskData = createMaskData([1, 1, 4, 3]);
  const mask = await createRow('/segmentation/v2/mask/', {
    image: image.id,
    segmentation_label: segmentationLabel.id,
    data: maskData,
  });
  const point = await createRow('/annotate/v2/point/', { image: image.id, name: 'Tip', data: [1, 1] });
  const skeletons = await createSkeletonRows(client, image.id);
  const changeSet = await app.deps.db
    .updateTable('change_set')
    .set({ key: randomUUID() })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('change_set')
        .select(({ fn }) => fn.max('id').as('id'))
        .where('workspace_id', '=', point.workspace),
    )
    .returning(['id', 'key'])
    .executeTakeFirstOrThrow();
  const pointChange = await app.deps.db
    .selectFrom('change')
    .select('id')
    .where('change_set_id', '=', changeSet.id)
    .executeTakeFirstOrThrow();
  const type = await createNamedSampleRow('/similarity/training/v2/type/');
  const similarityTask = await createNamedSampleRow('/similarity/training/v2/task/');
  const group = await createNamedSampleRow('/similarity/training/v2/group/', { type: type.id });
  const secondGroup = await createNamedSampleRow('/similarity/training/v2/group/');
  const flow = await createNamedSampleRow('/flows/v2/flow/');
  const imageJob = await createNamedSampleRow('/annotate/v2/imagejob/');
  const similarityJob = await createNamedSampleRow('/annotate/v2/similarityjob/');
  const collection = await createRow<{ id: number }>('/product/v2/collection/', { name: 'Some name' });
  const unusedCollection = await createRow<{ id: number }>('/product/v2/collection/', { name: 'Unused' });
  const productSet = await createNamedSampleRow('/product/v2/set/', { product_collection: collection.id });
  const secondSet = await createNamedSampleRow('/product/v2/set/');
  const product = await createNamedSampleRow('/product/v2/product/', {
    product_collection: collection.id,
    product_set: productSet.id,
  });
  const productImage = await createRow('/product/v2/image/', { product: product.id, base64: await createImageBase64() });
  const price = await createRow<{ id: string }>('/product/v2/price/', {
    product_id: product.id,
    price: '12.50',
    currency: 'EUR',
    source: 'Shop',
  });
  const recognitionModel = await createRow<{ id: string }>(`/recognition/v2/task/${task.id}/train`);
  const detectionModel = await createRow<{ id: string }>(`/detection/v2/task/${detectionTask.id}/train`);
  const segmentationModel = await createRow<{ id: string }>(`/segmentation/v2/task/${segmentationTask.id}/train`);

  const linkRows = async (path: string, body: Record<string, unknown>) => {
    expectBody(await client.post(path, body));
  };
  await linkRows(`/recognition/v2/training-image/${image.id}/add-label`, { label_id: label.id });
  await linkRows(`/recognition/v2/training-image/${image.id}/add-label`, { label_id: valueLabel.id, value: 3 });
  await linkRows(`/detection/v2/object/${object.id}/add-label`, { label_id: label.id });
  await linkRows(`/detection/v2/object/${object.id}/add-label`, { label_id: valueLabel.id, value: 3 });
  await linkRows(`/detection/v2/task/${detectionTask.id}/add-label`, { label_id: detectionLabel.id });
  await linkRows(`/detection/v2/task/${detectionTask.id}/add-images`, { items: [image.id] });
  await linkRows(`/detection/v2/label/${detectionLabel.id}/add-task`, { task_id: task.id });
  await linkRows(`/segmentation/v2/task/${segmentationTask.id}/add-label`, { label_id: segmentationLabel.id });
  await linkRows(`/similarity/training/v2/task/${similarityTask.id}/add-type`, { type_id: type.id });
  await linkRows(`/similarity/training/v2/group/${group.id}/add-images`, { images: [image.id] });
  await linkRows(`/similarity/training/v2/group/${group.id}/add-objects`, { objects: [object.id] });
  await linkRows(`/similarity/training/v2/group/${group.id}/add-groups`, { groups: [secondGroup.id] });
  await linkRows(`/annotate/v2/imagejob/${imageJob.id}/add-items`, { items: [image.id] });
  await linkRows(`/annotate/v2/imagejob/${imageJob.id}/add-task`, { task_id: task.id });
  await linkRows(`/annotate/v2/similarityjob/${similarityJob.id}/add-items`, { items: [group.id] });
  const member = await createUser(app.deps.db, { email: `${randomUUID()}@test.example`, password: randomUUID() });
  await addMember(app.deps.db, image.workspace, member.id, 'viewer');
  const { id: user } = expectBody<{ id: string }>(await client.get('/account/v2/details/'));
  await linkRows(`/annotate/v2/imagejob/${imageJob.id}/mark-done`, { items: [image.id] });
  const remark = expectBody<CreatedRow>(
    await client.post(`/annotate/v2/imagejob/${imageJob.id}/send-back`, { item: image.id, text: 'Tighter' }),
  );
  const verification = await createRow<{ id: string }>('/annotate/v2/verification/', { image_id: image.id });
  const groupVerification = await createRow<{ id: string }>('/annotate/v2/similarity-verification/', { group_id: group.id });
  const evaluation = await createRow('/annotate/v2/evaluation');
  const work = expectBody<CreatedRow>(
    await client.post(`/annotate/v2/imagejob/${imageJob.id}/add-matching`, { filter: { labels: [label.id] } }),
    202,
  );
  const training = JSON.stringify({ domain: 'detection', task: detectionTask.id, task_name: 'Some task' });
  const [dataset, secondDataset] = await app.deps.db
    .insertInto('dataset_version')
    .values([
      { workspace_id: task.workspace, name: null, created_by: null, made_for: training },
      { workspace_id: task.workspace, name: 'Some version', created_by: null },
    ])
    .returning('id')
    .execute();
  const modelFile = await app.deps.files.put(Buffer.from('weights'), 'application/octet-stream');
  const trainedFields = { train_status: 'TRAINED', model_key: modelFile } as const;
  const models = { recognition: recognitionModel, detection: detectionModel, segmentation: segmentationModel };
  for (const domain of ['recognition', 'detection', 'segmentation'] as const)
    await app.deps.db.updateTable(`${domain}_model`).set(trainedFields).where('id', '=', models[domain].id).execute();

  const run = await app.deps.db
    .insertInto('prediction_run')
    .values({ workspace_id: image.workspace, recognition_task_id: task.id, model_id: recognitionModel.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  const suspect = await app.deps.db
    .insertInto('suspect')
    .values({
      workspace_id: image.workspace,
      run_id: run.id,
      image_id: image.id,
      kind: 'superfluous' as const,
      label_id: label.id,
      said: '{}',
      sureness: 0.9,
    })
    .returning('id')
    .executeTakeFirstOrThrow();

  const exportRequest = await app.deps.db
    .insertInto('export_order')
    .values({ workspace_id: image.workspace, created_by: user, input: '{"format":"coco"}' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const undoWork = await app.deps.db
    .insertInto('long_work')
    .values({
      workspace_id: image.workspace,
      kind: 'undo-changes',
      input: '{}',
      created_by: user,
      state: 'done',
      result: JSON.stringify({ change_set: null, undone: 0, conflict_count: 0, conflicts: [] }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const imports = await createImports(app.deps.db, image.workspace, image.id);

  const webhooks = await createWebhookRows(app.deps.db, image.workspace);
  const gold = await createGoldRow(client, { image: image.id, task: detectionTask.id });
  // The group must be a gold-standard item, so that repeated calls return the same counts.
  await client.post('/annotate/v2/gold/', { domain: 'similarity', task: similarityTask.id, groups: [group.id] });
  const sample = await createGoldSampleRows(client, { task: detectionTask.id, expert: user });
  const appeal = await app.deps.db
    .insertInto('gold_appeal')
    .values({ workspace_id: image.workspace, gold_id: gold, job_id: imageJob.id, user_id: member.id, text: 'text' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const adjudication = await createAdjudicationRows(client, { detectionLabel: detectionLabel.id, user });
  const layers = await createLayerRows(client, { image: image.id, detectionLabel: detectionLabel.id });
  const comments = await createCommentRows(app.deps.db, client, { workspace: image.workspace, polygon: polygon.id, user });

  const account = await createAccountRows(app.deps.db, image.workspace, user);

  return {
    ...imports,
    ...account,
    ...webhooks,
    ...comments,
    ...layers,
    gold,
    ...sample,
    appeal: appeal.id,
    ...adjudication,
    ...skeletons,
    export: exportRequest.id,
    run: run.id,
    suspect: suspect.id,
    workspace: image.workspace,
    image: image.id,
    secondImage: secondImage.id,
    label: label.id,
    valueLabel: valueLabel.id,
    task: task.id,
    detectionTask: detectionTask.id,
    detectionLabel: detectionLabel.id,
    segmentationTask: segmentationTask.id,
    segmentationLabel: segmentationLabel.id,
    object: object.id,
    polygon: polygon.id,
    maskShape: mask.id,
    maskData,
    point: point.id,
    /** The set of changes that created the point. */
    changeSet: { id: Number(changeSet.id), key: changeSet.key },
    /** The history entry of the image for the creation of the point. */
    pointChange: Number(pointChange.id),
    type: type.id,
    similarityTask: similarityTask.id,
    group: group.id,
    secondGroup: secondGroup.id,
    flow: flow.id,
    imageJob: imageJob.id,
    similarityJob: similarityJob.id,
    collection: collection.id,
    unusedCollection: unusedCollection.id,
    set: productSet.id,
    secondSet: secondSet.id,
    product: product.id,
    productImage: productImage.id,
    price: price.id,
    recognitionModel: recognitionModel.id,
    detectionModel: detectionModel.id,
    segmentationModel: segmentationModel.id,
    verification: verification.id,
    groupVerification: groupVerification.id,
    evaluation: evaluation.id,
    dataset: dataset!.id,
    secondDataset: secondDataset!.id,
    work: work.id,
    undoWork: undoWork.id,
    user,
    member: member.id,
    remark: remark.id,
    picture: await createImageBase64(),
    mask: await createImageBase64(),
  };
}

/** Starts a server with one tenant and the rows that samples refer to. */
export async function createServerWithSampleRows(): Promise<{ server: TestServer; client: TestClient; sampleRows: SampleRows }> {
  const server = await createTestServer();
  const { client } = await server.createTenant();
  return { server, client, sampleRows: await createSampleRows(server.app, client) };
}
