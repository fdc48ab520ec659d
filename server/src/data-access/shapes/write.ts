import { randomUUID } from 'node:crypto';
import type { Db } from '../../platform/database/connection';
import { badField, HttpError, notFound } from '../../platform/errors';
import type { WriteScope } from '../../platform/access/scope';
import { requireDeclaredValues } from './attributes';
import { lockRows, requireRow, listUniqueIds, type LockedRows } from './locked-rows';
import type { ValidatedShape, ValidatedEdit, NewShape, ShapeEdit, ShapeItem, ShapeKind, ShapeRow, LabelRow } from './kind';
import { messages } from './messages';
import { insertShapeRows, updateShapeRows } from './shape-rows';
import { moveShapesToTrash, restoreShapesFromTrash } from './trash';
import { validateNewShape } from './validate-shape';

/** Result of one item: done, with the id of the shape; rejected; or rejected because the shape has changed meanwhile. */
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
 * Writes many shapes of one kind. Valid items are written; each invalid item is rejected with its own error and changes
 * nothing. All writes of shapes go through this function. The number of statements does not grow with the items. Lock nothing
 * after it, because it ends with the facets.
 */
export async function writeShapes<Row extends ShapeRow, New extends NewShape, Edit extends ShapeEdit>(
  trx: Db,
  writeScope: WriteScope,
  kind: ShapeKind<Row, New, Edit>,
  items: readonly ShapeItem<New, Edit>[],
): Promise<ShapeWriteResult> {
  const plan = new WritePlan(writeScope, kind, await lockRows(trx, writeScope, kind, items));
  const outcomes = items.map((item) => plan.addItem(item));
  return { outcomes, orphanedFiles: await plan.execute(trx), deletedIds: plan.getDeletedIds() };
}

/** Creates shapes, all of which must be valid: throws the error of the first invalid one. Returns their ids in order. */
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

/** Collects the writes of all items and executes them together. */
class WritePlan<Row extends ShapeRow, New extends NewShape, Edit extends ShapeEdit> {
  private readonly created: ValidatedShape<New>[] = [];
  private readonly edited: ValidatedEdit<Row, Edit>[] = [];
  private readonly deleted: Row[] = [];
  private readonly restored: string[] = [];
  private readonly seenIds = new Set<string>();

  constructor(
    private readonly writeScope: WriteScope,
    private readonly kind: ShapeKind<Row, New, Edit>,
    private readonly lockedRows: LockedRows<Row>,
  ) {}

  addItem(item: ShapeItem<New, Edit>): ShapeOutcome {
    try {
      if (item.op === 'create') return this.create(item);
      if (this.seenIds.has(item.id)) throw badField('id', messages.duplicateItem);
      this.seenIds.add(item.id);
      if (item.op === 'restore') return this.restore(item.id);
      const row = this.lockedRows.live.get(item.id);
      if (!row) throw notFound(this.kind.entityName);
      this.writeScope.requireWorkspace(row.workspace_id);
      if (item.op === 'change') return this.change(item, row);
      this.deleted.push(row);
      return { status: 204, id: row.id };
    } catch (error) {
      if (error instanceof HttpError) return { rejected: error };
      throw error;
    }
  }

  private create(item: New): ShapeOutcome {
    const image = this.lockedRows.images.get(item.image);
    if (!image) throw notFound('Image');
    this.writeScope.requireWorkspace(image.workspace_id);
    const label = this.requireLabel(item, image.workspace_id);
    const shape = validateNewShape(this.kind, item, { image, label });
    const id = randomUUID();
    this.created.push({ ...shape, id, workspaceId: image.workspace_id });
    return { status: 201, id };
  }

