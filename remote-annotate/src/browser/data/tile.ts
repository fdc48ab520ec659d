import type { TileFields } from '../../outbox';
import type { DetectionObject, TrainingImage } from '@console/shared-contract/api';
import { getImageFileName } from '@console/shared-contract/image-file-name';

/** The data that the grid shows for an image or an object. */
export interface Tile extends TileFields {
  /** The id of the image or the object. */
  id: string;
  /** The id of the image that a click opens: the image itself, or the image that contains the object. */
  imageId: string;
  thumb: string;
  created: string;
  /** The file name of the image; null if unknown, and for objects. */
  name: string | null;
  /** Similarity to the item that the similarity filter refers to, -1 to 1. */
  likeness?: number;
  /** Uncertainty of the model for the image, if the list is sorted by it. */
  uncertainty?: number;
  /** The label of an object; absent for images. */
  label?: { name: string; color: string };
}

export function toImageTile(image: TrainingImage): Tile {
  return {
    id: image.id,
    imageId: image.id,
    thumb: image.thumb_img_path,
    created: image.created,
    name: getImageFileName(image),
    verificationsCount: image.verificationsCount,
    isTest: image.test_image,
    isReal: image.real,
    likeness: image.likeness,
    uncertainty: image.uncertainty,
  };
}

export function toObjectTile(object: DetectionObject): Tile {
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

/** Returns the link to the tile's image. For an object, the link also selects it. */
export function getTileLink({ id, imageId }: Tile): string {
  return id === imageId ? `/image/${imageId}` : `/image/${imageId}?object=${id}`;
}
