import type { GroupDetail } from '@console/shared-contract/api';
import { messages } from '../messages';
import type { MemberKind, Members } from './group.queries';

/** A picture, an object or a group within a group, as the lists show it. */
export interface Member {
  /** Of this member alone, whatever its kind. */
  key: string;
  kind: MemberKind;
  id: string;
  /** Of a group, or of a picture's file; of an object its label and its place. */
  name: string;
  thumb: string | null;
  /** Its page. */
  to: string;
  test: boolean;
  /** null: a group is neither REAL nor PRODUCT. */
  real: boolean | null;
  /** The picture that the flags are of; null for a group. */
  image: string | null;
}

export const MEMBER_KINDS = ['groups', 'images', 'objects'] as const satisfies readonly MemberKind[];

/** The members of a group by kind, in the order of the answer. */
export function toMembers({ groups, images, detection_objects: objects }: GroupDetail): Record<MemberKind, Member[]> {
  return {
    groups: groups.map(({ id, name, thumb_img_path: thumb, test_group: test }) => ({
      key: `groups ${id}`,
      kind: 'groups',
      id,
      name,
      thumb,
      to: `/group/${id}`,
      test,
      real: null,
      image: null,
    })),
    images: images.map(({ id, thumb_img_path: thumb, test_image: test, real, name }, index) => ({
      key: `images ${id}`,
      kind: 'images',
      id,
      name: name || messages.members.image(index + 1),
      thumb,
      to: `/image/${id}`,
      test,
      real,
      image: id,
    })),
    objects: objects.map(({ id, thumb, image, label }, index) => ({
      key: `objects ${id}`,
      kind: 'objects',
      id,
      name: label === undefined ? messages.members.object(index + 1) : `${label} ${index + 1}`,
      thumb,
      to: `/image/${image.id}`,
      test: image.test_image,
      real: image.real,
      image: image.id,
    })),
  };
}

/** What a group shows: its pictures, then its objects. */
export function listThumbnailMembers(group: GroupDetail): Member[] {
  const { images, objects } = toMembers(group);
  return [...images, ...objects];
}

/** Ids by kind, as the calls take them. */
export function toMemberIds(members: readonly Member[]): Members {
  const ids = (kind: MemberKind) => members.filter((member) => member.kind === kind).map(({ id }) => id);
  return { images: ids('images'), objects: ids('objects'), groups: ids('groups') };
}

/** The group with the flags of pictures as they are now, also where the pictures of objects are meant. */
export function withFlag(group: GroupDetail, images: ReadonlySet<string>, flag: 'real' | 'test_image', isSet: boolean): GroupDetail {
  return {
    ...group,
    images: group.images.map((image) => (images.has(image.id) ? { ...image, [flag]: isSet } : image)),
    detection_objects: group.detection_objects.map((object) =>
      images.has(object.image.id) ? { ...object, image: { ...object.image, [flag]: isSet } } : object,
    ),
  };
}

/** The group with TEST or TRAIN of groups within it as it is now. */
export function withTestGroups(group: GroupDetail, ids: ReadonlySet<string>, isSet: boolean): GroupDetail {
  return { ...group, groups: group.groups.map((each) => (ids.has(each.id) ? { ...each, test_group: isSet } : each)) };
}
