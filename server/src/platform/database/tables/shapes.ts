import type { AnnotationSource } from '@console/shared-contract/api';
import type { ShapeAttributes } from '@console/shared-contract/shape-attributes';
import type { ColumnType, Generated } from 'kysely';
import type { CreatedTimestamp, Json, Version, WorkspaceRow } from './columns';

/** Column of the tables of shapes with attributes. */
interface AttributesColumn {
  attributes: ColumnType<ShapeAttributes, string | undefined, string>;
}

/** Shapes on images, and the trash with deleted ones. */
export interface ShapeTables {
  detection_object: WorkspaceRow &
    AttributesColumn & {
      /** Number in order of creation within the workspace. It is also the index of the row's bit in `facet`. */
      seq: number;
      image_id: string;
      detection_label_id: string;
      /** `[left, top, right, bottom]` in pixels. */
      data: number[];
      /** `[x, y, width, height, angle]` of a rotated box, which `data` encloses. Null for an upright box. */
      rotated_box: number[] | null;
      /** Random part of the URL of the crop. It is replaced when the box changes. */
      thumb_token: Generated<string>;
      /** Key of the file with the crop. Null until the crop is requested. */
      thumb_key: string | null;
      meta_data: Json;
      created: Date;
      created_by: string | null;
      /** Null if a user has drawn it. */
      source: Generated<AnnotationSource | null>;
      changed_by: Generated<string | null>;
      version: Version;
    };

  polygon: WorkspaceRow &
    AttributesColumn & {
      image_id: string;
      segmentation_label_id: string;
      /** x, y, x, y ... in pixels. */
      data: number[];
      bbox: number[];
      meta_data: Json;
      created: CreatedTimestamp;
      created_by: string | null;
      /** Null if a user has drawn it. */
      source: Generated<AnnotationSource | null>;
      changed_by: Generated<string | null>;
      version: Version;
    };

  mask: WorkspaceRow &
    AttributesColumn & {
      image_id: string;
      segmentation_label_id: string;
      /** COCO RLE of the upright image: `size` is `[height, width]`. */
      data: { size: number[]; counts: string };
      /** Derived from `data`. */
      bbox: number[];
      /** Number of pixels, derived from `data`. */
      area: number;
      meta_data: Json;
      created: CreatedTimestamp;
      created_by: string | null;
      /** Null if a user has drawn it. */
      source: Generated<AnnotationSource | null>;
      changed_by: Generated<string | null>;
      version: Version;
    };

  point: WorkspaceRow & {
    image_id: string;
    name: string;
    /** `[x, y]` in pixels. */
    data: number[];
    meta_data: Json;
    created: CreatedTimestamp;
    /** Null if a user has drawn it. */
    source: Generated<AnnotationSource | null>;
    changed_by: Generated<string | null>;
    version: Version;
  };

  skeleton: WorkspaceRow &
    AttributesColumn & {
      image_id: string;
      detection_label_id: string;
      /** x, y and visibility of each point, in pixels. */
      data: number[];
      /** A trigger computes it from `data`. */
      bbox: Generated<number[]>;
      meta_data: Json;
      created: CreatedTimestamp;
      created_by: string | null;
      /** Null if a user has drawn it. */
      source: Generated<AnnotationSource | null>;
      changed_by: Generated<string | null>;
      version: Version;
    };

  deleted_shape: {
    id: string;
    kind: 'detection_object' | 'polygon' | 'point' | 'skeleton' | 'mask';
    workspace_id: string;
    image_id: string;
    shape: Json;
    links: Json;
    deleted_at: CreatedTimestamp;
    deleted_by: string | null;
  };
}
