import type { AnnotationSource } from '@console/shared-contract/api';
import type { RawBuilder } from 'kysely';
import type { Db } from '../../platform/database/connection';

export type ShapeTable = 'detection_object' | 'polygon' | 'point' | 'mask';

/** Columns that the row of every kind of shape has. */
export interface ShapeRow {
  id: string;
  workspace_id: string;
  image_id: string;
  version: number;
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
}

/** Fields to change; absent fields stay unchanged. */
export interface ShapeEdit {
  image?: string;
  data?: unknown;
  version?: number;
}

/** One write. `key` is the idempotency key of the item; only bulk calls use it. */
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

/** Changes to shapes of one workspace, for updating the facets. */
export interface ShapeChanges {
  /** Ids of created and restored shapes. */
  addedIds: readonly string[];
  relabelledIds: readonly string[];
  /** Ids of all labels that were added to a shape or removed from one. */
  labelIds: readonly string[];
  imageIds: readonly string[];
  /** The `seq` numbers of deleted shapes. */
  deletedSeqs: readonly number[];
}

/** The properties in which kinds of shapes differ. `writeShapes` handles everything that they have in common. */
export interface ShapeKind<Row extends ShapeRow, New extends NewShape, Edit extends ShapeEdit> {
  table: ShapeTable;
  /** Entity named by the 404 message. */
  entityName: string;
  /** Absent if the kind has no labels. */
  label?: {
    table: 'detection_label' | 'segmentation_label';
    field: string;
    column: string;
    getLabelId: (fields: New | Edit) => string | undefined;
    getRowLabelId: (row: Row) => string;
  };
  links: readonly LinkTable[];
  /** Computes `data` if other fields of the item determine it; otherwise returns the item. Throws 400 if it would be outside the image. */
  deriveData?: <Fields extends New | Edit>(fields: Fields, image: { img_width: number; img_height: number }) => Fields;
  /** Whether other fields determine `data`, so that the sent value does not count. */
  isDataDerived?: (fields: object) => boolean;
  /** Throws 400 if the shape is invalid or outside the image. */
  requireValid: (data: New['data'] | NonNullable<Edit['data']>, image: { img_width: number; img_height: number }) => void;
  insert: (trx: Db, shapes: readonly ValidatedShape<New>[], userId: string | null) => Promise<void>;
  /** Updates rows and returns the keys of files that are now outdated. */
  update: (trx: Db, edits: readonly ValidatedEdit<Row, Edit>[], userId: string | null) => Promise<string[]>;
  /** Columns that get a new value on restore, as jsonb. */
  resetColumns?: RawBuilder<unknown>;
  /** Returns the key of the file to delete with the row. */
  getFileKey?: (row: Row) => string | null;
  /** Updates the facets. Kinds without facets allow concurrent drawing on the same image. */
  syncFacets?: (trx: Db, workspaceId: string, changes: ShapeChanges) => Promise<void>;
  /** Returns the `seq` under which facets address the row. */
  getSeq?: (row: Row) => number;
}
