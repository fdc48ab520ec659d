import { randomUUID } from 'node:crypto';
import type { Db } from '../database/connection';
import { badField, HttpError, notFound } from '../errors';
import type { Reach } from '../access/scope';
import { findAndLock, named, unique, type Found } from './found';
import type { Drawn, Edited, NewShape, ShapeEdit, ShapeItem, ShapeKind, ShapeRow } from './kind';
import { messages } from './messages';
import { moveToTrash, takeFromTrash } from './trash';

/** How an item ended: done to the shape of this id, refused, or refused because the shape has changed meanwhile. */
export type ShapeOutcome = { status: 200 | 201 | 204; id: string } | { refused: HttpError } | { stale: string };

export interface ShapesWritten {
  /** In the order of the items. */
  outcomes: ShapeOutcome[];
  /** Files that nothing names any more once the transaction has committed. */
  leftover: string[];
}

/**
 * Writes many shapes of one kind: what is right is done, what is not is refused with its own reason and changes nothing.
 * The one writer of shapes, in a number of statements that does not grow with the items; it ends with the facets, so
 * nothing else may be locked after it.
 */
export async function writeShapes<Row extends ShapeRow, New extends NewShape, Edit extends ShapeEdit>(
  trx: Db,
  reach: Reach,
  kind: ShapeKind<Row, New, Edit>,
  items: readonly ShapeItem<New, Edit>[],
): Promise<ShapesWritten> {
  const plan = new Plan(reach, kind, await findAndLock(trx, reach, kind, items));
  const outcomes = items.map((item) => plan.take(item));
  return { outcomes, leftover: await plan.carryOut(trx) };
}

/** Draws shapes that must all be right: throws what the first wrong one is refused with. Answers their ids in order. */
export async function createShapes<Row extends ShapeRow, New extends NewShape, Edit extends ShapeEdit>(
  trx: Db,
  reach: Reach,
  kind: ShapeKind<Row, New, Edit>,
  shapes: readonly New[],
): Promise<string[]> {
  const items = shapes.map((shape) => ({ op: 'create' as const, ...shape }));
  const { outcomes } = await writeShapes(trx, reach, kind, items);
  return outcomes.flatMap((outcome) => {
    if ('refused' in outcome) throw outcome.refused;
    return 'id' in outcome ? outcome.id : [];
  });
}

/** What is to be written, gathered item by item and carried out at once. */
class Plan<Row extends ShapeRow, New extends NewShape, Edit extends ShapeEdit> {
  private readonly drawn: Drawn<New>[] = [];
  private readonly edited: Edited<Row, Edit>[] = [];
  private readonly deleted: Row[] = [];
  private readonly restored: string[] = [];
  private readonly seen = new Set<string>();

  constructor(
    private readonly reach: Reach,
    private readonly kind: ShapeKind<Row, New, Edit>,
    private readonly found: Found<Row>,
  ) {}

  take(item: ShapeItem<New, Edit>): ShapeOutcome {
    try {
      if (item.op === 'create') return this.create(item);
      if (this.seen.has(item.id)) throw badField('id', messages.namedTwice);
      this.seen.add(item.id);
      if (item.op === 'restore') return this.restore(item.id);
      const row = this.found.live.get(item.id);
      if (!row) throw notFound(this.kind.what);
      this.reach.requireWorkspace(row.workspace_id);
      if (item.op === 'change') return this.change(item, row);
      this.deleted.push(row);
      return { status: 204, id: row.id };
    } catch (error) {
      if (error instanceof HttpError) return { refused: error };
      throw error;
    }
  }

  private create(item: New): ShapeOutcome {
    const image = this.found.images.get(item.image);
    if (!image) throw notFound('Image');
    this.reach.requireWorkspace(image.workspace_id);
    this.requireLabel(item, image.workspace_id);
    this.kind.check(item.data, image);
    const id = randomUUID();
    this.drawn.push({ ...item, id, workspaceId: image.workspace_id });
    return { status: 201, id };
  }

