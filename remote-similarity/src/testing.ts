import type { GroupDetail, GroupRow } from '@console/shared-contract/api';

/** Creates a group as returned by a list. */
export const groupRow = (fields: Partial<GroupRow> = {}): GroupRow => ({
  id: 'g1',
  workspace: 'w',
  name: 'Blue',
  description: '',
  type: 'y1',
  type_name: 'Bottle',
  test_group: false,
  thumb_img_path: null,
  groups_count: 0,
  images_count: 1,
  objects_count: 0,
  verificationsCount: 0,
  created: '2026-01-01T00:00:00Z',
  version: 1,
  ...fields,
});

/** Creates a group with members. It is empty by default. */
export const groupDetail = (fields: Partial<GroupDetail> = {}): GroupDetail => ({
  ...groupRow({ images_count: 0 }),
  type: { id: 'y1', name: 'Bottle', workspace: 'w' },
  meta_data: {},
  groups: [],
  images: [],
  detection_objects: [],
  ...fields,
});
