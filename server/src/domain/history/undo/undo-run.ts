import type { ConflictingField, UndoConflict } from '@console/shared-contract/api';
import type { RawBuilder } from 'kysely';
import { groupByKey } from '../../../data-access/rows/group-by-key';
import type { Db } from '../../../platform/database/connection';
import { lockGroupTree } from '../../similarity/groups/members';
import { selectConfirmations } from './confirmations';
import { listItemIds, updateDoneCounts } from './done-counts';
import { FacetChanges } from './facet-changes';
import type { Failure } from './failure';
import { discardCrops, findExpiredRows, removeFromTrash } from './files';
import { restoreGroupLayers, updateGroupLayers, type ChangedJob } from './group-layers';
import { invertUpdate, listDifferences } from './inverse';
import { readLaterFields } from './later-changes';
import { undoMemberChanges } from './member-changes';
import { isModelKind, MODEL_KINDS, readCurrentModels, recordPromotions, undoTrainings } from './model-changes';
import { NetChangeTable } from './net-change-table';
import { getIdentity, type NetChange, type RowValues } from './net-changes';
import type { UndoInput } from './undo-input';
import { RowWriter } from './row-writer';
import { writeRows } from './write-rows';
import { readTableCatalog, type LoggedTableInfo, type TableCatalog } from './table-catalog';

export interface UndoRequest extends Pick<UndoInput, 'selections'> {
  workspaceId: string;
  user: { id: string; username: string };
  /** SQL condition of the entries `c` to undo. */
  entries: RawBuilder<unknown>;
  /** Overwrites later changes and deletes rows that are in use. */
  overwrite: boolean;
  /** Maximum number of rows in memory. */
  batchSize: number;
  /** Called after each batch with the number of processed rows. Throws to stop the undo. */
  report: (processedCount: number, total: number) => Promise<void>;
}

interface UndoOutcome {
  undone: number;
  conflictCount: number;
  /** The first conflicts. */
  conflicts: UndoConflict[];
}

/** Maximum number of conflicts that are returned. Further conflicts are only counted. */
export const MAX_RETURNED_CONFLICTS = 200;

/**
 * Undoes entries of the change log, in the caller's transaction: restores deleted rows, changes fields back and deletes created rows.
 * Fields that were changed again later keep their value and are reported as conflicts. Rows that already have their previous state are
 * skipped, so a repeated undo does nothing. Acquire no lock afterwards: the undo ends by locking search facets (entries of the search
 * index), which are always locked last.
 */
export async function undoChanges(trx: Db, request: UndoRequest): Promise<UndoOutcome> {
  const catalog = await readTableCatalog(trx);
  const { entries, batchSize, selections } = request;
  // Restoring an earlier version of a task must not undo the trainings since then.
  const includesTrainings = selections.every(({ of }) => of === 'set');
  const changes = await NetChangeTable.create(trx, entries, { batchSize, includesTrainings });
  const outcome = await new UndoRun(trx, request, catalog, changes).execute();
  await changes.drop();
  return outcome;
}

/** Reasons for which a changed row is not written at all, not even partly. */
const UNWRITABLE_REASONS: readonly (UndoConflict['reason'] | undefined)[] = ['missing', 'expired'];

class UndoRun {
  private readonly writer: RowWriter;
  private readonly facets: FacetChanges;
  private undoneCount = 0;
  private processedCount = 0;
  private readonly changedJobs: ChangedJob[] = [];
  /** The failures of the current batch. */
  private failures = new Map<NetChange, Failure>();

  constructor(
    private readonly trx: Db,
    private readonly request: UndoRequest,
    private readonly catalog: TableCatalog,
    private readonly changes: NetChangeTable,
  ) {
    this.writer = new RowWriter(trx, catalog);
    this.facets = new FacetChanges(trx, request.workspaceId, request.batchSize);
  }

