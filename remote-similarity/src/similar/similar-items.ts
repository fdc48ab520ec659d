import type { SimilarResponse } from '@console/shared-contract/api';
import type { SimilarSubject } from '@console/shared-contract/federation';
import { getImageFileName } from '@console/shared-contract/image-file-name';
import { similarMessages } from './similar-messages';

/** The kinds that can be members of a group. */
export const MEMBER_KINDS = ['groups', 'images', 'objects'] as const;
export type MemberKind = (typeof MEMBER_KINDS)[number];
export const SIMILAR_KINDS = [...MEMBER_KINDS, 'shapes'] as const;
export type SimilarKind = (typeof SIMILAR_KINDS)[number];

/** An item similar to the subject, in the form that the lists display. */
export interface SimilarItem {
  /** Unique across all kinds. */
  key: string;
  kind: SimilarKind;
  id: string;
  name: string;
  thumb: string | null;
  /** Path of the item's page. */
  path: string;
  /** Similarity from -1 to 1. */
  likeness: number;
}

/** Converts the API response to items by kind, in the same order. */
export function toSimilarItems(response: SimilarResponse): Record<SimilarKind, SimilarItem[]> {
  const createItem = (
    kind: SimilarKind,
    id: string,
    likeness: number,
    details: Pick<SimilarItem, 'name' | 'thumb' | 'path'>,
  ): SimilarItem => ({ key: `${kind} ${id}`, kind, id, likeness, ...details });
  return {
    groups: response.groups.map(({ likeness, group: { id, name, thumb_img_path: thumb } }) =>
      createItem('groups', id, likeness, { name, thumb, path: `/group/${id}` }),
    ),
    images: response.images.map(({ likeness, image }, index) =>
      createItem('images', image.id, likeness, {
        name: getImageFileName(image) ?? similarMessages.image(index + 1),
        thumb: image.thumb_img_path,
        path: `/image/${image.id}`,
      }),
    ),
    objects: response.objects.map(({ likeness, object: { id, thumb, image, detection_label: label } }) =>
      createItem('objects', id, likeness, { name: label.name, thumb, path: `/image/${image.id}?object=${id}` }),
    ),
    shapes: (response.shapes ?? []).map(({ likeness, shape: { id, label, crop: thumb, image } }) =>
      createItem('shapes', id, likeness, { name: label.name, thumb, path: `/image/${image.id}?object=${id}` }),
    ),
  };
}

/** Path of the image list with the images similar to the subject. */
export const getImageListPath = ({ kind, id }: SimilarSubject) =>
  `/images?similar=${id}${kind === 'image' ? '' : `&similar-kind=${kind}`}`;
