import type { AnnotationSource, MaskData, ModelOrigin } from '@console/shared-contract/api';
import type { FilteredShapeKind } from '@console/shared-contract/shape-kinds';
import type { SkeletonTemplate } from '@console/shared-contract/skeleton';
import type { AttributeDefinition, ShapeAttributes } from '@console/shared-contract/shape-attributes';
import type { RawBuilder } from 'kysely';
import type { Db } from '../../platform/database/connection';
import type { SimilarityMeasure } from './measure';
import type { ImportedKind, ImportedPlural, ShapeName, ShapePlural, ShapeTable } from '../../platform/database/tables/shapes';

/** Columns that the row of every kind of shape has. */
export interface ShapeRow {
  id: string;
  workspace_id: string;
  image_id: string;
  attributes?: ShapeAttributes;
  version: number;
}

/** The row of a label that an item refers to. */
export interface LabelRow {
  id: string;
  workspace_id: string;
  attributes: AttributeDefinition[];
  /** The points of the label's skeletons. Only labels of detection have this column. */
  skeleton?: SkeletonTemplate | null;
}

/** A shape to be created. */
export interface NewShape {
  image: string;
  /** The geometry in pixels of the upright image. */
  data: unknown;
  /** Creation time; default now. Within a workspace, a shape that is inserted later must not be older. */
  created?: Date;
  /** Default: the user of the write scope. */
  createdBy?: string | null;
  /** Absent if a user has drawn the shape. */
  source?: AnnotationSource;
  /** Absent if no model has created the shape. */
  prediction?: ModelOrigin;
  /** Only for kinds with metadata. */
  meta_data?: unknown;
  attributes?: ShapeAttributes;
}

/** Fields to change; absent fields stay unchanged. */
export interface ShapeEdit {
  image?: string;
  data?: unknown;
  version?: number;
  /** Only for kinds with metadata. */
  meta_data?: unknown;
  /** Replaces all attributes. */
  attributes?: ShapeAttributes;
}

/** One write operation. `key` is the idempotency key of the item; only bulk calls use it. */
export type ShapeItem<New extends NewShape, Edit extends ShapeEdit> =
  | ({ op: 'create'; key?: string } & New)
  | ({ op: 'change'; id: string } & Edit)
  | { op: 'delete'; id: string }
  | { op: 'restore'; id: string; key?: string };

/** A validated new shape with the id and workspace of its row. */
export type ValidatedShape<New extends NewShape> = New & { id: string; workspaceId: string };
/** A validated edit with the current row. */
export interface ValidatedEdit<Row extends ShapeRow, Edit extends ShapeEdit> {
  edit: Edit;
  row: Row;
}

/** A table whose rows refer to a shape. `column` holds the id of the shape, `ref` the id of its label or group. */
export interface LinkTable {
  table: 'object_label' | 'group_object';
  column: string;
  ref: string;
  refTable: 'recognition_label' | 'similarity_group';
}

/** Changes to shapes of one workspace, for updating the search facets (bitmaps of the rows with a property). */
interface ShapeChanges {
  /** Ids of created and restored shapes. */
  addedIds: readonly string[];
  relabelledIds: readonly string[];
  /** Ids of all labels that were added to shapes or removed from shapes. */
  labelIds: readonly string[];
  imageIds: readonly string[];
  deletedSeqs: readonly number[];
}

/** The label of a kind of shapes: its table, and the field and column that refer to it. */
export interface LabelReference {
  domain: 'detection' | 'segmentation';
  table: 'detection_label' | 'segmentation_label';
  field: 'detection_label' | 'segmentation_label';
  column: 'detection_label_id' | 'segmentation_label_id';
}

/** SQL types of columns. Values of jsonb columns are sent as text. */
export type ColumnType = 'int' | 'int[]' | 'float8[]' | 'jsonb' | 'text' | 'uuid';

/** SQL expressions over a row `s` of the table, by the names of their results. */
type Expressions = Readonly<Record<string, RawBuilder<unknown>>>;

