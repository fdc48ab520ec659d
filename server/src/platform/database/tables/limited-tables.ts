import type { DomainTables } from './domain';
import { SHAPE_TABLES } from './shapes';

/** Schema of the views that limit annotators to what their jobs contain (ADR 0104). */
export const JOB_ACCESS_SCHEMA = 'job_access';

/** A table whose rows a limited annotator may access if the row that they belong to is accessible. */
interface LimitedTable {
  name: keyof DomainTables;
  owner: 'training_image' | 'detection_object' | 'similarity_group' | 'job_item' | 'comment_thread';
  column: string;
  /** False if the table has no column `workspace_id`. */
  hasWorkspace?: false;
  /** The rows reveal what is annotated on the image, so jobs with gold items hide them (ADR 0124). */
  isAnnotation?: true;
}

const ofImage = { owner: 'training_image', column: 'image_id' } as const;
const annotationOfImage = { ...ofImage, isAnnotation: true } as const;
const ofGroup = { owner: 'similarity_group', column: 'group_id' } as const;

/**
 * Tables of what belongs to images, objects and groups. The rules of jobs, images and groups are in `createJobAccess`. A table that
 * refers to one of these rows must be here, unless only calls with `coversWorkspace` or other permissions read it.
 */
export const LIMITED_TABLES: readonly LimitedTable[] = [
  ...SHAPE_TABLES.map((name) => ({ name, ...annotationOfImage })),
  { name: 'image_verification', ...annotationOfImage },
  { name: 'rule_violation', ...annotationOfImage },
  { name: 'image_label', ...annotationOfImage },
  { name: 'detection_task_negative_image', ...annotationOfImage },
  { name: 'deleted_shape', ...annotationOfImage },
  { name: 'prediction', ...annotationOfImage },
  { name: 'suspect', ...annotationOfImage },
  { name: 'image_prediction', ...annotationOfImage, hasWorkspace: false },
  { name: 'dataset_picture', ...annotationOfImage, hasWorkspace: false },
  { name: 'evaluation_picture', ...annotationOfImage, hasWorkspace: false },
  { name: 'image_embedding', ...ofImage, hasWorkspace: false },
  { name: 'object_label', owner: 'detection_object', column: 'object_id' },
  { name: 'group_image', ...ofGroup },
  { name: 'group_object', ...ofGroup },
  { name: 'group_group', owner: 'similarity_group', column: 'child_id' },
  { name: 'similarity_verification', ...ofGroup },
  { name: 'comment', owner: 'comment_thread', column: 'thread_id' },
  { name: 'job_remark', owner: 'job_item', column: 'item_id' },
];