  async execute(): Promise<UndoOutcome> {
    // Undo memberships first, because only members can be restored as assignees of a job.
    for await (const membershipBatch of this.changes.readBatches('membership')) await this.undoMembers(membershipBatch);
    const tables = [...this.catalog.values()].filter(({ name }) => name !== 'membership' && this.changes.has(name));
    await this.lockImagesAndGroups();
    const currentModels = await readCurrentModels(this.trx, await this.changes.listSubjects(MODEL_KINDS));
    for (const table of tables) await this.forEachBatch(table, 'deleted', (batch) => this.restore(table, batch));
    for (const table of tables) await this.forEachBatch(table, 'changed', (batch) => this.changeBack(table, batch));
    for (const table of tables.toReversed())
      await this.forEachBatch(table, 'created', (batch) => this.deleteCreated(table, batch));
    // The deletions may have removed rows that prevented the restoration of other rows, such as a label that excludes another label.
    for (const table of tables)
      for await (const batch of this.changes.readBlockedForRetry(table.name)) {
        await this.restore(table, batch);
        await this.finishBatch(0);
      }
    for (const kind of ['item_work', 'job_item'] as const)
      for await (const batch of this.changes.readBatches(kind)) {
        await updateDoneCounts(this.trx, listItemIds(batch));
        await restoreGroupLayers(this.trx, listItemIds(batch));
      }
    await updateGroupLayers(this.trx, this.changedJobs);
    await recordPromotions(this.trx, currentModels, this.request);
    await this.facets.write();
    const { count, conflicts } = await this.changes.readConflicts(MAX_RETURNED_CONFLICTS);
    return { undone: this.undoneCount, conflictCount: count, conflicts };
  }

  private async forEachBatch(
    { name }: LoggedTableInfo,
    effect: NetChange['effect'],
    undo: (batch: readonly NetChange[]) => Promise<void>,
  ): Promise<void> {
    for await (const batch of this.changes.readBatches(name, effect)) {
      const { allowed, refused } = await selectConfirmations(name, batch, {
        netChanges: this.changes,
        userId: this.request.user.id,
      });
      for (const change of refused) this.recordFailure(change, 'confirmation');
      if (allowed.length > 0) await undo(allowed);
      await this.finishBatch(batch.length);
    }
  }

  private async finishBatch(processed: number): Promise<void> {
    await this.changes.storeFailures(this.failures.values());
    this.failures = new Map();
    await this.facets.limitMemory();
    this.processedCount += processed;
    await this.request.report(this.processedCount, this.changes.total);
  }

  private async undoMembers(batch: readonly NetChange[]): Promise<void> {
    const laterFields = await readLaterFields(this.trx, batch, this.request.entries);
    const { undone, failures } = await undoMemberChanges(this.trx, batch, { ...this.request, laterFields });
    this.undoneCount += undone.length;
    for (const failure of failures) this.failures.set(failure.change, failure);
    await this.finishBatch(batch.length);
  }

  /** Other writers lock groups and images before shapes and links. */
  private async lockImagesAndGroups(): Promise<void> {
    if (this.changes.has('group_group') || this.changes.has('similarity_group'))
      await lockGroupTree(this.trx, this.request.workspaceId);
    await this.changes.lockImages();
  }

  private async restore(table: LoggedTableInfo, batch: readonly NetChange[]): Promise<void> {
    const existingRows = await this.writer.lock(table, batch.map(getIdentity));
    const absentChanges = batch.filter((change, index) => {
      const row = existingRows[index];
      if (!row) return true;
      const fields = listDifferences(change.before, row);
      if (fields.length > 0) this.recordFailure(change, 'changed', fields);
      return false;
    });
    const rows = absentChanges.map(({ before }) => ({ ...before }));
    const unrestorableIndexes = await this.writer.findFormerAssignees(table, rows);
    for (const { n: index, column } of await this.writer.findMissingReferences(table, rows)) {
      const isCleared = table.foreignKeys.some((key) => key.column === column && key.isClearedOnDelete);
      const row = rows[index];
      if (isCleared && row) row[column] = null;
      else unrestorableIndexes.add(index);
    }
    for (const change of absentChanges.filter((_, index) => unrestorableIndexes.has(index)))
      this.recordFailure(change, 'missing');
    const expiredIndexes = await findExpiredRows(this.trx, table.name, rows);
    for (const change of absentChanges.filter((_, index) => expiredIndexes.has(index))) this.recordFailure(change, 'expired');
    const isRestorable = (_: unknown, index: number) => !unrestorableIndexes.has(index) && !expiredIndexes.has(index);
    const [restorableChanges, restorableRows] = [absentChanges.filter(isRestorable), rows.filter(isRestorable)];
    if (restorableChanges.length === 0) return;
    const insertedIndexes = await writeRows(this.trx, restorableRows, (rowBatch) => this.writer.insert(table, rowBatch));
    this.countWritten(restorableChanges, insertedIndexes);
    const insertedRows = restorableRows.filter((_, index) => insertedIndexes.has(index));
    await removeFromTrash(
      this.trx,
      table.name,
      insertedRows.map(({ id }) => String(id)),
    );
    this.facets.add(table.name, 'inserted', insertedRows);
  }