/** The properties of a kind of shapes that do not depend on the types of its rows. */
export interface ShapeKindProperties {
  table: ShapeTable;
  name: ShapeName;
  plural: ShapePlural;
  imported: { kind: ImportedKind; plural: ImportedPlural };
  /** Entity named by the 404 message. */
  entityName: string;
  /** Null if shapes have a `name` instead of a label. */
  label: LabelReference | null;
  /** How two shapes are compared (ADR 0119). */
  measure: SimilarityMeasure;
  links: readonly LinkTable[];
  /**
   * SQL types of the columns that a write sets. The columns that all kinds share are not listed: ids of the row, workspace, image and
   * label; creation time; origin.
   */
  columns: Readonly<Record<string, ColumnType>>;
  /** Further columns in the API, exports and dataset versions, besides `data` and the columns that all kinds share. */
  fields: readonly string[];
  /** Columns that are computed from `data`. The API and exports also contain them. */
  computedFields: readonly string[];
  /** Column with the box `[x1, y1, x2, y2]` around the shape; for a point, its position. */
  boxColumn: 'data' | 'bbox';
  /** Order of the shapes of an image, over a row `s`: by creation. */
  order: RawBuilder<unknown>;
  /** Rows that refer to the shape, in exported records and in dataset versions. */
  related?: { inRecord: Expressions; inVersion: Expressions };
  /** A JSON array of numbers or texts, over a row `s`. Imports treat shapes with the same label and equal arrays as the same shape. */
  comparedData: RawBuilder<unknown>;
  /** Named SQL conditions over a row `s`. Image filters use them to distinguish variants of the kind, such as rotated boxes. */
  variants?: Readonly<Partial<Record<FilteredShapeKind, RawBuilder<unknown>>>>;
  /** SQL expressions over a row `s` for snapshots of completed items. Only needed where a value differs from the default. */
  snapshot?: Partial<Record<'data' | 'rotated_box' | 'mask' | 'labels', RawBuilder<unknown>>>;
}

/** The properties in which kinds of shapes differ. `writeShapes` handles everything that they have in common. */
export interface ShapeKind<Row extends ShapeRow, New extends NewShape, Edit extends ShapeEdit> extends ShapeKindProperties {
  label: (LabelReference & LabelAccess<Row, New, Edit>) | null;
  /**
   * Computes `data` from other fields of the item if they determine it; otherwise returns the item unchanged. Throws 400 if the shape would
   * be outside the image.
   */
  deriveData?: <Fields extends New | Edit>(fields: Fields, image: { img_width: number; img_height: number }) => Fields;
  /** Whether other fields determine `data`, so that `data` in the request is ignored. */
  isDataDerived?: (fields: object) => boolean;
  /** Throws 400 unless the new geometry, or the geometry of the current row, fits the new label. Absent: any label fits. */
  requireFit?: (write: { data?: New['data'] | Edit['data']; label?: LabelRow | undefined; row?: Row }) => void;
  /** Throws 400 if the shape is invalid or outside the image. */
  requireValid: (data: New['data'] | NonNullable<Edit['data']>, image: { img_width: number; img_height: number }) => void;
  /** Returns the values of `computedFields`. */
  compute?: (data: New['data'] | NonNullable<Edit['data']>) => Record<string, unknown>;
  /**
   * Returns values for additional columns that the fields set. An undefined value leaves the column unchanged, or at its default in a new
   * row.
   */
  toColumns?: (fields: New | Edit) => Record<string, unknown>;
  /** Returns values for additional columns of new rows, in the order of the shapes. */
  prepareInsert?: (trx: Db, shapes: readonly ValidatedShape<New>[]) => Promise<Record<string, unknown>[]>;
  /** Returns values for additional columns when the geometry changes, and the key of a file that is outdated by the change. */
  prepareUpdate?: (edit: Edit, row: Row) => { values: Record<string, unknown>; outdatedFile: string | null };
  /** Converts an imported shape to the fields of a new shape. */
  fromImport: (shape: ImportedShape) => New;
  /** Returns the geometry of a valid shape as `fromImport` expects it. Absent: only `data`. */
  toImport?: (shape: New) => Pick<ImportedShape, 'data' | 'rotatedBox' | 'mask'>;
  /** Columns that get a new value on restore, as jsonb. */
  resetColumns?: RawBuilder<unknown>;
  /** Returns the key of the file to delete with the row. */
  getFileKey?: (row: Row) => string | null;
  /** Updates the search facets. Absent for kinds without facets, whose shapes can be drawn concurrently on an image. */
  syncFacets?: (trx: Db, workspaceId: string, changes: ShapeChanges) => Promise<void>;
  /** Returns the sequence number (`seq`), which is the bit position of the row in the search facets. */
  getSeq?: (row: Row) => number;
}

interface LabelAccess<Row extends ShapeRow, New extends NewShape, Edit extends ShapeEdit> {
  getLabelId: (fields: New | Edit) => string | undefined;
  getRowLabelId: (row: Row) => string;
}

/** A shape of imported files, in whole pixels of the upright image. */
export interface ImportedShape {
  /** Id of the image. */
  image: string;
  /** Id of the label. For a kind without labels, the name of the shape. */
  label: string;
  /** Coordinates. For a mask, the box around it. */
  data: number[];
  rotatedBox?: number[] | undefined;
  mask?: MaskData | undefined;
  meta_data?: unknown;
  attributes?: ShapeAttributes | undefined;
  /** Absent if a user has drawn the shape. */
  source?: AnnotationSource | undefined;
  /** Absent if no model has created the shape. */
  prediction?: ModelOrigin;
}