  private change(sent: Edit, row: Row): ShapeOutcome {
    const label = this.requireLabel(sent, row.workspace_id);
    if (sent.image) requireRow(this.lockedRows.images, sent.image, row.workspace_id, { field: 'image', entityName: 'Image' });
    if (sent.image && sent.image !== row.image_id) throw badField('image', messages.cannotChangeImage);
    if (sent.version !== undefined && sent.version !== row.version) return { stale: row.id };
    this.requireAttributes(sent, this.getNewLabel(sent, row), row);
    const image = this.lockedRows.images.get(row.image_id);
    if (!image) throw notFound(this.kind.entityName);
    const edit = this.kind.deriveData?.(sent, image) ?? sent;
    this.kind.requireFit?.({ data: edit.data, label, row });
    if (edit.data) this.kind.requireValid(edit.data, image);
    this.edited.push({ edit, row });
    return { status: 200, id: row.id };
  }

  /** A shape that is not deleted counts as restored: a repeated call must have the same result. */
  private restore(id: string): ShapeOutcome {
    const live = this.lockedRows.live.get(id);
    const row = live ?? this.lockedRows.deleted.get(id);
    if (!row) throw notFound(this.kind.entityName);
    this.writeScope.requireWorkspace(row.workspace_id);
    if (live) return { status: 200, id };
    const label = this.lockedRows.deleted.get(id)?.label_id;
    if (label && !this.lockedRows.labels.has(label)) throw new HttpError(409, messages.labelDeleted);
    this.restored.push(id);
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
  private requireAttributes({ attributes }: New | Edit, label: string | undefined, row?: Row): void {
    const definitions = label === undefined ? undefined : this.lockedRows.labels.get(label)?.attributes;
    requireDeclaredValues(attributes, definitions, row?.attributes);
  }

  /** Returns the keys of files that no row refers to any more. */
  async execute(trx: Db): Promise<string[]> {
    const { kind, deleted } = this;
    if (this.restored.length > 0) await restoreShapesFromTrash(trx, kind, this.restored);
    const replacedFiles = this.edited.length > 0 ? await updateShapeRows(trx, kind, this.edited, this.writeScope.userId) : [];
    if (deleted.length > 0) {
      await moveShapesToTrash(
        trx,
        kind,
        deleted.map((row) => row.id),
        this.writeScope.userId,
      );
    }
    if (this.created.length > 0) await insertShapeRows(trx, kind, this.created, this.writeScope.userId);
    await this.syncFacets(trx);
    return [...replacedFiles, ...listUniqueIds(deleted.map((row) => kind.getFileKey?.(row)))];
  }

  getDeletedIds(): Map<string, string[]> {
    const workspaceIds = listUniqueIds(this.deleted.map((row) => row.workspace_id));
    const listIds = (workspaceId: string) => this.deleted.flatMap((row) => (row.workspace_id === workspaceId ? row.id : []));
    return new Map(workspaceIds.map((workspaceId) => [workspaceId, listIds(workspaceId)]));
  }

  private async syncFacets(trx: Db): Promise<void> {
    const { kind, lockedRows } = this;
    if (!kind.syncFacets) return;
    const restoredRows = this.restored.flatMap((id) => lockedRows.deleted.get(id) ?? []);
    const relabelledEdits = this.edited.filter(({ edit, row }) => this.getNewLabel(edit, row) !== this.getLabel(row));
    const changes = [
      ...this.created.map((shape) => ({
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
      ...this.deleted.map((row) => ({
        workspaceId: row.workspace_id,
        deletedSeq: kind.getSeq?.(row),
        image: row.image_id,
        labels: [this.getLabel(row)],
      })),
    ];
    // Sorted by workspace id: two callers who write to the same two workspaces must not deadlock.
    for (const workspaceId of listUniqueIds(changes.map((change) => change.workspaceId)).sort()) {
      const inWorkspace = changes.filter((change) => change.workspaceId === workspaceId);
      await kind.syncFacets(trx, workspaceId, {
        addedIds: inWorkspace.flatMap((change) => ('addedId' in change ? change.addedId : [])),
        relabelledIds: inWorkspace.flatMap((change) => ('relabelledId' in change ? change.relabelledId : [])),
        deletedSeqs: inWorkspace.flatMap((change) => ('deletedSeq' in change ? (change.deletedSeq ?? []) : [])),
        labelIds: listUniqueIds(inWorkspace.flatMap((change) => change.labels)),
        imageIds: listUniqueIds(inWorkspace.map((change) => change.image)),
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
