import type { ApiCallKey } from '@console/shared-contract/api';
import { expectBody, type TestClient } from '../api/client';
import { createTestJob, uploadImages } from '../api/fixtures';
import { createBodySample, createSamples, createIdSample, createListSample, type CallSample } from './sample-factories';
import type { SampleRows } from './sample-rows';

export type GoldCall = Extract<
  ApiCallKey,
  | `${string}/annotate/v2/gold/${string}`
  | `${string}/annotate/v2/gold-sample/${string}`
  | `${string}/annotate/v2/imagejob/{id}/gold`
  | `${string}/annotate/v2/similarityjob/{id}/gold`
>;

/** Makes a verified image a gold-standard item of a task. Returns the id of the gold item. */
export async function createGoldRow(client: TestClient, { image, task }: { image: string; task: string }): Promise<string> {
  expectBody(await client.post('/annotate/v2/gold/', { domain: 'detection', task, images: [image] }));
  const { results } = expectBody<{ results: { id: string }[] }>(
    await client.get('/annotate/v2/gold/', { domain: 'detection', task }),
  );
  return results[0]!.id;
}

/** Selects one of the images of a job at random for an expert. Returns the ids of this job and of the expert's job. */
export async function createGoldSampleRows(
  client: TestClient,
  { task, expert }: { task: string; expert: string },
): Promise<{ sampledJob: string; goldSample: string }> {
  // Assign the job to the expert, because all annotators have access to a job without assignees.
  const job = await createTestJob(client, 'image', { assignees: [expert] });
  const images = (await uploadImages(client, 4)).map(({ id }) => id);
  expectBody(await client.post(`/annotate/v2/imagejob/${job.id}/add-items`, { items: images }));
  const body = { job: job.id, domain: 'detection', task, count: 1, expert };
  const { id } = expectBody<{ id: string }>(await client.post('/annotate/v2/gold-sample/', body), 201);
  return { sampledJob: job.id, goldSample: id };
}

/** Samples (valid example requests) of all calls of gold items. */
export function createGoldSamples(rows: SampleRows): Record<GoldCall, CallSample[]> {
  const task = { domain: 'detection', task: rows.detectionTask };
  return {
    'GET /annotate/v2/gold/': createListSample({ ...task, retired: false }),
    'GET /annotate/v2/gold/{id}': createIdSample(rows.gold),
    'POST /annotate/v2/gold/': [
      ...createSamples({ ...task, images: [rows.image], dry_run: true }),
      ...createSamples({ domain: 'similarity', task: rows.similarityTask, groups: [rows.group], dry_run: true }),
    ],
    'POST /annotate/v2/gold/{id}/revise': createBodySample(rows.gold, { reason: 'text' }),
    'POST /annotate/v2/gold/retire': createSamples({ gold: [rows.gold], retired: true }),
    'GET /annotate/v2/imagejob/{id}/gold': createIdSample(rows.blindJob),
    'PUT /annotate/v2/imagejob/{id}/gold': createBodySample(rows.blindJob, { rate: null, ...task }),
    'GET /annotate/v2/similarityjob/{id}/gold': createIdSample(rows.similarityJob),
    'PUT /annotate/v2/similarityjob/{id}/gold': createBodySample(rows.similarityJob, {
      rate: null,
      domain: 'similarity',
      task: rows.similarityTask,
    }),
    'GET /annotate/v2/gold-sample/': createListSample(task),
    'POST /annotate/v2/gold-sample/': createSamples({
      ...task,
      job: rows.sampledJob,
      count: 1,
      stratified: true,
      expert: rows.user,
    }),
    'POST /annotate/v2/gold-sample/{id}/add': createBodySample(rows.goldSample, { dry_run: true }),
  };
}
