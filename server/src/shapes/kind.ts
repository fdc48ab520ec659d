import type { RawBuilder } from 'kysely';
import type { Db } from '../database/connection';

export type ShapeTable = 'detection_object' | 'polygon' | 'point';

/** What every shape's row has. */
export interface ShapeRow {
  id: string;
  workspace_id: string;
  image_id: string;
  data: number[];
  version: number;
}

/** A shape to be drawn. */
export interface NewShape {
  image: string;
  data: number[];
  /** Absent: now. What is drawn later must not be older, within a workspace. */
  created?: Date;
  /** Absent: whom the writer works for. */
  createdBy?: string | null;
}

/** What is to be changed of a shape; absent is kept. */
export interface ShapeEdit {
  image?: string;
  data?: number[];
  version?: number;
}

/** One write. `key` is an Idempotency-Key of the item's own, which only a bulk call looks at. */
export type ShapeItem<New extends NewShape, Edit extends ShapeEdit> =
  | ({ op: 'create'; key?: string } & New)
  | ({ op: 'change'; id: string } & Edit)
  | { op: 'delete'; id: string }
  | { op: 'restore'; id: string; key?: string };

/** A drawing that was found right, with what its row needs. */
export type Drawn<New extends NewShape> = New & { id: string; workspaceId: string };
/** An edit that was found right, with the row as it is. */
export interface Edited<Row extends ShapeRow, Edit extends ShapeEdit> {
  edit: Edit;
  row: Row;
}

/** A table whose rows refer to a shape: `column` of it is the shape's id, `ref` what it is put on or into. */
export interface LinkTable {
  table: 'object_label' | 'group_object';
  column: string;
  ref: string;
  refTable: 'recognition_label' | 'similarity_group';
}

/** What has happened to shapes of one workspace, for the facets. */
export interface ShapesTouched {
  /** Drawn or restored. */
  appeared: readonly string[];
  relabelled: readonly string[];
  /** Every label that a shape has got or lost. */
  labels: readonly string[];
  images: readonly string[];
  /** The seqs of what was deleted. */
  gone: readonly number[];
}

/** What tells one kind of shape from another; all else about writing them is the same (`writeShapes`). */
export interface ShapeKind<Row extends ShapeRow, New extends NewShape, Edit extends ShapeEdit> {
  table: ShapeTable;
  /** What a 404 says was not found. */
  what: string;
  /** Absent where the kind has no labels. */
  label?: {
    table: 'detection_label' | 'segmentation_label';
    field: string;
    column: string;
    of: (fields: New | Edit) => string | undefined;
    ofRow: (row: Row) => string;
  };
  links: readonly LinkTable[];
  /** Throws 400 when the shape does not fit the picture. */
  check: (data: readonly number[], image: { img_width: number; img_height: number }) => void;
  insert: (trx: Db, shapes: readonly Drawn<New>[], userId: string | null) => Promise<void>;
  /** Answers the files that are no longer true. */
  update: (trx: Db, edits: readonly Edited<Row, Edit>[], userId: string | null) => Promise<string[]>;
  /** Columns that a restored row does not get back, as jsonb. */
  renewed?: RawBuilder<unknown>;
  /** The file that goes with a deleted row. */
  fileOf?: (row: Row) => string | null;
  /** Keeps the facets; a kind without any leaves room for others to draw on the same image meanwhile. */
  sync?: (trx: Db, workspaceId: string, touched: ShapesTouched) => Promise<void>;
  /** The row's number among those that facets address. */
  seqOf?: (row: Row) => number;
}
