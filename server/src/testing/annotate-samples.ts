import type { ApiCallKey } from '@console/shared-contract/api';
import { by, inBulk, listed, made, name, sent, type CallSample } from './sample-makers';
import type { World } from './world';

type AnnotateCall = Extract<ApiCallKey, `${string} /annotate/v2/${string}`>;
type Filter = { filter: Record<string, unknown> };

/** Samples of every call about points, verifications, jobs and evaluations; `matching` is what 'all matching' is told. */
export function annotateSamples(w: World, matching: { images: Filter; groups: Filter }): Record<AnnotateCall, CallSample[]> {
  const job = { name, description: 'text', todo_number: 2, randomize: false, auto_complete: true, done: false };
  return {
    'GET /annotate/v2/point/': listed({ image: w.image }),
    'POST /annotate/v2/point/': made({ image: w.image, name: 'Tip', data: [2, 2] }),
    'POST /annotate/v2/point/bulk': inBulk(w.point, { image: w.image, name: 'Tip', data: [2, 2] }),
    'GET /annotate/v2/point/{id}': by(w.point),
    'PUT /annotate/v2/point/{id}/': sent(w.point, { image: w.image, name: 'Tip', data: [3, 3] }),
    'PATCH /annotate/v2/point/{id}': sent(w.point, { name: 'Tip', data: [3, 3] }),
    'DELETE /annotate/v2/point/{id}': by(w.point),
    'GET /annotate/v2/verification/': listed({ image: w.image }),
    'POST /annotate/v2/verification/': made({ image_id: w.secondImage }),
    'DELETE /annotate/v2/verification/{id}': by(w.verification),
    'GET /annotate/v2/similarity-verification/': listed({ group: w.group }),
    'POST /annotate/v2/similarity-verification/': made({ group_id: w.secondGroup }),
    'DELETE /annotate/v2/similarity-verification/{id}': by(w.groupVerification),
    'GET /annotate/v2/imagejob/': listed({ search: 'name', image: w.image }),
    'POST /annotate/v2/imagejob/': made(job),
    'GET /annotate/v2/imagejob/{id}': by(w.imageJob),
    'PUT /annotate/v2/imagejob/{id}': sent(w.imageJob, { ...job, done: true }),
    'DELETE /annotate/v2/imagejob/{id}': by(w.imageJob),
    'POST /annotate/v2/imagejob/{id}/add-task': sent(w.imageJob, { task_id: w.task }),
    'POST /annotate/v2/imagejob/{id}/remove-task': sent(w.imageJob, { task_id: w.task }),
    'POST /annotate/v2/imagejob/{id}/set-flow': sent(w.imageJob, { flow_id: w.flow }),
    'POST /annotate/v2/imagejob/{id}/set-label': sent(w.imageJob, { label_id: w.label }),
    'POST /annotate/v2/imagejob/{id}/add-items': sent(w.imageJob, { items: [w.secondImage] }),
    'POST /annotate/v2/imagejob/{id}/remove-items': sent(w.imageJob, { items: [w.image] }),
    'POST /annotate/v2/imagejob/{id}/add-images': sent(w.imageJob, { images: [w.secondImage] }),
    'POST /annotate/v2/imagejob/{id}/remove-images': sent(w.imageJob, { images: [w.image] }),
    'GET /annotate/v2/imagejob/{id}/get-batch/': by(w.imageJob),
    'POST /annotate/v2/imagejob/{id}/mark-done': sent(w.imageJob, { items: [w.image] }),
    'POST /annotate/v2/imagejob/{id}/unmark-done': sent(w.imageJob, { items: [w.image] }),
    'GET /annotate/v2/similarityjob/': listed({ search: 'name', group: w.group }),
    'POST /annotate/v2/similarityjob/': made(job),
    'GET /annotate/v2/similarityjob/{id}': by(w.similarityJob),
    'PUT /annotate/v2/similarityjob/{id}': sent(w.similarityJob, job),
    'DELETE /annotate/v2/similarityjob/{id}': by(w.similarityJob),
    'POST /annotate/v2/similarityjob/{id}/add-task': sent(w.similarityJob, { task_id: w.task }),
    'POST /annotate/v2/similarityjob/{id}/remove-task': sent(w.similarityJob, { task_id: w.task }),
    'POST /annotate/v2/similarityjob/{id}/set-flow': sent(w.similarityJob, { flow_id: w.flow }),
    'POST /annotate/v2/similarityjob/{id}/set-label': sent(w.similarityJob, { label_id: w.label }),
    'POST /annotate/v2/similarityjob/{id}/add-items': sent(w.similarityJob, { items: [w.secondGroup] }),
    'POST /annotate/v2/similarityjob/{id}/remove-items': sent(w.similarityJob, { items: [w.group] }),
    'GET /annotate/v2/similarityjob/{id}/get-batch/': by(w.similarityJob),
    'POST /annotate/v2/similarityjob/{id}/mark-done': sent(w.similarityJob, { items: [w.group] }),
    'POST /annotate/v2/similarityjob/{id}/unmark-done': sent(w.similarityJob, { items: [w.group] }),
    'GET /annotate/v2/evaluation': listed(),
    'POST /annotate/v2/evaluation': made({}),
    'GET /annotate/v2/evaluation/{id}': by(w.evaluation),
    'POST /annotate/v2/imagejob/{id}/add-matching': sent(w.imageJob, matching.images),
    'POST /annotate/v2/imagejob/{id}/remove-matching': sent(w.imageJob, matching.images),
    'POST /annotate/v2/similarityjob/{id}/add-matching': sent(w.similarityJob, matching.groups),
    'POST /annotate/v2/similarityjob/{id}/remove-matching': sent(w.similarityJob, matching.groups),
    'GET /annotate/v2/prediction-run/': listed({ domain: 'recognition' }),
    'GET /annotate/v2/suspect/': listed({ run: w.run, image: w.image, state: 'open' }),
    'PUT /annotate/v2/suspect/{id}': sent(w.suspect, { state: 'dismissed' }),
    'GET /annotate/v2/work/{id}': by(w.work),
    'POST /annotate/v2/work/{id}/cancel': sent(w.work, {}),
  };
}
