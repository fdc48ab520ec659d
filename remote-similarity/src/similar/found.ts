import type { SimilarResponse } from '@console/shared-contract/api';
import type { SimilarSubject } from '@console/shared-contract/federation';
import { FILE_NAME_KEY } from '@console/shared-contract/limits';
import { messages } from '../messages';

export const foundKinds = ['groups', 'images', 'objects'] as const;
export type FoundKind = (typeof foundKinds)[number];

/** Something that looks like what was looked for, as the lists show it. */
export interface Found {
  /** Of this one alone, whatever its kind. */
  key: string;
  kind: FoundKind;
  id: string;
  name: string;
  thumb: string | null;
  /** Its page. */
  to: string;
  /** -1 to 1. */
  likeness: number;
}

/** The answer by kind, in its order. */
export function foundOf(answer: SimilarResponse): Record<FoundKind, Found[]> {
  const words = messages.similar;
  const found = (kind: FoundKind, id: string, likeness: number, rest: Pick<Found, 'name' | 'thumb' | 'to'>): Found => ({
    ...{ key: `${kind} ${id}`, kind, id, likeness },
    ...rest,
  });
  return {
    groups: answer.groups.map(({ likeness, group: { id, name, thumb_img_path: thumb } }) =>
      found('groups', id, likeness, { name, thumb, to: `/group/${id}` }),
    ),
    images: answer.images.map(({ likeness, image: { id, thumb_img_path: thumb, meta_data } }, at) =>
      found('images', id, likeness, { name: fileNameOf(meta_data) ?? words.image(at + 1), thumb, to: `/image/${id}` }),
    ),
    objects: answer.objects.map(({ likeness, object: { id, thumb, image, detection_label: label } }) =>
      found('objects', id, likeness, { name: label.name, thumb, to: `/image/${image.id}?object=${id}` }),
    ),
  };
}

function fileNameOf(metaData: unknown): string | undefined {
  if (typeof metaData !== 'object' || metaData === null || !(FILE_NAME_KEY in metaData)) return undefined;
  const name: unknown = metaData[FILE_NAME_KEY];
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/** Where the images are listed that look like it. */
export const listOfSimilar = ({ kind, id }: SimilarSubject) =>
  `/images?similar=${id}${kind === 'image' ? '' : `&similar-kind=${kind}`}`;