  private change(edit: Edit, row: Row): ShapeOutcome {
    this.requireLabel(edit, row.workspace_id);
    if (edit.image) named(this.found.images, edit.image, row.workspace_id, { field: 'image', what: 'Image' });
    if (edit.image && edit.image !== row.image_id) throw badField('image', messages.otherImage);
    if (edit.version !== undefined && edit.version !== row.version) return { stale: row.id };
    const image = this.found.images.get(row.image_id);
    if (!image) throw notFound(this.kind.what);
    if (edit.data) this.kind.check(edit.data, image);
    this.edited.push({ edit, row });
    return { status: 200, id: row.id };
  }

  /** What is not deleted is restored already: a repeat must end the same. */
  private restore(id: string): ShapeOutcome {
    const live = this.found.live.get(id);
    const row = live ?? this.found.deleted.get(id);
    if (!row) throw notFound(this.kind.what);
    this.reach.requireWorkspace(row.workspace_id);
    if (live) return { status: 200, id };
    const label = this.found.deleted.get(id)?.label_id;
    if (label && !this.found.labels.has(label)) throw new HttpError(409, messages.labelGone);
    this.restored.push(id);
    return { status: 200, id };
  }

  private requireLabel(fields: New | Edit, workspaceId: string): void {
    const { label } = this.kind;
    const id = label?.of(fields);
    if (label && id) named(this.found.labels, id, workspaceId, { field: label.field, what: 'Label' });
  }

  /** Answers the files left over. */
  async carryOut(trx: Db): Promise<string[]> {
    const { kind, deleted } = this;
    if (this.restored.length > 0) await takeFromTrash(trx, kind, this.restored);
    const replaced = this.edited.length > 0 ? await kind.update(trx, this.edited, this.reach.userId) : [];
    if (deleted.length > 0) {
      await moveToTrash(
        trx,
        kind,
        deleted.map((row) => row.id),
        this.reach.userId,
      );
    }
    if (this.drawn.length > 0) await kind.insert(trx, this.drawn, this.reach.userId);
    await this.syncFacets(trx);
    return [...replaced, ...unique(deleted.map((row) => kind.fileOf?.(row)))];
  }

  private async syncFacets(trx: Db): Promise<void> {
    const { kind, found } = this;
    if (!kind.sync) return;
    const restored = this.restored.flatMap((id) => found.deleted.get(id) ?? []);
    const relabelled = this.edited.filter(({ edit, row }) => this.newLabel(edit, row) !== this.labelOf(row));
    const changes = [
      ...this.drawn.map((shape) => ({
        in: shape.workspaceId,
        appeared: shape.id,
        image: shape.image,
        labels: [kind.label?.of(shape)],
      })),
      ...restored.map((row) => ({ in: row.workspace_id, appeared: row.id, image: row.image_id, labels: [row.label_id] })),
      ...relabelled.map(({ edit, row }) => ({
        in: row.workspace_id,
        relabelled: row.id,
        image: row.image_id,
        labels: [this.labelOf(row), this.newLabel(edit, row)],
      })),
      ...this.deleted.map((row) => ({
        in: row.workspace_id,
        gone: kind.seqOf?.(row),
        image: row.image_id,
        labels: [this.labelOf(row)],
      })),
    ];
    // By the id of the workspace: two callers who write to the same two must not wait for each other.
    for (const workspaceId of unique(changes.map((change) => change.in)).sort()) {
      const here = changes.filter((change) => change.in === workspaceId);
      await kind.sync(trx, workspaceId, {
        appeared: here.flatMap((change) => ('appeared' in change ? change.appeared : [])),
        relabelled: here.flatMap((change) => ('relabelled' in change ? change.relabelled : [])),
        gone: here.flatMap((change) => ('gone' in change ? (change.gone ?? []) : [])),
        labels: unique(here.flatMap((change) => change.labels)),
        images: unique(here.map((change) => change.image)),
      });
    }
  }

  private labelOf(row: Row): string | undefined {
    return this.kind.label?.ofRow(row);
  }

  private newLabel(edit: Edit, row: Row): string | undefined {
    return this.kind.label?.of(edit) ?? this.labelOf(row);
  }
}
