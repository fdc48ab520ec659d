import { capitalize, SHAPE_KINDS, type ShapeName } from '@console/shared-contract/shape-kinds';
import { sql } from 'kysely';
import type { WriteScope } from '../../platform/access/scope';
import type { Db } from '../../platform/database/connection';
import type { ShapeAttributes } from '@console/shared-contract/shape-attributes';
import type { ImportedShape, LabelRow, NewShape, ShapeEdit, ShapeItem, ShapeKind, ShapeKindProperties, ShapeRow } from './kind';
import { validateNewShape } from './validate-shape';
import { writeShapes, type ShapeOutcome, type ShapeWriteResult } from './write';

/** A kind of shapes for code that handles all kinds alike and does not know their row types. */
export interface AnyShapeKind extends ShapeKindProperties {
  /** Returns the values of `computedFields` for stored `data`. */
  computeFields: (data: unknown) => Record<string, unknown>;
  /** Creates the shapes of an import. Returns one outcome per shape. */
  createImported: (trx: Db, writeScope: WriteScope, shapes: readonly ImportedShape[]) => Promise<ShapeOutcome[]>;
  /** Changes the label of shapes. Throws if a shape cannot have the label. Only for kinds with labels. */
  relabelShapes: (trx: Db, writeScope: WriteScope, ids: readonly string[], label: string) => Promise<ShapeWriteResult>;
  deleteShapes: (trx: Db, writeScope: WriteScope, ids: readonly string[]) => Promise<ShapeWriteResult>;
  /** Replaces the attributes and metadata of shapes, by their ids. Only for kinds with labels. */
  changeDetails: (trx: Db, writeScope: WriteScope, details: ReadonlyMap<string, ShapeDetails>) => Promise<ShapeWriteResult>;
  /** Validates the body of a new shape and throws the same errors as creating it. Returns the shape in the form that imports use. */
  validate: (fields: { image: string; data: unknown }, references: ShapeReferences) => ImportedShape;
}

/** The attributes and metadata to store for a shape. Absent fields stay unchanged. */
export interface ShapeDetails {
  attributes?: ShapeAttributes | undefined;
  meta_data?: unknown;
}

/** The rows that a new shape refers to. */
interface ShapeReferences {
  image: { img_width: number; img_height: number };
  /** Undefined for a kind without labels. */
  label: LabelRow | undefined;
}

/** Values for the properties that a definition may omit. */
const KIND_DEFAULTS = { links: [], computedFields: [], order: sql`s.created, s.id`, comparedData: sql`to_jsonb(s.data)` };

/** Returns the names of a kind, which the contract defines. */
function getNames(name: ShapeName) {
  const { table, plural, imported, importedPlural } = SHAPE_KINDS[name];
  return { table, plural, imported: { kind: imported, plural: importedPlural }, entityName: capitalize(name) };
}

/** Completes a definition with its names, `KIND_DEFAULTS` and the functions of `AnyShapeKind`. */
export function defineShapeKind<Row extends ShapeRow, New extends NewShape, Edit extends ShapeEdit>(
  definition: Omit<ShapeKind<Row, New, Edit>, keyof typeof KIND_DEFAULTS | keyof ReturnType<typeof getNames>> &
    Partial<Pick<ShapeKindProperties, keyof typeof KIND_DEFAULTS>>,
): ShapeKind<Row, New, Edit> & AnyShapeKind {
  const kind: ShapeKind<Row, New, Edit> = { ...KIND_DEFAULTS, ...getNames(definition.name), ...definition };
  return {
    ...kind,
    // Stored data was validated when it was written.
    computeFields: (data) => kind.compute?.(data as New['data']) ?? {},
    createImported: async (trx, writeScope, shapes) => {
      const items = shapes.map((shape) => ({ op: 'create' as const, ...kind.fromImport(shape) }));
      return (await writeShapes(trx, writeScope, kind, items)).outcomes;
    },
    relabelShapes: (trx, writeScope, ids, label) => {
      const field = kind.label?.field;
      if (!field) throw new Error(`${kind.plural} have no label`);
      // The edits of every kind with labels have this field, which the type parameters do not express.
      const toItem = (id: string) => ({ op: 'change', id, [field]: label }) as unknown as ShapeItem<New, Edit>;
      return writeShapes(trx, writeScope, kind, ids.map(toItem));
    },
    deleteShapes: (trx, writeScope, ids) =>
      writeShapes(
        trx,
        writeScope,
        kind,
        ids.map((id) => ({ op: 'delete', id })),
      ),
    changeDetails: (trx, writeScope, details) =>
      writeShapes(
        trx,
        writeScope,
        kind,
        // All kinds with labels have these fields in their edits.
        [...details].map(([id, fields]) => ({ op: 'change', id, ...fields }) as { op: 'change'; id: string } & Edit),
      ),
    validate: (fields, references) => {
      // The API schema has already validated the types of the fields.
      const shape = validateNewShape(kind, fields as New, references);
      const { image, meta_data, attributes, source, prediction } = shape;
      const label = kind.label ? kind.label.getLabelId(shape) : (shape as { name?: string }).name;
      const geometry = kind.toImport?.(shape) ?? { data: shape.data as number[] };
      return { image, label: label ?? '', ...geometry, meta_data, attributes, source, ...(prediction && { prediction }) };
    },
  };
}
