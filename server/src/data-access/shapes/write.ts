import { randomUUID } from 'node:crypto';
import type { Db } from '../../platform/database/connection';
import { createFieldError, HttpError, notFound } from '../../platform/errors';
import type { WriteScope } from '../../platform/access/scope';
import { requireDeclaredValues } from './attributes';
import { lockRows, requireRow, listUniqueIds, type LockedRows } from './locked-rows';
import type { ValidatedShape, ValidatedEdit, NewShape, ShapeEdit, ShapeItem, ShapeKind, ShapeRow, LabelRow } from './kind';
import { messages } from './messages';
import { insertShapeRows, updateShapeRows } from './shape-rows';
import { moveShapesToTrash, restoreShapesFromTrash } from './trash';
import { validateNewShape } from './validate-shape';

/**
 * Result of one item: `status` for success; `rejected` for an error; `stale`, with the id, if someone else has changed the shape
 * meanwhile.
 */
export type ShapeOutcome = { status: 200 | 201 | 204; id: string } | { rejected: HttpError } | { stale: string };

export interface ShapeWriteResult {
  /** One outcome per item, in the same order. */
  outcomes: ShapeOutcome[];
  /** Keys of files that no row refers to once the transaction has committed. */
  orphanedFiles: string[];
  /** The ids of the deleted shapes by workspace. */
  deletedIds: ReadonlyMap<string, readonly string[]>;
}

/**
 * Writes many shapes of one kind; all writes of shapes use this function. Invalid items are rejected with their own errors and do not
 * affect valid items. The number of statements does not grow with the items.
 *
 * Callers must acquire no lock afterwards: the function ends with the update of the search facets, which are last in the lock order.
 */
export async function writeShapes<Row extends ShapeRow, New extends NewShape, Edit extends ShapeEdit>(
  trx: Db,
  writeScope: WriteScope,
  kind: ShapeKind<Row, New, Edit>,
  items: readonly ShapeItem<New, Edit>[],
): Promise<ShapeWriteResult> {
  const writePlan = new WritePlan(writeScope, kind, await lockRows(trx, writeScope, kind, items));
  const outcomes = items.map((item) => writePlan.addItem(item));
  return { outcomes, orphanedFiles: await writePlan.execute(trx), deletedIds: writePlan.getDeletedIds() };
}

/** Creates shapes, all of which must be valid: throws the error of the first invalid shape. Returns their ids in order. */
export async function createShapes<Row extends ShapeRow, New extends NewShape, Edit extends ShapeEdit>(
  trx: Db,
  writeScope: WriteScope,
  kind: ShapeKind<Row, New, Edit>,
  shapes: readonly New[],
): Promise<string[]> {
  const items = shapes.map((shape) => ({ op: 'create' as const, ...shape }));
  const { outcomes } = await writeShapes(trx, writeScope, kind, items);
  return outcomes.flatMap((outcome) => {
    if ('rejected' in outcome) throw outcome.rejected;
    return 'id' in outcome ? outcome.id : [];
  });
}

/** Collects the writes of all items, then executes them together. */
class WritePlan<Row extends ShapeRow, New extends NewShape, Edit extends ShapeEdit> {
  private readonly createdShapes: ValidatedShape<New>[] = [];
  private readonly validEdits: ValidatedEdit<Row, Edit>[] = [];
  private readonly deletedRows: Row[] = [];
  private readonly restoredIds: string[] = [];
  private readonly seenIds = new Set<string>();

  constructor(
    private readonly writeScope: WriteScope,
    private readonly kind: ShapeKind<Row, New, Edit>,
    private readonly lockedRows: LockedRows<Row>,
  ) {}

  addItem(bulkItem: ShapeItem<New, Edit>): ShapeOutcome {
    try {
      if (bulkItem.op === 'create') return this.create(bulkItem);
      if (this.seenIds.has(bulkItem.id)) throw createFieldError('id', messages.duplicateItem);
      this.seenIds.add(bulkItem.id);
      if (bulkItem.op === 'restore') return this.restore(bulkItem.id);
      const row = this.lockedRows.live.get(bulkItem.id);
      if (!row) throw notFound(this.kind.entityName);
      this.writeScope.requireWorkspace(row.workspace_id);
      if (bulkItem.op === 'change') return this.changeShape(bulkItem, row);
      this.deletedRows.push(row);
      return { status: 204, id: row.id };
    } catch (error) {
      if (error instanceof HttpError) return { rejected: error };
      throw error;
    }
  }

  private create(newShape: New): ShapeOutcome {
    const image = this.lockedRows.images.get(newShape.image);
    if (!image) throw notFound('Image');
    this.writeScope.requireWorkspace(image.workspace_id);
    const label = this.requireLabel(newShape, image.workspace_id);
    const shape = validateNewShape(this.kind, newShape, { image, label });
    const id = randomUUID();
    this.createdShapes.push({ ...shape, id, workspaceId: image.workspace_id });
    return { status: 201, id };
  }

  private changeShape(requestedEdit: Edit, row: Row): ShapeOutcome {
    const label = this.requireLabel(requestedEdit, row.workspace_id);
    if (requestedEdit.image)
      requireRow(this.lockedRows.images, requestedEdit.image, row.workspace_id, { field: 'image', entityName: 'Image' });
    if (requestedEdit.image && requestedEdit.image !== row.image_id) throw createFieldError('image', messages.cannotChangeImage);
    if (requestedEdit.version !== undefined && requestedEdit.version !== row.version) return { stale: row.id };
    this.requireAttributes(requestedEdit, this.getNewLabel(requestedEdit, row), row);
    const image = this.lockedRows.images.get(row.image_id);
    if (!image) throw notFound(this.kind.entityName);
    const edit = this.kind.deriveData?.(requestedEdit, image) ?? requestedEdit;
    this.kind.requireFit?.({ data: edit.data, label, row });
    if (edit.data) this.kind.requireValid(edit.data, image);
    this.validEdits.push({ edit, row });
    return { status: 200, id: row.id };
  }

