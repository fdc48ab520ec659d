import type { GroupChanges, GroupDetail, GroupRow } from '@console/shared-contract/api';

/** Creates a group as returned by a list. */
export const createGroupRow = (fields: Partial<GroupRow> = {}): GroupRow => ({
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

/** Creates a group with the lists of its members, which are empty by default. */
export const createGroupDetail = (fields: Partial<GroupDetail> = {}): GroupDetail => ({
  ...createGroupRow({ images_count: 0 }),
  type: { id: 'y1', name: 'Bottle', workspace: 'w' },
  meta_data: {},
  groups: [],
  images: [],
  detection_objects: [],
  ...fields,
});

/** Creates the response of a change of members. By default, nothing has changed. */
export const createGroupChanges = (fields: Partial<GroupChanges> = {}): GroupChanges => ({
  id: 'g1',
  added: { images: [], detection_objects: [], groups: [] },
  removed: { images: [], detection_objects: [], groups: [] },
  groups_count: 0,
  images_count: 3,
  objects_count: 1,
  thumb_img_path: null,
  ...fields,
});

/** Creates an image as a member of a group. */
export const createMemberImage = (id: string) => ({
  id,
  img_path: `/${id}`,
  thumb_img_path: `/t-${id}`,
  test_image: false,
  real: true,
});

/** Creates the response of adding an image to a group. */
export const createGroupChangesWithImage = (id: string): GroupChanges =>
  createGroupChanges({ added: { images: [createMemberImage(id)], detection_objects: [], groups: [] } });
