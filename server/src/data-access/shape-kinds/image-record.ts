import type { LabelledShapeKind, SHAPE_KINDS } from '@console/shared-contract/shape-kinds';
import type { Selectable } from 'kysely';
import type { ShapeColumns, ShapeName, ShapeTable, ShapeTables } from '../../platform/database/tables/shapes';

export interface LabelRecord {
  id: string;
  name: string;
  value: number | null;
}

type Tables = { [Table in ShapeTable]: Selectable<ShapeTables[Table]> };
/** Columns of shapes that exported records do not contain. */
type InternalColumn =
  | Exclude<keyof ShapeColumns, 'id' | 'image_id' | 'created' | 'attributes' | 'version'>
  | ('created_by' | 'detection_label_id' | 'segmentation_label_id' | 'seq' | 'thumb_token' | 'thumb_key');
type LabelField<Name extends ShapeName> = Name extends LabelledShapeKind
  ? Record<`${(typeof SHAPE_KINDS)[Name]['domain']}_label`, { id: string; name: string }>
  : unknown;
type ShapeRecord<Name extends ShapeName> = Omit<Tables[(typeof SHAPE_KINDS)[Name]['table']], InternalColumn> & LabelField<Name>;

/** The rows that refer to an object. */
interface ObjectLinks {
  labels: LabelRecord[];
  /** Ids of the groups that contain the object. */
  groups: string[];
}

/** The shapes of an image by their kind. */
export type ShapeRecords = {
  [Name in ShapeName as (typeof SHAPE_KINDS)[Name]['plural']]: (ShapeRecord<Name> &
    (Name extends 'object' ? ObjectLinks : unknown))[];
};

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

/** A job that contains the image, and who completed the image in this job. */
export interface JobRecord {
  id: string;
  name: string;
  done: boolean;
  /**
   * `count` is the number of users who completed the image; `by` lists the users whose account is known. Absent in older dataset versions.
   */
  count?: number;
  by?: { email: string; done: string; seconds: number | null }[];
}

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
