import type { ChangedKind, ConflictingField, UndoConflict } from '@console/shared-contract/api';
import type { RawBuilder } from 'kysely';
import { lockImages } from '../../../data-access/facets';
import { groupByKey } from '../../../data-access/rows/group-by-key';
import type { Db } from '../../../platform/database/connection';
import { lockGroupTree } from '../../similarity/groups/members';
import { selectConfirmations } from './confirmations';
import { updateDoneCounts } from './done-counts';
import { FacetChanges } from './facet-changes';
import type { Failure } from './failure';
import { discardCutOuts, findExpiredRows, removeFromTrash } from './files';
import { invertUpdate, listDifferences } from './inverse';
import { readLaterFields } from './later-changes';
import { undoMemberChanges } from './member-changes';
import { getIdentity, readNetChanges, type NetChange, type RowValues } from './net-changes';
import { RowWriter } from './row-writer';
import { writeRows } from './write-rows';
import { readTableCatalog, type LoggedTableInfo, type TableCatalog } from './table-catalog';

const BATCH_SIZE = 2_000;
/** Kinds whose rows only come back with their task. A training cannot be undone, so sets of these kinds alone have no undo. */
export const KINDS_WITHOUT_UNDO: readonly ChangedKind[] = ['recognition_model', 'detection_model', 'segmentation_model'];

export interface UndoRequest {
  workspaceId: string;
  user: { id: string; username: string };
  /** SQL condition of the entries `c` to undo. */
  entries: RawBuilder<unknown>;
  /** Overwrites later changes and deletes rows that are in use. */
  overwrite: boolean;
}

export interface UndoOutcome {
  undone: number;
  conflicts: UndoConflict[];
}

/**
 * Undoes entries of the change log, in the caller's transaction: restores deleted rows, changes fields back and deletes created
 * rows. What was changed again later stays as it is and is a conflict. Rows that already have their previous state are skipped,
 * so a repeated undo does nothing. Lock nothing after it, because it ends with the facets.
 */
export async function undoChanges(trx: Db, request: UndoRequest): Promise<UndoOutcome> {
  const catalog = await readTableCatalog(trx);
  const changes = await readNetChanges(trx, request.entries);
  for (const kind of KINDS_WITHOUT_UNDO)
    changes.set(
      kind,
      (changes.get(kind) ?? []).filter(({ effect }) => effect === 'deleted'),
    );
  return new UndoRun(trx, request, catalog, changes).execute();
}

/** Reasons for which a changed row is not written at all. */
const UNWRITABLE: readonly (UndoConflict['reason'] | undefined)[] = ['missing', 'expired'];

class UndoRun {
  private readonly writer: RowWriter;
  private readonly facets = new FacetChanges();
  private readonly undone = new Set<NetChange>();
  private readonly failures = new Map<NetChange, Failure>();

  constructor(
    private readonly trx: Db,
    private readonly request: UndoRequest,
    private readonly catalog: TableCatalog,
    private readonly changes: ReadonlyMap<ChangedKind, readonly NetChange[]>,
  ) {
    this.writer = new RowWriter(trx, catalog);
  }

  async execute(): Promise<UndoOutcome> {
    // Before other rows, because a job only gets back assignees who are members.
    await this.undoMembers();
    const tables = [...this.catalog.values()].filter(({ name }) => name !== 'membership' && this.list(name).length > 0);
    await this.lockImagesAndGroups();
    for (const table of tables) await this.forEachBatch(table, 'deleted', (batch) => this.restore(table, batch));
    for (const table of tables) await this.forEachBatch(table, 'changed', (batch) => this.changeBack(table, batch));
    for (const table of tables.toReversed())
      await this.forEachBatch(table, 'created', (batch) => this.deleteCreated(table, batch));
    // A deletion may have removed what stood in the way of a restored row, such as a label that excludes it.
    for (const table of tables) {
      const obstructed = this.list(table.name).filter(
        (change) => this.failures.get(change)?.reason === 'taken' && change.effect === 'deleted',
      );
      for (const change of obstructed) this.failures.delete(change);
      for (const batch of toBatches(obstructed)) await this.restore(table, batch);
    }
    await updateDoneCounts(this.trx, [...this.list('item_work'), ...this.list('job_item')]);
    await this.facets.write(this.trx, this.request.workspaceId);
    const conflicts = [...this.failures.values()].map(({ change: { kind, subject, row }, reason, fields = [] }) => ({
      kind,
      subject,
      row,
      reason,
      fields,
    }));
    return { undone: this.undone.size, conflicts };
  }