  private async changeBack(table: LoggedTableInfo, batch: readonly NetChange[]): Promise<void> {
    const currentRows = await this.writer.lock(table, batch.map(getIdentity));
    const laterFields = await readLaterFields(this.trx, batch, this.request.entries);
    const updates: { change: NetChange; identity: RowValues; values: RowValues; row: RowValues }[] = [];
    batch.forEach((change, index) => {
      const row = currentRows[index];
      if (!row) return this.recordFailure(change, 'missing');
      const { values, conflicts } = invertUpdate(change, row, {
        overwrite: this.request.overwrite,
        laterFields: laterFields.get(change) ?? new Set(),
      });
      if (conflicts.length > 0) this.recordFailure(change, 'changed', conflicts);
      if (Object.keys(values).length > 0) updates.push({ change, identity: getIdentity(change), values, row });
    });
    for (const { n: index } of await this.writer.findMissingReferences(
      table,
      updates.map(({ values }) => values),
    )) {
      const rowUpdate = updates[index];
      if (rowUpdate) this.recordFailure(rowUpdate.change, 'missing');
    }
    const expiredIndexes = await findExpiredRows(
      this.trx,
      table.name,
      updates.map(({ values }) => values),
    );
    for (const { change } of updates.filter((_, index) => expiredIndexes.has(index))) this.recordFailure(change, 'expired');
    const writableUpdates = updates.filter(({ change }) => !UNWRITABLE_REASONS.includes(this.failures.get(change)?.reason));
    const updatesByColumns = groupByKey(writableUpdates, ({ values }) => Object.keys(values).toSorted().join());
    for (const group of updatesByColumns.values()) {
      const writtenIndexes = await writeRows(this.trx, group, async (rowBatch) => {
        const changedObjects = rowBatch.filter(({ values }) => table.name === 'detection_object' && 'data' in values);
        await discardCrops(
          this.trx,
          table.name,
          changedObjects.map(({ identity }) => String(identity.id)),
        );
        await this.writer.update(table, rowBatch);
        return new Set(rowBatch.keys());
      });
      this.countWritten(
        group.map(({ change }) => change),
        writtenIndexes,
      );
      if (table.name === 'annotation_job')
        this.changedJobs.push(...group.map(({ row, values }) => ({ before: row, after: { ...row, ...values } })));
      this.facets.add(
        table.name,
        'updated',
        group.flatMap(({ row, values }) => [row, { ...row, ...values }]),
      );
    }
  }

  private async deleteCreated(table: LoggedTableInfo, batch: readonly NetChange[]): Promise<void> {
    if (isModelKind(table.name)) return this.undoTrainings(batch);
    const currentRows = await this.writer.lock(table, batch.map(getIdentity));
    const deletableRows: { change: NetChange; row: RowValues }[] = [];
    batch.forEach((change, index) => {
      const row = currentRows[index];
      if (!row) return;
      const fields = this.request.overwrite ? [] : listDifferences(change.after, row);
      if (fields.length > 0) this.recordFailure(change, 'changed', fields);
      else deletableRows.push({ change, row });
    });
    const ids = table.identity[0] === 'id' ? deletableRows.map(({ row }) => String(row.id)) : [];
    const usedIds = ids.length > 0 && !this.request.overwrite ? await this.writer.findUsed(table, ids) : new Set<string>();
    const unusedRows = deletableRows.filter(({ change, row }) => {
      const isUsed = usedIds.has(String(row.id));
      if (isUsed) this.recordFailure(change, 'used');
      return !isUsed;
    });
    if (unusedRows.length === 0) return;
    const unusedIds = unusedRows.map(({ row }) => String(row.id));
    await this.facets.addCascades(table.name, unusedIds);
    await discardCrops(this.trx, table.name, unusedIds);
    await this.writer.delete(
      table,
      unusedRows.map(({ change }) => getIdentity(change)),
    );
    this.undoneCount += unusedRows.length;
    this.facets.add(
      table.name,
      'deleted',
      unusedRows.map(({ row }) => row),
    );
  }

  private async undoTrainings(batch: readonly NetChange[]): Promise<void> {
    const { undoneCount, failures } = await undoTrainings(this.trx, batch, this.request);
    this.undoneCount += undoneCount;
    for (const failure of failures) this.failures.set(failure.change, failure);
  }

  /** Counts the changes whose rows were written. The other changes fail, because their rows contradict an existing row. */
  private countWritten(changes: readonly NetChange[], writtenIndexes: ReadonlySet<number>): void {
    this.undoneCount += writtenIndexes.size;
    for (const change of changes.filter((_, index) => !writtenIndexes.has(index))) this.recordFailure(change, 'taken');
  }

  private recordFailure(change: NetChange, reason: UndoConflict['reason'], fields?: ConflictingField[]): void {
    this.failures.set(change, { change, reason, ...(fields ? { fields } : {}) });
  }
}
