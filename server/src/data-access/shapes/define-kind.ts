import { sql } from 'kysely';
import type { WriteScope } from '../../platform/access/scope';
import type { Db } from '../../platform/database/connection';
import type { ImportedShape, NewShape, ShapeEdit, ShapeItem, ShapeKind, ShapeKindFacts, ShapeRow } from './kind';
import { writeShapes, type ShapeOutcome, type ShapeWriteResult } from './write';

/** A kind of shapes for code that treats all kinds alike and does not know their types. */
export interface AnyShapeKind extends ShapeKindFacts {
  /** Returns the values of `computedFields` for stored `data`. */
  computeFields: (data: unknown) => Record<string, unknown>;
  /** Creates the shapes of an import. Returns one outcome per shape. */
  createImported: (trx: Db, writeScope: WriteScope, shapes: readonly ImportedShape[]) => Promise<ShapeOutcome[]>;
  /** Changes the label of shapes. Shapes that the label does not fit are rejected. Only for kinds with labels. */
  relabelShapes: (trx: Db, writeScope: WriteScope, ids: readonly string[], label: string) => Promise<ShapeWriteResult>;
  deleteShapes: (trx: Db, writeScope: WriteScope, ids: readonly string[]) => Promise<ShapeWriteResult>;
}

/** Properties that most kinds have. */
const DEFAULTS = { links: [], computedFields: [], order: sql`s.created, s.id`, comparedData: sql`to_jsonb(s.data)` };

/** Completes a definition with `DEFAULTS` and the functions of `AnyShapeKind`. */
export function defineShapeKind<Row extends ShapeRow, New extends NewShape, Edit extends ShapeEdit>(
  definition: Omit<ShapeKind<Row, New, Edit>, keyof typeof DEFAULTS> & Partial<Pick<ShapeKindFacts, keyof typeof DEFAULTS>>,
): ShapeKind<Row, New, Edit> & AnyShapeKind {
  const kind: ShapeKind<Row, New, Edit> = { ...DEFAULTS, ...definition };
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
      // The field is a part of the edits of every kind with labels, which the type parameters do not state.
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
  };
}
