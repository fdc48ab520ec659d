import type { Change, ChangedKind, ChangeOrigin } from '@console/shared-contract/api';
import { mapShapeKinds, SHAPE_KINDS } from '@console/shared-contract/shape-kinds';
import { formatCount } from '../format/counts';

/** Names of the kinds of rows in the change log: singular and plural. */
const kindNames: Record<ChangedKind, readonly [one: string, many: string]> = {
  training_image: ['image', 'images'],
  image_verification: ['verification of an image', 'verifications of images'],
  image_label: ['label of an image', 'labels of images'],
  object_label: ['label of an object', 'labels of objects'],
  ...mapShapeKinds('table', (name): readonly [string, string] => [name, SHAPE_KINDS[name].plural]),
  recognition_task: ['recognition task', 'recognition tasks'],
  recognition_label: ['recognition label', 'recognition labels'],
  recognition_task_label: ['label of a recognition task', 'labels of recognition tasks'],
  recognition_model: ['recognition model', 'recognition models'],
  detection_task: ['detection task', 'detection tasks'],
  detection_label: ['detection label', 'detection labels'],
  detection_task_label: ['label of a detection task', 'labels of detection tasks'],
  detection_label_recognition_task: ['recognition task of a detection label', 'recognition tasks of detection labels'],
  detection_task_negative_image: ['negative image of a detection task', 'negative images of detection tasks'],
  detection_model: ['detection model', 'detection models'],
  segmentation_task: ['segmentation task', 'segmentation tasks'],
  segmentation_label: ['segmentation label', 'segmentation labels'],
  segmentation_task_label: ['label of a segmentation task', 'labels of segmentation tasks'],
  segmentation_model: ['segmentation model', 'segmentation models'],
  similarity_type: ['group type', 'group types'],
  similarity_task: ['similarity task', 'similarity tasks'],
  similarity_task_type: ['type of a similarity task', 'types of similarity tasks'],
  similarity_group: ['group', 'groups'],
  group_image: ['image of a group', 'images of groups'],
  group_object: ['object of a group', 'objects of groups'],
  group_group: ['child group', 'child groups'],
  similarity_verification: ['verification of a group', 'verifications of groups'],
  flow: ['flow', 'flows'],
  annotation_job: ['job', 'jobs'],
  job_recognition_task: ['task of a job', 'tasks of jobs'],
  job_assignee: ['assignee of a job', 'assignees of jobs'],
  job_item: ['item of a job', 'items of jobs'],
  item_work: ['completion of a job item', 'completions of job items'],
  job_remark: ['remark', 'remarks'],
  item_adjudication: ['decision on a job item', 'decisions on job items'],
  comment_thread: ['comment thread', 'comment threads'],
  comment: ['comment', 'comments'],
  product_collection: ['collection', 'collections'],
  product_set: ['set', 'sets'],
  product: ['product', 'products'],
  product_image: ['image of a product', 'images of products'],
  price: ['price', 'prices'],
  price_source: ['price source', 'price sources'],
  grade_company: ['grading company', 'grading companies'],
  membership: ['member', 'members'],
  quality_settings: ['set of quality settings', 'sets of quality settings'],
  quality_target: ['quality target', 'quality targets'],
  training_rule: ['automatic training rule', 'automatic training rules'],
};
const originNames: Record<ChangeOrigin, string> = {
  console: 'Console',
  token: 'API token',
  work: 'Background work',
  operator: 'Operator',
  server: 'Server',
  oidc: 'Identity provider',
};
const operationNames: Record<Change['operation'], string> = { insert: 'Added', update: 'Changed', delete: 'Removed' };

const formatRows = (count: number) => formatCount(count, 'row', 'rows');

/** Interface text about entries of the change log and versions of a row. */
export const historyMessages = {
  kinds: kindNames,
  origins: originNames,
  operations: operationNames,
  yes: 'Yes',
  no: 'No',
  formerMember: 'Former member',
  noUser: '–',
  field: (field: string, before: string, after: string) => `${field}: ${before || '–'} → ${after || '–'}`,
  moreChanges: (count: number) => `and ${count.toLocaleString('en')} more changes`,
  withNames: (summary: string, names: readonly string[], otherCount: number) =>
    names.length === 0 ? summary : `${summary}: ${names.join(', ')}${otherCount > 0 ? `, and ${otherCount} more` : ''}`,
  undo: (summary: string) => `Undo: ${summary}`,
  restored: (summary: string) => `Restored: ${summary}`,
  verification: {
    insert: 'Verified the image',
    update: 'Changed the verification',
    delete: 'Removed the verification',
  } satisfies Record<Change['operation'], string>,
  accepted: 'Accepted by a model without a review',
  initial: 'Before the first recorded change',
  restore: 'Restore this version',
  dialog: {
    text: (count: number, created: string) =>
      `${formatCount(count, 'row changes', 'rows change')} back to the state of ${created}.`,
    nothing: 'Nothing has changed since then.',
    conflicts: (count: number, reasons: string) => `${formatRows(count)} can't be restored. ${reasons}`,
    checking: 'Checking what changes …',
  },
  restoredVersion: (count: number) => `Restored an earlier version (${formatRows(count)})`,
  notRestored: (count: number) => `Couldn't restore ${formatRows(count)}`,
  restoreFailed: 'Unable to restore!',
} as const;
