import type { AnnotationSource } from '@console/shared-contract/api';
import type { ShapeAttributes } from '@console/shared-contract/shape-attributes';
import type { ShapeTable } from '@console/shared-contract/shape-kinds';
import type { ColumnType, Generated } from 'kysely';
import type { CreatedTimestamp, Json, Version, WorkspaceRow } from './columns';

export {
  SHAPE_TABLES,
  type ImportedKind,
  type ImportedPlural,
  type ShapeName,
  type ShapePlural,
  type ShapeTable,
} from '@console/shared-contract/shape-kinds';

/** Columns of all kinds of shapes. */
export interface ShapeColumns extends WorkspaceRow {
  image_id: string;
  created: CreatedTimestamp;
  /** Null if a user has drawn the shape. */
  source: Generated<AnnotationSource | null>;
  changed_by: Generated<string | null>;
  /** Id of the model that created the shape, until a user changes it. */
  model_id: Generated<string | null>;
  /** Probability according to this model, 0 to 1. */
  score: Generated<number | null>;
  attributes: ColumnType<ShapeAttributes, string | undefined, string>;
  version: Version;
}

/** Columns of the kinds of shapes that have labels. */
interface LabelledColumns extends ShapeColumns {
  created_by: string | null;
  meta_data: Json;
}

/** Shapes on images, and the trash with deleted ones. */
export interface ShapeTables {
  detection_object: Omit<LabelledColumns, 'created'> & {
    created: Date;
    /**
     * Number in order of creation within the workspace. It is also the position of the row's bit in the table `facet`, the search index.
     */
    seq: number;
    detection_label_id: string;
    /** `[left, top, right, bottom]` in pixels. */
    data: number[];
    /** `[x, y, width, height, angle]` of a rotated box, which `data` encloses. Null for an upright box. */
    rotated_box: number[] | null;
    /** Random part of the URL of the crop. It is replaced when the box changes. */
    thumb_token: Generated<string>;
    /** Key of the file with the crop. Null until the crop is requested. */
    thumb_key: string | null;
  };

  polygon: LabelledColumns & {
    segmentation_label_id: string;
    /** x, y, x, y ... in pixels. */
    data: number[];
    bbox: number[];
  };

  mask: LabelledColumns & {
    segmentation_label_id: string;
    /** COCO RLE of the upright image: `size` is `[height, width]`. */
    data: { size: number[]; counts: string };
    /** Derived from `data`. */
    bbox: number[];
    /** Number of pixels, derived from `data`. */
    area: number;
  };

  point: ShapeColumns & {
    name: string;
    /** `[x, y]` in pixels. */
    data: number[];
  };

  skeleton: LabelledColumns & {
    detection_label_id: string;
    /** x, y and visibility of each point, in pixels. */
    data: number[];
    /** A trigger computes it from `data`. */
    bbox: Generated<number[]>;
  };

  deleted_shape: {
    id: string;
    kind: ShapeTable;
    workspace_id: string;
    image_id: string;
    shape: Json;
    links: Json;
    deleted_at: CreatedTimestamp;
    deleted_by: string | null;
  };
}
