import type { MaskData } from '@console/shared-contract/api';
import type { ShapeAttributes } from '@console/shared-contract/shape-attributes';
import type { ShapePlural } from '../../platform/database/tables/shapes';

export interface LabelRecord {
  id: string;
  name: string;
  value: number | null;
}

interface ShapeRecord<Data = number[]> {
  id: string;
  image_id: string;
  data: Data;
  created: Date;
  version: number;
}

interface ObjectRecord extends ShapeRecord {
  detection_label: { id: string; name: string };
  /** `[x, y, width, height, angle]`; null for an upright box. */
  rotated_box: number[] | null;
  meta_data: unknown;
  attributes: ShapeAttributes;
  labels: LabelRecord[];
  /** Ids of the groups that contain the object. */
  groups: string[];
}

interface PolygonRecord extends ShapeRecord {
  segmentation_label: { id: string; name: string };
  bbox: number[];
  meta_data: unknown;
  attributes: ShapeAttributes;
}

interface MaskRecord extends ShapeRecord<MaskData> {
  segmentation_label: { id: string; name: string };
  bbox: number[];
  area: number;
  meta_data: unknown;
  attributes: ShapeAttributes;
}

interface PointRecord extends ShapeRecord {
  name: string;
}

export interface SkeletonRecord extends ShapeRecord {
  detection_label: { id: string; name: string };
  bbox: number[];
  meta_data: unknown;
  attributes: ShapeAttributes;
}

interface SetRecord {
  name: string;
  year: number | null;
}

interface PriceRecord {
  price: string;
  currency: string;
  date: string;
  source: string | null;
  grade_company: string | null;
  item_link: string | null;
  img_link: string | null;
}

/** A product with an image that was cut out of an object on this image. `object` is the id of that object. */
export interface ProductRecord {
  id: string;
  name: string;
  customer_product_id: string;
  object: string;
  verified: boolean;
  meta_data: unknown;
  collection: { name: string; type: string } | null;
  set: (SetRecord & { above?: SetRecord[] }) | null;
  prices?: PriceRecord[];
}

/** A job that contains the image, and the work done on it there. */
export interface JobRecord {
  id: string;
  name: string;
  done: boolean;
  /** Number of users who completed the image, and those with a known account. Absent in older dataset versions. */
  count?: number;
  by?: { email: string; done: string; seconds: number | null }[];
}

interface RecordsByKind {
  objects: ObjectRecord;
  polygons: PolygonRecord;
  masks: MaskRecord;
  points: PointRecord;
  skeletons: SkeletonRecord;
}

/** The shapes of an image by their kind. */
export type ShapeRecords = { [Plural in ShapePlural]: RecordsByKind[Plural][] };

/** An image with all its labels, shapes and related data. */
export interface ImageRecord extends ShapeRecords {
  id: string;
  seq: number;
  img_key: string;
  /** Key of the upright copy that browsers show; null if they show the original. */
  display_key: string | null;
  mask_key: string | null;
  content_type: string;
  img_width: number;
  img_height: number;
  /** File name. */
  name: string | null;
  meta_data: unknown;
  content_hash: string;
  real: boolean;
  test_image: boolean;
  created: Date;
  verifications: number;
  verified_by: { email: string; created: string; nothing_to_annotate?: boolean; by_model?: boolean }[];
  groups: { id: string; name: string }[];
  jobs: JobRecord[];
  products: ProductRecord[];
  labels: LabelRecord[];
}