  private list(kind: ChangedKind): readonly NetChange[] {
    return this.changes.get(kind) ?? [];
  }

  private async forEachBatch(
    { name }: LoggedTableInfo,
    effect: NetChange['effect'],
    undo: (batch: NetChange[]) => Promise<void>,
  ): Promise<void> {
    const changes = this.list(name).filter((change) => change.effect === effect);
    const { allowed, refused } = selectConfirmations(name, changes, { all: this.changes, userId: this.request.user.id });
    for (const change of refused) this.fail(change, 'confirmation');
    for (const batch of toBatches(allowed)) await undo(batch);
  }

  private async undoMembers(): Promise<void> {
    const changes = this.list('membership');
    if (changes.length === 0) return;
    const laterFields = await readLaterFields(this.trx, changes, this.request.entries);
    const { undone, failures } = await undoMemberChanges(this.trx, changes, { ...this.request, laterFields });
    for (const change of undone) this.undone.add(change);
    for (const failure of failures) this.failures.set(failure.change, failure);
  }

  /** Other writers lock groups and images before shapes and links, in the order of their ids. */
  private async lockImagesAndGroups(): Promise<void> {
    if (this.list('group_group').length > 0 || this.list('similarity_group').length > 0)
      await lockGroupTree(this.trx, this.request.workspaceId);
    const images = new Set<string>();
    for (const change of [...this.changes.values()].flat()) {
      const { image_id: image } = { ...change.before, ...change.after, ...getIdentity(change) };
      if (typeof image === 'string') images.add(image);
      if (change.kind === 'training_image') images.add(change.row);
      // An update of a shape contains only changed columns. Its subject is the image.
      else images.add(change.subject);
    }
    const ids = [...images].filter((id) => UUID.test(id));
    await lockImages(this.trx, ids);
  }

  private async restore(table: LoggedTableInfo, batch: readonly NetChange[]): Promise<void> {
    const existing = await this.writer.lock(table, batch.map(getIdentity));
    const absent = batch.filter((change, n) => {
      const row = existing[n];
      if (!row) return true;
      const fields = listDifferences(change.before, row);
      if (fields.length > 0) this.fail(change, 'changed', fields);
      return false;
    });
    const rows = absent.map(({ before }) => ({ ...before }));
    const lost = await this.writer.findFormerAssignees(table, rows);
    for (const { n, column } of await this.writer.findMissingReferences(table, rows)) {
      const isCleared = table.foreignKeys.some((key) => key.column === column && key.isClearedOnDelete);
      const row = rows[n];
      if (isCleared && row) row[column] = null;
      else lost.add(n);
    }
    for (const change of absent.filter((_, n) => lost.has(n))) this.fail(change, 'missing');
    const expired = await findExpiredRows(this.trx, table.name, rows);
    for (const change of absent.filter((_, n) => expired.has(n))) this.fail(change, 'expired');
    const isRestorable = (_: unknown, n: number) => !lost.has(n) && !expired.has(n);
    const [restorable, restorableRows] = [absent.filter(isRestorable), rows.filter(isRestorable)];
    if (restorable.length === 0) return;
    const inserted = await writeRows(this.trx, restorableRows, (some) => this.writer.insert(table, some));
    restorable.forEach((change, n) => {
      if (inserted.has(n)) this.undone.add(change);
      else this.fail(change, 'taken');
    });
    const insertedRows = restorableRows.filter((_, n) => inserted.has(n));
    await removeFromTrash(
      this.trx,
      table.name,
      insertedRows.map(({ id }) => String(id)),
    );
    this.facets.add(table.name, 'inserted', insertedRows);
  }

