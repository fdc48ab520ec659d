import type { ApiCallKey } from '@console/shared-contract/api';
import type { AdjudicationCall } from './adjudication-samples';
import type { GoldCall } from './gold-samples';
import type { LayerCall } from './layer-samples';
import {
  idSample,
  createBulkSamples,
  listSample,
  createSamples,
  name,
  createBodySample,
  type CallSample,
} from './sample-factories';
import type { SampleRows } from './sample-rows';

type AnnotateCall = Exclude<Extract<ApiCallKey, `${string} /annotate/v2/${string}`>, LayerCall | GoldCall | AdjudicationCall>;
type Filter = { filter: Record<string, unknown> };

/** Samples of all calls for points, verifications, jobs and evaluations. `matching` contains filters for calls on all matches. */
export function annotateSamples(w: SampleRows, matching: { images: Filter; groups: Filter }): Record<AnnotateCall, CallSample[]> {
  const job = { name, description: 'text', todo_number: 1, randomize: false, auto_complete: true, done: false };
  const assignment = { instructions: '# How', assignees: [w.user] };
  return {
    'GET /annotate/v2/point/': listSample({ image: w.image }),
    'POST /annotate/v2/point/': createSamples({ image: w.image, name: 'Tip', data: [2, 2] }),
    'POST /annotate/v2/point/bulk': createBulkSamples(w.point, { image: w.image, name: 'Tip', data: [2, 2] }),
    'GET /annotate/v2/point/{id}': idSample(w.point),
    'PUT /annotate/v2/point/{id}/': createBodySample(w.point, { image: w.image, name: 'Tip', data: [3, 3] }),
    'PATCH /annotate/v2/point/{id}': createBodySample(w.point, { name: 'Tip', data: [3, 3] }),
    'DELETE /annotate/v2/point/{id}': idSample(w.point),
    'GET /annotate/v2/verification/': listSample({ image: w.image }),
    'POST /annotate/v2/verification/': createSamples(
      { image_id: w.secondImage },
      { image_id: w.secondImage, nothing_to_annotate: true },
    ),
    'DELETE /annotate/v2/verification/{id}': idSample(w.verification),
    'GET /annotate/v2/similarity-verification/': listSample({ group: w.group }),
    'POST /annotate/v2/similarity-verification/': createSamples({ group_id: w.secondGroup }),
    'DELETE /annotate/v2/similarity-verification/{id}': idSample(w.groupVerification),
    'GET /annotate/v2/quality-rule/': [{}],
    'GET /annotate/v2/rule-violation/': [{ query: { task: w.detectionTask } }],
    'POST /annotate/v2/rule-violation/check': createSamples({ task: w.segmentationTask }),
    'POST /annotate/v2/rule-violation/delete-shapes': createSamples({ task: w.detectionTask, rule: 'small', dry_run: true }),
    'GET /annotate/v2/quality-task/': [{ query: { job: w.imageJob } }],
    'GET /annotate/v2/quality-report/': [{ query: { task: w.detectionTask, job: w.imageJob, user: w.user } }],
    'GET /annotate/v2/quality-report/item/': listSample({
      ...{ task: w.detectionTask, job: w.imageJob, user: w.user, label: w.detectionLabel },
    }),
    'GET /annotate/v2/quality-report/comparison': [{ query: { gold: w.gold, job: w.imageJob, user: w.user } }],
    'PUT /annotate/v2/quality-target/{id}': createBodySample(w.detectionTask, { target: 0.95 }),
    'PUT /annotate/v2/imagejob/{id}/pause': createBodySample(w.imageJob, { user: w.member, paused: true }),
    'PUT /annotate/v2/similarityjob/{id}/pause': createBodySample(w.similarityJob, { user: w.member, paused: true }),
    'POST /annotate/v2/imagejob/{id}/gold-feedback': createBodySample(w.imageJob, { item: w.image }),
    'POST /annotate/v2/imagejob/{id}/appeal': createBodySample(w.imageJob, { item: w.image, text: 'Correct' }),
    'POST /annotate/v2/similarityjob/{id}/gold-feedback': createBodySample(w.similarityJob, { item: w.group }),
    'POST /annotate/v2/similarityjob/{id}/appeal': createBodySample(w.similarityJob, { item: w.group, text: 'Correct' }),
    'GET /annotate/v2/gold-appeal/': listSample({ task: w.detectionTask, job: w.imageJob, state: 'open' }),
    'PUT /annotate/v2/gold-appeal/{id}': createBodySample(w.appeal, { state: 'rejected' }),
    'GET /annotate/v2/imagejob/': listSample({ search: 'name', image: w.image }),
    'POST /annotate/v2/imagejob/': createSamples({ ...job, ...assignment }),
    'GET /annotate/v2/imagejob/{id}': idSample(w.imageJob),
    'PUT /annotate/v2/imagejob/{id}': createBodySample(w.imageJob, { ...job, ...assignment, done: true }),
    'DELETE /annotate/v2/imagejob/{id}': idSample(w.imageJob),
    'GET /annotate/v2/imagejob/{id}/dependents': idSample(w.imageJob),
    'POST /annotate/v2/imagejob/{id}/add-task': createBodySample(w.imageJob, { task_id: w.task }),
    'POST /annotate/v2/imagejob/{id}/remove-task': createBodySample(w.imageJob, { task_id: w.task }),
    'POST /annotate/v2/imagejob/{id}/set-flow': createBodySample(w.imageJob, { flow_id: w.flow }),
    'POST /annotate/v2/imagejob/{id}/set-label': createBodySample(w.imageJob, { label_id: w.label }),
    'POST /annotate/v2/imagejob/{id}/add-items': createBodySample(w.imageJob, { items: [w.secondImage] }),
    'POST /annotate/v2/imagejob/{id}/remove-items': createBodySample(w.imageJob, { items: [w.image] }),
    'POST /annotate/v2/imagejob/{id}/add-images': createBodySample(w.imageJob, { images: [w.secondImage] }),
    'POST /annotate/v2/imagejob/{id}/remove-images': createBodySample(w.imageJob, { images: [w.image] }),
    'GET /annotate/v2/imagejob/{id}/get-batch/': idSample(w.imageJob),
    'POST /annotate/v2/imagejob/{id}/mark-done': createBodySample(w.imageJob, { items: [w.image] }),
    'POST /annotate/v2/imagejob/{id}/unmark-done': createBodySample(w.imageJob, { items: [w.image] }),
    'GET /annotate/v2/similarityjob/': listSample({ search: 'name', group: w.group }),
    'POST /annotate/v2/similarityjob/': createSamples({ ...job, ...assignment }),
    'GET /annotate/v2/similarityjob/{id}': idSample(w.similarityJob),
    'PUT /annotate/v2/similarityjob/{id}': createBodySample(w.similarityJob, { ...job, ...assignment }),
    'DELETE /annotate/v2/similarityjob/{id}': idSample(w.similarityJob),
    'GET /annotate/v2/similarityjob/{id}/dependents': idSample(w.similarityJob),
    'POST /annotate/v2/similarityjob/{id}/add-task': createBodySample(w.similarityJob, { task_id: w.task }),
    'POST /annotate/v2/similarityjob/{id}/remove-task': createBodySample(w.similarityJob, { task_id: w.task }),
    'POST /annotate/v2/similarityjob/{id}/set-flow': createBodySample(w.similarityJob, { flow_id: w.flow }),
    'POST /annotate/v2/similarityjob/{id}/set-label': createBodySample(w.similarityJob, { label_id: w.label }),
    'POST /annotate/v2/similarityjob/{id}/add-items': createBodySample(w.similarityJob, { items: [w.secondGroup] }),
    'POST /annotate/v2/similarityjob/{id}/remove-items': createBodySample(w.similarityJob, { items: [w.group] }),
    'GET /annotate/v2/similarityjob/{id}/get-batch/': idSample(w.similarityJob),
    'POST /annotate/v2/similarityjob/{id}/mark-done': createBodySample(w.similarityJob, { items: [w.group] }),
    'POST /annotate/v2/similarityjob/{id}/unmark-done': createBodySample(w.similarityJob, { items: [w.group] }),
    'GET /annotate/v2/quality-settings/': [{}],
    'PUT /annotate/v2/quality-settings/': createSamples({
      todo_number: 2,
      randomize: false,
      auto_complete: true,
      instructions: '# How',
      review_share: 50,
    }),
    'GET /annotate/v2/imagejob/{id}/to-review/': idSample(w.imageJob),
    'POST /annotate/v2/imagejob/{id}/send-back': createBodySample(w.imageJob, {
      item: w.image,
      text: 'Tighter',
      data: [1, 1],
      to: w.user,
    }),
    'GET /annotate/v2/remark/': listSample({ job: w.imageJob, image: w.image, state: 'open', mine: true }),
    'PUT /annotate/v2/remark/{id}': createBodySample(w.remark, { state: 'closed', text: 'Tighter' }),
    'GET /annotate/v2/imagejob/{id}/people': idSample(w.imageJob),
    'GET /annotate/v2/similarityjob/{id}/people': idSample(w.similarityJob),
    'GET /annotate/v2/imagejob/{id}/agreement': idSample(w.imageJob),
    'GET /annotate/v2/labelled-shape/': [
      { query: { shape_labels: [w.detectionLabel], sort: 'suspicion' } },
      { query: { ...matching.images.filter, shape_labels: [w.segmentationLabel], similar_to: w.object, created_by: w.user } },
    ],
    'GET /annotate/v2/labelled-shape/{id}': idSample(w.polygon),
    'POST /annotate/v2/labelled-shape/change': [
      { body: { change: 'relabel', shapes: [w.object], label: w.detectionLabel } },
      {
        body: {
          change: 'delete',
          filter: { ...matching.images.filter, shape_labels: [w.segmentationLabel], created_by: w.user },
        },
      },
    ],
    'POST /annotate/v2/labelled-shape/send-back': [{ body: { shapes: [w.object], text: 'Check this' } }],
    'GET /annotate/v2/imagejob/{id}/label-matches': [
      { id: w.imageJob, query: { first: w.detectionLabel, second: w.detectionLabel } },
    ],
    'GET /annotate/v2/imagejob/{id}/snapshots': [{ id: w.imageJob, query: { image: w.image } }],
    'GET /annotate/v2/evaluation': listSample({ task: w.task }),
    'POST /annotate/v2/evaluation': createSamples({}),
    'GET /annotate/v2/learning-curve/': [{ query: { domain: 'recognition', task: w.task, target: 0.9 } }],
    'GET /annotate/v2/training-rule/': [{ query: { domain: 'recognition', task: w.task } }],
    'PUT /annotate/v2/training-rule/': [
      {
        body: {
          domain: 'recognition',
          task: w.task,
          promotion: 'manual',
          after_job: true,
          every_pictures: 50,
          schedule: 'daily',
        },
      },
    ],
    'POST /annotate/v2/model-file/': [{ body: { domain: 'recognition', task: w.task } }],
    'POST /annotate/v2/model-file/add': [
      {
        body: { domain: 'recognition', task: w.task, token: 'token', classes: [{ index: 0, label: w.label }], name: 'Own model' },
      },
    ],
    'PATCH /annotate/v2/model-file/{id}': createBodySample(w.recognitionModel, { domain: 'recognition', name: 'Own model' }),
    'GET /annotate/v2/model-comparison/': [{ query: { domain: 'recognition', model: w.recognitionModel } }],
    'GET /annotate/v2/evaluation/{id}': idSample(w.evaluation),
    'GET /annotate/v2/evaluation/{id}/measures': [{ id: w.evaluation, query: { task: w.task, threshold: 0.5 } }],
    'GET /annotate/v2/evaluation/{id}/pictures': [
      { id: w.evaluation, query: { task: w.task, truth: w.label, said: w.label, label: w.label, among: w.label } },
    ],
    'POST /annotate/v2/imagejob/{id}/add-matching': createBodySample(w.imageJob, matching.images),
    'POST /annotate/v2/imagejob/{id}/remove-matching': createBodySample(w.imageJob, matching.images),
    'POST /annotate/v2/similarityjob/{id}/add-matching': createBodySample(w.similarityJob, matching.groups),
    'POST /annotate/v2/similarityjob/{id}/remove-matching': createBodySample(w.similarityJob, matching.groups),
    'GET /annotate/v2/prediction-run/': listSample({ domain: 'recognition' }),
    'GET /annotate/v2/suspect/': listSample({ run: w.run, image: w.image, state: 'open' }),
    'PUT /annotate/v2/suspect/{id}': createBodySample(w.suspect, { state: 'dismissed' }),
    'GET /annotate/v2/work/{id}': idSample(w.work),
    'POST /annotate/v2/work/{id}/cancel': createBodySample(w.work, {}),
  };
}
