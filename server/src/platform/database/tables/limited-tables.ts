import type { DomainTables } from './domain';
import { SHAPE_TABLES } from './shapes';

/** Schema of the views that limit annotators to what their jobs contain (ADR 0096). */
export const JOB_ACCESS_SCHEMA = 'job_access';

/** A table with limited access: an annotator may access a row if the image, group or product that the row belongs to is accessible. */
interface LimitedTable {
  name: keyof DomainTables;
  owner:
    | 'training_image'
    | 'annotated_image'
    | 'detection_object'
    | 'similarity_group'
    | 'job_item'
    | 'item_layer'
    | 'comment_thread';
  column: string;
  /** False if the table has no column `workspace_id`. */
  hasWorkspace?: false;
  /**
   * Column with the id of an image. The rows would reveal gold-standard items, so rows about images of jobs with gold items are hidden (ADR
   * 0124). Callers still see their own verifications of these images.
   */
  revealedImage?: string;
}

const ofImage = { owner: 'training_image', column: 'image_id' } as const;
/**
 * For rows of images whose annotations the caller may see. Excludes images in jobs whose annotators work independently of each
 * other (`blind`), unless the caller also reaches them by another job (ADR 0123).
 */
const ofAnnotatedImage = { owner: 'annotated_image', column: 'image_id' } as const;
const ofGroup = { owner: 'similarity_group', column: 'group_id' } as const;

/**
 * Tables whose rows belong to images, objects and groups. The rules of jobs, images and groups are in `createJobAccess`. A table that
 * refers to one of these rows must be listed here. The exceptions are tables that only calls read which limited annotators may not send.
 */
export const LIMITED_TABLES: readonly LimitedTable[] = [
  ...SHAPE_TABLES.map((name) => ({ name, ...ofAnnotatedImage })),
  { name: 'image_verification', ...ofImage, revealedImage: 'image_id' },
  { name: 'rule_violation', ...ofAnnotatedImage },
  { name: 'image_label', ...ofAnnotatedImage },
  { name: 'detection_task_negative_image', ...ofImage, revealedImage: 'image_id' },
  { name: 'deleted_shape', ...ofAnnotatedImage },
  { name: 'prediction', ...ofAnnotatedImage },
  { name: 'suspect', ...ofAnnotatedImage },
  { name: 'image_prediction', ...ofAnnotatedImage, hasWorkspace: false },
  { name: 'dataset_picture', ...ofImage, revealedImage: 'image_id', hasWorkspace: false },
  { name: 'evaluation_picture', ...ofImage, revealedImage: 'image_id', hasWorkspace: false },
  { name: 'image_embedding', ...ofImage, hasWorkspace: false },
  { name: 'object_label', owner: 'detection_object', column: 'object_id' },
  { name: 'group_image', ...ofGroup, revealedImage: 'image_id' },
  { name: 'group_object', ...ofGroup },
  { name: 'group_group', owner: 'similarity_group', column: 'child_id' },
  { name: 'similarity_verification', ...ofGroup },
  { name: 'comment', owner: 'comment_thread', column: 'thread_id' },
  { name: 'job_remark', owner: 'job_item', column: 'item_id' },
  { name: 'item_layer', owner: 'job_item', column: 'item_id' },
  { name: 'item_layer_version', owner: 'item_layer', column: 'layer_id' },
];
