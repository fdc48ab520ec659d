import type { TileFacts } from '../outbox';
import type { DetectionObject, TrainingImage } from '@console/shared-contract/api';

import { getImageFileName } from '../image/image-file-name';

/** What the grid shows of an image or of an object. */
export interface Tile extends TileFacts {
  /** Of the image or the object. */
  id: string;
  /** The image itself, or the one that the object is on: what a click opens, and what goes into a job. */
  imageId: string;
  thumb: string;
  created: string;
  /** Of an image's file; null where it is not known, and of an object. */
  name: string | null;
  /** To what the list was asked by, -1 to 1. */
  likeness?: number;
  /** Of the model that the list is sorted by, 0 to 1. */
  uncertainty?: number;
  /** Of an object. */
  label?: { name: string; color: string };
}

export function imageTile(image: TrainingImage): Tile {
  return {
    id: image.id,
    imageId: image.id,
    thumb: image.thumb_img_path,
    created: image.created,
    name: getImageFileName(image.meta_data),
    verificationsCount: image.verificationsCount,
    isTest: image.test_image,
    isReal: image.real,
    likeness: image.likeness,
    uncertainty: image.uncertainty,
  };
}

export function objectTile(object: DetectionObject): Tile {
  return {
    id: object.id,
    imageId: object.image.id,
    thumb: object.thumb,
    created: object.created,
    name: null,
    verificationsCount: object.image.verificationsCount,
    isTest: object.image.test_image,
    isReal: object.image.real,
    label: { name: object.detection_label.name, color: object.detection_label.color },
  };
}

/** The page of a tile's image; of an object, with it selected. */
export function linkOf({ id, imageId }: Tile): string {
  return id === imageId ? `/image/${imageId}` : `/image/${imageId}?object=${id}`;
}
