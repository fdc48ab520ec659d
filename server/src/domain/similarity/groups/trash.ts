import type { TrashDefinition } from '../../../data-access/rows/trash';

/** The trash of groups, with their members, parent groups, verifications and job items. */
export const groupTrash: TrashDefinition = {
  table: 'similarity_group',
  trashTable: 'deleted_group',
  links: [
    { name: 'group_image', table: 'group_image', column: 'group_id', ref: { column: 'image_id', table: 'training_image' } },
    { name: 'group_object', table: 'group_object', column: 'group_id', ref: { column: 'object_id', table: 'detection_object' } },
    { name: 'children', table: 'group_group', column: 'parent_id', ref: { column: 'child_id', table: 'similarity_group' } },
    { name: 'parents', table: 'group_group', column: 'child_id', ref: { column: 'parent_id', table: 'similarity_group' } },
    {
      name: 'verifications',
      table: 'similarity_verification',
      column: 'group_id',
      ref: { column: 'user_id', table: 'app_user' },
    },
    {
      name: 'job_item',
      table: 'job_item',
      column: 'group_id',
      ref: { column: 'job_id', table: 'annotation_job' },
      hasGeneratedId: true,
    },
  ],
  clearedRefs: [{ column: 'type_id', table: 'similarity_type', type: 'uuid' }],
};