  private async changeBack(table: LoggedTableInfo, batch: readonly NetChange[]): Promise<void> {
    const current = await this.writer.lock(table, batch.map(getIdentity));
    const later = await readLaterFields(this.trx, batch, this.request.entries);
    const updates: { change: NetChange; identity: RowValues; values: RowValues; row: RowValues }[] = [];
    batch.forEach((change, n) => {
      const row = current[n];
      if (!row) return this.fail(change, 'missing');
      const { values, conflicts } = invertUpdate(change, row, {
        overwrite: this.request.overwrite,
        laterFields: later.get(change) ?? new Set(),
      });
      if (conflicts.length > 0) this.fail(change, 'changed', conflicts);
      if (Object.keys(values).length > 0) updates.push({ change, identity: getIdentity(change), values, row });
    });
    for (const { n } of await this.writer.findMissingReferences(
      table,
      updates.map(({ values }) => values),
    )) {
      const update = updates[n];
      if (update) this.fail(update.change, 'missing');
    }
    const expired = await findExpiredRows(
      this.trx,
      table.name,
      updates.map(({ values }) => values),
    );
    for (const { change } of updates.filter((_, n) => expired.has(n))) this.fail(change, 'expired');
    const possible = updates.filter(({ change }) => !UNWRITABLE.includes(this.failures.get(change)?.reason));
    const byColumns = groupByKey(possible, ({ values }) => Object.keys(values).toSorted().join());
    for (const group of byColumns.values()) {
      const done = await writeRows(this.trx, group, async (some) => {
        const cut = some.filter(({ values }) => table.name === 'detection_object' && 'data' in values);
        await discardCutOuts(
          this.trx,
          table.name,
          cut.map(({ identity }) => String(identity.id)),
        );
        await this.writer.update(table, some);
        return new Set(some.keys());
      });
      group.forEach(({ change }, n) => (done.has(n) ? this.undone.add(change) : this.fail(change, 'taken')));
      this.facets.add(
        table.name,
        'updated',
        group.flatMap(({ row, values }) => [row, { ...row, ...values }]),
      );
    }
  }

  private async deleteCreated(table: LoggedTableInfo, batch: readonly NetChange[]): Promise<void> {
    const current = await this.writer.lock(table, batch.map(getIdentity));
    const deletable: { change: NetChange; row: RowValues }[] = [];
    batch.forEach((change, n) => {
      const row = current[n];
      if (!row) return;
      const fields = this.request.overwrite ? [] : listDifferences(change.after, row);
      if (fields.length > 0) this.fail(change, 'changed', fields);
      else deletable.push({ change, row });
    });
    const ids = table.identity[0] === 'id' ? deletable.map(({ row }) => String(row.id)) : [];
    const used = ids.length > 0 && !this.request.overwrite ? await this.writer.findUsed(table, ids) : new Set<string>();
    const unused = deletable.filter(({ change, row }) => {
      const isUsed = used.has(String(row.id));
      if (isUsed) this.fail(change, 'used');
      return !isUsed;
    });
    if (unused.length === 0) return;
    const unusedIds = unused.map(({ row }) => String(row.id));
    await this.facets.addCascades(this.trx, table.name, unusedIds);
    await discardCutOuts(this.trx, table.name, unusedIds);
    await this.writer.delete(
      table,
      unused.map(({ change }) => getIdentity(change)),
    );
    for (const { change } of unused) this.undone.add(change);
    this.facets.add(
      table.name,
      'deleted',
      unused.map(({ row }) => row),
    );
  }

  private fail(change: NetChange, reason: UndoConflict['reason'], fields?: ConflictingField[]): void {
    this.failures.set(change, { change, reason, ...(fields ? { fields } : {}) });
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function* toBatches<T>(items: readonly T[]): Generator<T[]> {
  for (let start = 0; start < items.length; start += BATCH_SIZE) yield items.slice(start, start + BATCH_SIZE);
}
