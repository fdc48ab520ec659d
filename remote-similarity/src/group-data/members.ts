import type { GroupDetail } from '@console/shared-contract/api';
import { memberMessages } from './member-messages';
import type { MemberKind, Members } from './group.queries';

/** An image, object or group in a group, in the form that the lists display. */
export interface Member {
  /** Unique across all kinds. */
  key: string;
  kind: MemberKind;
  id: string;
  /** Name of the group or of the image file. For an object, its label and number. */
  name: string;
  thumb: string | null;
  /** Path of the member's page. */
  path: string;
  test: boolean;
  /** Whether the image is a photo instead of a product image. Null for a group. */
  real: boolean | null;
  /** Id of the image that the flags belong to. Null for a group. */
  image: string | null;
}

/** Converts the members of a group by kind, in the order of the API response. */
export function toMembers({ groups, images, detection_objects: objects }: GroupDetail): Record<MemberKind, Member[]> {
  return {
    groups: groups.map(({ id, name, thumb_img_path: thumb, test_group: test }) => ({
      key: `groups ${id}`,
      kind: 'groups',
      id,
      name,
      thumb,
      path: `/group/${id}`,
      test,
      real: null,
      image: null,
    })),
    images: images.map(({ id, thumb_img_path: thumb, test_image: test, real, name }, index) => ({
      key: `images ${id}`,
      kind: 'images',
      id,
      name: name || memberMessages.image(index + 1),
      thumb,
      path: `/image/${id}`,
      test,
      real,
      image: id,
    })),
    objects: objects.map(({ id, thumb, image, label }, index) => ({
      key: `objects ${id}`,
      kind: 'objects',
      id,
      name: label === undefined ? memberMessages.object(index + 1) : `${label} ${index + 1}`,
      thumb,
      path: `/image/${image.id}`,
      test: image.test_image,
      real: image.real,
      image: image.id,
    })),
  };
}

/** Lists the images of a group, then its objects. */
export function listThumbnailMembers(group: GroupDetail): Member[] {
  const { images, objects } = toMembers(group);
  return [...images, ...objects];
}

/** Groups the ids of members by kind. */
export function toMemberIds(members: readonly Member[]): Members {
  const getIds = (kind: MemberKind) => members.filter((member) => member.kind === kind).map(({ id }) => id);
  return { images: getIds('images'), objects: getIds('objects'), groups: getIds('groups') };
}

/** Returns the group with a changed flag of images, including the images of its objects. */
export function withImageFlag(
  group: GroupDetail,
  images: ReadonlySet<string>,
  flag: 'real' | 'test_image',
  isSet: boolean,
): GroupDetail {
  return {
    ...group,
    images: group.images.map((image) => (images.has(image.id) ? { ...image, [flag]: isSet } : image)),
    detection_objects: group.detection_objects.map((object) =>
      images.has(object.image.id) ? { ...object, image: { ...object.image, [flag]: isSet } } : object,
    ),
  };
}

/** Returns the group with changed TEST marks of its member groups. */
export function withGroupTestFlag(group: GroupDetail, ids: ReadonlySet<string>, isSet: boolean): GroupDetail {
  return { ...group, groups: group.groups.map((member) => (ids.has(member.id) ? { ...member, test_group: isSet } : member)) };
}
