import type { ApiCallKey } from '@console/shared-contract/api';
import type { AdjudicationCall } from './adjudication-samples';
import type { GoldCall } from './gold-samples';
import type { LayerCall } from './layer-samples';
import {
  createIdSample,
  createBulkSamples,
  createListSample,
  createSamples,
  name,
  createBodySample,
  type CallSample,
} from './sample-factories';
import type { SampleRows } from './sample-rows';

type AnnotateCall = Exclude<Extract<ApiCallKey, `${string} /annotate/v2/${string}`>, LayerCall | GoldCall | AdjudicationCall>;
type Filter = { filter: Record<string, unknown> };

/** Creates samples (valid example requests) of all calls for points, verifications, jobs and evaluations. `matching` contains filters for calls on all matches. */
export function createAnnotationSamples(
  rows: SampleRows,
  matching: { images: Filter; groups: Filter },
): Record<AnnotateCall, CallSample[]> {
  const jobFields = { name, description: 'text', todo_number: 1, randomize: false, auto_complete: true, done: false };
  const assignmentFields = { instructions: '# How', assignees: [rows.user] };
  return {
    'GET /annotate/v2/point/': createListSample({ image: rows.image }),
    'POST /annotate/v2/point/': createSamples({ image: rows.image, name: 'Tip', data: [2, 2] }),
    'POST /annotate/v2/point/bulk': createBulkSamples(rows.point, { image: rows.image, name: 'Tip', data: [2, 2] }),
    'GET /annotate/v2/point/{id}': createIdSample(rows.point),
    'PUT /annotate/v2/point/{id}/': createBodySample(rows.point, { image: rows.image, name: 'Tip', data: [3, 3] }),
    'PATCH /annotate/v2/point/{id}': createBodySample(rows.point, { name: 'Tip', data: [3, 3] }),
    'DELETE /annotate/v2/point/{id}': createIdSample(rows.point),
    'GET /annotate/v2/verification/': createListSample({ image: rows.image }),
    'POST /annotate/v2/verification/': createSamples(
      { image_id: rows.secondImage },
      { image_id: rows.secondImage, nothing_to_annotate: true },
    ),
    'DELETE /annotate/v2/verification/{id}': createIdSample(rows.verification),
    'GET /annotate/v2/similarity-verification/': createListSample({ group: rows.group }),
    'POST /annotate/v2/similarity-verification/': createSamples({ group_id: rows.secondGroup }),
    'DELETE /annotate/v2/similarity-verification/{id}': createIdSample(rows.groupVerification),
    'GET /annotate/v2/quality-rule/': [{}],
    'GET /annotate/v2/group-violation/': [{ query: { task: rows.similarityTask, group: rows.group } }],
    'GET /annotate/v2/rule-violation/': [{ query: { task: rows.detectionTask } }],
    'POST /annotate/v2/rule-violation/check': createSamples({ task: rows.segmentationTask }),
    'POST /annotate/v2/rule-violation/delete-shapes': createSamples({ task: rows.detectionTask, rule: 'small', dry_run: true }),
    'GET /annotate/v2/quality-task/': [{ query: { job: rows.imageJob } }],
    'GET /annotate/v2/quality-report/': [{ query: { task: rows.detectionTask, job: rows.imageJob, user: rows.user } }],
    'GET /annotate/v2/quality-report/item/': createListSample({
      task: rows.detectionTask,
      job: rows.imageJob,
      user: rows.user,
      label: rows.detectionLabel,
    }),
    'GET /annotate/v2/quality-report/comparison': [{ query: { gold: rows.gold, job: rows.imageJob, user: rows.user } }],
    'PUT /annotate/v2/quality-target/{id}': createBodySample(rows.detectionTask, { target: 0.95 }),
    'PUT /annotate/v2/imagejob/{id}/pause': createBodySample(rows.imageJob, { user: rows.member, paused: true }),
    'PUT /annotate/v2/similarityjob/{id}/pause': createBodySample(rows.similarityJob, { user: rows.member, paused: true }),
    'POST /annotate/v2/imagejob/{id}/gold-feedback': createBodySample(rows.imageJob, { item: rows.image }),
    'POST /annotate/v2/imagejob/{id}/appeal': createBodySample(rows.imageJob, { item: rows.image, text: 'Correct' }),
    'POST /annotate/v2/similarityjob/{id}/gold-feedback': createBodySample(rows.similarityJob, { item: rows.group }),
    'POST /annotate/v2/similarityjob/{id}/appeal': createBodySample(rows.similarityJob, { item: rows.group, text: 'Correct' }),
    'GET /annotate/v2/gold-appeal/': createListSample({ task: rows.detectionTask, job: rows.imageJob, state: 'open' }),
    'PUT /annotate/v2/gold-appeal/{id}': createBodySample(rows.appeal, { state: 'rejected' }),
    'GET /annotate/v2/imagejob/': createListSample({ search: 'name', image: rows.image }),
    'POST /annotate/v2/imagejob/': createSamples({ ...jobFields, ...assignmentFields }),
    'GET /annotate/v2/imagejob/{id}': createIdSample(rows.imageJob),
    'PUT /annotate/v2/imagejob/{id}': createBodySample(rows.imageJob, { ...jobFields, ...assignmentFields, done: true }),
    'DELETE /annotate/v2/imagejob/{id}': createIdSample(rows.imageJob),
    'GET /annotate/v2/imagejob/{id}/dependents': createIdSample(rows.imageJob),
    'POST /annotate/v2/imagejob/{id}/add-task': createBodySample(rows.imageJob, { task_id: rows.task }),
    'POST /annotate/v2/imagejob/{id}/remove-task': createBodySample(rows.imageJob, { task_id: rows.task }),
    'POST /annotate/v2/imagejob/{id}/set-flow': createBodySample(rows.imageJob, { flow_id: rows.flow }),
    'POST /annotate/v2/imagejob/{id}/set-label': createBodySample(rows.imageJob, { label_id: rows.label }),
    'POST /annotate/v2/imagejob/{id}/add-items': createBodySample(rows.imageJob, { items: [rows.secondImage] }),
    'POST /annotate/v2/imagejob/{id}/remove-items': createBodySample(rows.imageJob, { items: [rows.image] }),
    'POST /annotate/v2/imagejob/{id}/add-images': createBodySample(rows.imageJob, { images: [rows.secondImage] }),
    'POST /annotate/v2/imagejob/{id}/remove-images': createBodySample(rows.imageJob, { images: [rows.image] }),
    'GET /annotate/v2/imagejob/{id}/get-batch/': createIdSample(rows.imageJob),
    'POST /annotate/v2/imagejob/{id}/mark-done': createBodySample(rows.imageJob, { items: [rows.image] }),
    'POST /annotate/v2/imagejob/{id}/unmark-done': createBodySample(rows.imageJob, { items: [rows.image] }),
    'GET /annotate/v2/similarityjob/': createListSample({ search: 'name', group: rows.group }),
    'POST /annotate/v2/similarityjob/': createSamples({ ...jobFields, ...assignmentFields }),
    'GET /annotate/v2/similarityjob/{id}': createIdSample(rows.similarityJob),
    'PUT /annotate/v2/similarityjob/{id}': createBodySample(rows.similarityJob, { ...jobFields, ...assignmentFields }),
    'DELETE /annotate/v2/similarityjob/{id}': createIdSample(rows.similarityJob),
    'GET /annotate/v2/similarityjob/{id}/dependents': createIdSample(rows.similarityJob),
    'POST /annotate/v2/similarityjob/{id}/add-task': createBodySample(rows.similarityJob, { task_id: rows.task }),
    'POST /annotate/v2/similarityjob/{id}/remove-task': createBodySample(rows.similarityJob, { task_id: rows.task }),
    'POST /annotate/v2/similarityjob/{id}/set-flow': createBodySample(rows.similarityJob, { flow_id: rows.flow }),
    'POST /annotate/v2/similarityjob/{id}/set-label': createBodySample(rows.similarityJob, { label_id: rows.label }),
    'POST /annotate/v2/similarityjob/{id}/add-items': createBodySample(rows.similarityJob, { items: [rows.secondGroup] }),
    'POST /annotate/v2/similarityjob/{id}/remove-items': createBodySample(rows.similarityJob, { items: [rows.group] }),
    'GET /annotate/v2/similarityjob/{id}/get-batch/': createIdSample(rows.similarityJob),
    'POST /annotate/v2/similarityjob/{id}/mark-done': createBodySample(rows.similarityJob, { items: [rows.group] }),
    'POST /annotate/v2/similarityjob/{id}/unmark-done': createBodySample(rows.similarityJob, { items: [rows.group] }),
    'GET /annotate/v2/quality-settings/': [{}],
    'PUT /annotate/v2/quality-settings/': createSamples({
      todo_number: 2,
      randomize: false,
      auto_complete: true,
      instructions: '# How',
      review_share: 50,
    }),
    'GET /annotate/v2/imagejob/{id}/to-review/': createIdSample(rows.imageJob),
    'POST /annotate/v2/imagejob/{id}/send-back': createBodySample(rows.imageJob, {
      item: rows.image,
      text: 'Tighter',
      data: [1, 1],
      to: rows.user,
    }),
    'GET /annotate/v2/remark/': createListSample({ job: rows.imageJob, image: rows.image, state: 'open', mine: true }),
    'PUT /annotate/v2/remark/{id}': createBodySample(rows.remark, { state: 'closed', text: 'Tighter' }),
    'GET /annotate/v2/imagejob/{id}/people': createIdSample(rows.imageJob),
    'GET /annotate/v2/similarityjob/{id}/people': createIdSample(rows.similarityJob),
    'GET /annotate/v2/imagejob/{id}/agreement': createIdSample(rows.imageJob),
    'GET /annotate/v2/labelled-shape/': [
      { query: { shape_labels: [rows.detectionLabel], sort: 'suspicion' } },
      {
        query: {
          ...matching.images.filter,
          shape_labels: [rows.segmentationLabel],
          similar_to: rows.object,
          created_by: rows.user,
        },
      },
    ],
    'GET /annotate/v2/labelled-shape/{id}': createIdSample(rows.polygon),
    'POST /annotate/v2/labelled-shape/change': [
      { body: { change: 'relabel', shapes: [rows.object], label: rows.detectionLabel } },
      {
        body: {
          change: 'delete',
          filter: { ...matching.images.filter, shape_labels: [rows.segmentationLabel], created_by: rows.user },
        },
      },
    ],
    'POST /annotate/v2/labelled-shape/send-back': [{ body: { shapes: [rows.object], text: 'Check this' } }],
    'GET /annotate/v2/imagejob/{id}/label-matches': [
      { id: rows.imageJob, query: { first: rows.detectionLabel, second: rows.detectionLabel } },
    ],
    'GET /annotate/v2/imagejob/{id}/snapshots': [{ id: rows.imageJob, query: { image: rows.image } }],
    'GET /annotate/v2/evaluation': createListSample({ task: rows.task }),
    'POST /annotate/v2/evaluation': createSamples({}),
    'GET /annotate/v2/learning-curve/': [{ query: { domain: 'recognition', task: rows.task, target: 0.9 } }],
    'GET /annotate/v2/training-rule/': [{ query: { domain: 'recognition', task: rows.task } }],
    'PUT /annotate/v2/training-rule/': [
      {
        body: {
          domain: 'recognition',
          task: rows.task,
          promotion: 'manual',
          after_job: true,
          every_pictures: 50,
          schedule: 'daily',
        },
      },
    ],
    'GET /annotate/v2/model-file/': [{}],
    'POST /annotate/v2/model-file/': [{ body: { domain: 'recognition', task: rows.task } }],
    'POST /annotate/v2/model-file/add': [
      {
        body: {
          domain: 'recognition',
          task: rows.task,
          token: 'token',
          classes: [{ index: 0, label: rows.label }],
          name: 'Own model',
        },
      },
    ],
    'PATCH /annotate/v2/model-file/{id}': createBodySample(rows.recognitionModel, { domain: 'recognition', name: 'Own model' }),
    'GET /annotate/v2/model-comparison/': [{ query: { domain: 'recognition', model: rows.recognitionModel } }],
    'GET /annotate/v2/evaluation/{id}': createIdSample(rows.evaluation),
    'GET /annotate/v2/evaluation/{id}/measures': [{ id: rows.evaluation, query: { task: rows.task, threshold: 0.5 } }],
    'GET /annotate/v2/evaluation/{id}/pictures': [
      {
        id: rows.evaluation,
        query: { task: rows.task, truth: rows.label, said: rows.label, label: rows.label, among: rows.label },
      },
    ],
    'POST /annotate/v2/imagejob/{id}/add-matching': createBodySample(rows.imageJob, matching.images),
    'POST /annotate/v2/imagejob/{id}/remove-matching': createBodySample(rows.imageJob, matching.images),
    'POST /annotate/v2/similarityjob/{id}/add-matching': createBodySample(rows.similarityJob, matching.groups),
    'POST /annotate/v2/similarityjob/{id}/remove-matching': createBodySample(rows.similarityJob, matching.groups),
    'GET /annotate/v2/prediction-run/': createListSample({ domain: 'recognition' }),
    'GET /annotate/v2/suspect/': createListSample({ run: rows.run, image: rows.image, state: 'open' }),
    'PUT /annotate/v2/suspect/{id}': createBodySample(rows.suspect, { state: 'dismissed' }),
    'GET /annotate/v2/work/{id}': createIdSample(rows.work),
    'POST /annotate/v2/work/{id}/cancel': createBodySample(rows.work, {}),
  };
}
