import { api } from '@console/shared-auth';
import type { ModelDomain, ProposedBatch } from '@console/shared-contract/api';

/** The parameters of a proposal. */
export interface BatchRequest {
  count: number;
  /** Maximum share of images with suspected label errors, 0 to 1. */
  suspectShare: number;
}

export function loadNextBatch(
  domain: ModelDomain,
  taskId: string,
  { count, suspectShare }: BatchRequest,
): Promise<ProposedBatch> {
  return api.call(`GET /${domain}/v2/task/{id}/next-batch`, {
    params: { id: taskId },
    query: { count, suspect_share: suspectShare },
  });
}

/** Creates an image job without items. */
export async function createBatchJob(name: string): Promise<string> {
  return (await api.call('POST /annotate/v2/imagejob/', { body: { name, done: false }, repeatable: true })).id;
}

/** Adds images to a job. Also adds a recognition task, so that annotators can use its labels. A retry after a failure is safe. */
export async function fillBatchJob(jobId: string, domain: ModelDomain, taskId: string, items: readonly string[]): Promise<void> {
  const params = { id: jobId };
  await api.call('POST /annotate/v2/imagejob/{id}/add-items', { params, body: { items: [...items] } });
  if (domain === 'recognition') await api.call('POST /annotate/v2/imagejob/{id}/add-task', { params, body: { task_id: taskId } });
}
