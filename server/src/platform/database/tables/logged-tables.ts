import type { ChangedKind } from '@console/shared-contract/api';
import { SHAPE_TABLES } from './shapes';

/** A table whose rows are in the change log. */
export interface LoggedTable {
  name: ChangedKind;
  /** Column with the id of the row in whose history a change appears, for example the image of a shape. Default: `id`. */
  subject?: string;
  /** Columns that identify the row within its subject. Default: `id`. */
  key?: readonly [string] | readonly [string, string];
}

/**
 * The tables of the change log (ADR 0087). Each table comes after the tables that it refers to. Undo inserts rows in this order and deletes
 * them in the reverse order. A test checks the order.
 */
export const LOGGED_TABLES: readonly LoggedTable[] = [
  { name: 'membership', subject: 'workspace_id', key: ['user_id'] },
  { name: 'price_source' },
  { name: 'grade_company' },
  { name: 'product_collection' },
  { name: 'product_set' },
  { name: 'product' },
  { name: 'price', subject: 'product_id' },
  { name: 'product_image', subject: 'product_id' },
  { name: 'recognition_task' },
  { name: 'recognition_label' },
  { name: 'recognition_task_label', subject: 'task_id', key: ['label_id'] },
  { name: 'recognition_model', subject: 'task_id' },
  { name: 'detection_task' },
  { name: 'detection_label' },
  { name: 'detection_task_label', subject: 'task_id', key: ['label_id'] },
  { name: 'detection_label_recognition_task', subject: 'label_id', key: ['task_id'] },
  { name: 'detection_model', subject: 'task_id' },
  { name: 'segmentation_task' },
  { name: 'segmentation_label' },
  { name: 'segmentation_task_label', subject: 'task_id', key: ['label_id'] },
  { name: 'segmentation_model', subject: 'task_id' },
  { name: 'similarity_type' },
  { name: 'similarity_task' },
  { name: 'similarity_task_type', subject: 'task_id', key: ['type_id'] },
  { name: 'similarity_group' },
  { name: 'group_group', subject: 'parent_id', key: ['child_id'] },
  { name: 'similarity_verification', subject: 'group_id', key: ['user_id'] },
  { name: 'flow' },
  { name: 'annotation_job' },
  { name: 'quality_settings', subject: 'workspace_id', key: ['workspace_id'] },
  { name: 'quality_target', subject: 'task_id', key: ['task_id'] },
  { name: 'training_rule', subject: 'task_id', key: ['task_id'] },
  { name: 'job_recognition_task', subject: 'job_id', key: ['task_id'] },
  { name: 'job_assignee', subject: 'job_id', key: ['user_id'] },
  { name: 'training_image' },
  { name: 'image_verification', subject: 'image_id', key: ['user_id'] },
  { name: 'image_label', subject: 'image_id', key: ['label_id'] },
  { name: 'detection_task_negative_image', subject: 'task_id', key: ['image_id'] },
  ...SHAPE_TABLES.map((name) => ({ name, subject: 'image_id' })),
  { name: 'object_label', subject: 'object_id', key: ['label_id'] },
  { name: 'group_image', subject: 'group_id', key: ['image_id'] },
  { name: 'group_object', subject: 'group_id', key: ['object_id'] },
  { name: 'job_item', subject: 'job_id' },
  { name: 'item_work', subject: 'job_id', key: ['item_id', 'user_id'] },
  { name: 'job_remark', subject: 'job_id' },
  { name: 'item_adjudication', subject: 'job_id', key: ['item_id'] },
  { name: 'comment_thread', subject: 'subject_id' },
  { name: 'comment', subject: 'thread_id' },
];

/**
 * Columns that the log ignores if nothing else changes: the server derives them from other columns, or they describe a change
 * that the log already describes.
 */
export const DERIVED_COLUMNS = [
  'version',
  'changed_by',
  'meta_changed_by',
  'file_name',
  'bbox',
  'area',
  'thumb_key',
  'thumb_token',
  'images_count',
  'prices_count',
  'shape_id',
  'done_count',
  'extra_people',
  'leased_until',
  'seconds',
  'position',
];