  /** Restores a shape. Succeeds for a shape that is not deleted, so that a repeated call has the same result. */
  private restore(id: string): ShapeOutcome {
    const existingRow = this.lockedRows.live.get(id);
    const row = existingRow ?? this.lockedRows.deleted.get(id);
    if (!row) throw notFound(this.kind.entityName);
    this.writeScope.requireWorkspace(row.workspace_id);
    if (existingRow) return { status: 200, id };
    const label = this.lockedRows.deleted.get(id)?.label_id;
    if (label && !this.lockedRows.labels.has(label)) throw new HttpError(409, messages.labelDeleted);
    this.restoredIds.push(id);
    return { status: 200, id };
  }

  /** Returns the label that the item sets; undefined if it sets none. */
  private requireLabel(fields: New | Edit, workspaceId: string): LabelRow | undefined {
    const { label } = this.kind;
    const id = label?.getLabelId(fields);
    if (!label || !id) return undefined;
    return requireRow(this.lockedRows.labels, id, workspaceId, { field: label.field, entityName: 'Label' });
  }

  /** Validates the attributes against the definitions of the label. `row` is the current shape. */
  private requireAttributes({ attributes }: New | Edit, labelId: string | undefined, row?: Row): void {
    const definitions = labelId === undefined ? undefined : this.lockedRows.labels.get(labelId)?.attributes;
    requireDeclaredValues(attributes, definitions, row?.attributes);
  }

  /** Executes the collected writes. Returns the keys of files that no row refers to any more. */
  async execute(trx: Db): Promise<string[]> {
    const { kind, deletedRows } = this;
    if (this.restoredIds.length > 0) await restoreShapesFromTrash(trx, kind, this.restoredIds);
    const replacedFiles =
      this.validEdits.length > 0 ? await updateShapeRows(trx, kind, this.validEdits, this.writeScope.userId) : [];
    if (deletedRows.length > 0) {
      await moveShapesToTrash(
        trx,
        kind,
        deletedRows.map((row) => row.id),
        this.writeScope.userId,
      );
    }
    if (this.createdShapes.length > 0) await insertShapeRows(trx, kind, this.createdShapes, this.writeScope.userId);
    await this.syncFacets(trx);
    return [...replacedFiles, ...listUniqueIds(deletedRows.map((row) => kind.getFileKey?.(row)))];
  }

  getDeletedIds(): Map<string, string[]> {
    const workspaceIds = listUniqueIds(this.deletedRows.map((row) => row.workspace_id));
    const listIds = (workspaceId: string) => this.deletedRows.flatMap((row) => (row.workspace_id === workspaceId ? row.id : []));
    return new Map(workspaceIds.map((workspaceId) => [workspaceId, listIds(workspaceId)]));
  }

  private async syncFacets(trx: Db): Promise<void> {
    const { kind, lockedRows } = this;
    if (!kind.syncFacets) return;
    const restoredRows = this.restoredIds.flatMap((id) => lockedRows.deleted.get(id) ?? []);
    const relabelledEdits = this.validEdits.filter(({ edit, row }) => this.getNewLabel(edit, row) !== this.getLabel(row));
    const changes = [
      ...this.createdShapes.map((shape) => ({
        workspaceId: shape.workspaceId,
        addedId: shape.id,
        image: shape.image,
        labels: [kind.label?.getLabelId(shape)],
      })),
      ...restoredRows.map((row) => ({
        workspaceId: row.workspace_id,
        addedId: row.id,
        image: row.image_id,
        labels: [row.label_id],
      })),
      ...relabelledEdits.map(({ edit, row }) => ({
        workspaceId: row.workspace_id,
        relabelledId: row.id,
        image: row.image_id,
        labels: [this.getLabel(row), this.getNewLabel(edit, row)],
      })),
      ...this.deletedRows.map((row) => ({
        workspaceId: row.workspace_id,
        deletedSeq: kind.getSeq?.(row),
        image: row.image_id,
        labels: [this.getLabel(row)],
      })),
    ];
    // Sorting by workspace id prevents a deadlock between two callers who write to the same two workspaces.
    for (const workspaceId of listUniqueIds(changes.map((change) => change.workspaceId)).sort()) {
      const changesInWorkspace = changes.filter((change) => change.workspaceId === workspaceId);
      await kind.syncFacets(trx, workspaceId, {
        addedIds: changesInWorkspace.flatMap((change) => ('addedId' in change ? change.addedId : [])),
        relabelledIds: changesInWorkspace.flatMap((change) => ('relabelledId' in change ? change.relabelledId : [])),
        deletedSeqs: changesInWorkspace.flatMap((change) => ('deletedSeq' in change ? (change.deletedSeq ?? []) : [])),
        labelIds: listUniqueIds(changesInWorkspace.flatMap((change) => change.labels)),
        imageIds: listUniqueIds(changesInWorkspace.map((change) => change.image)),
      });
    }
  }

  private getLabel(row: Row): string | undefined {
    return this.kind.label?.getRowLabelId(row);
  }

  private getNewLabel(edit: Edit, row: Row): string | undefined {
    return this.kind.label?.getLabelId(edit) ?? this.getLabel(row);
  }
}
