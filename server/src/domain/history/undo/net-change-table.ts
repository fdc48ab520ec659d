import type { ChangedKind, UndoConflict } from '@console/shared-contract/api';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import type { Failure } from './failure';
import { MODEL_KINDS } from './model-changes';
import { selectNetChanges, type NetChange } from './net-changes';

type ChangeEffect = NetChange['effect'];
const changeColumns = sql`n, kind, subject, row, effect, before, after, first_entry::text`;

/**
 * The net changes of an undo (the total change of each row), and the reasons for which some cannot be undone. They are in a temporary
 * table, so that the memory of the server does not depend on the number of changes.
 */
export class NetChangeTable {
  private failedCount = 0;

  private constructor(
    private readonly trx: Db,
    /** Numbers of changes by kind. */
    readonly counts: ReadonlyMap<ChangedKind, number>,
    private readonly batchSize: number,
  ) {}

  /**
   * Creates the table from the entries `c` of the change log that match. Call `drop` before creating another table in the same transaction.
   * If `includesTrainings` is false, leaves out all changes of models except deletions.
   */
  static async create(
    trx: Db,
    entries: RawBuilder<unknown>,
    { batchSize, includesTrainings }: { batchSize: number; includesTrainings: boolean },
  ): Promise<NetChangeTable> {
    await sql`
      create temporary table undo_change (
        n int, kind text, subject text, row text, effect text, before jsonb, after jsonb, first_entry bigint,
        reason text, fields jsonb, failed int
      ) on commit drop`.execute(trx);
    await sql`
      insert into undo_change (n, kind, subject, row, effect, before, after, first_entry)
      select n, kind, subject, row, effect, before, after, first_entry from (${selectNetChanges(entries)}) r
      where effect = 'deleted' or kind <> all(${MODEL_KINDS}::text[])
        or ${includesTrainings} and (effect = 'created' or after ? 'taken_back')`.execute(trx);
    const { rows } = await sql<{ kind: ChangedKind; count: number }>`
      select kind, count(*)::int as count from undo_change group by 1`.execute(trx);
    const table = new NetChangeTable(trx, new Map(rows.map(({ kind, count }) => [kind, count])), batchSize);
    if (table.total > batchSize) await table.createIndexes();
    return table;
  }

  get total(): number {
    return [...this.counts.values()].reduce((sum, count) => sum + count, 0);
  }

  has(kind: ChangedKind): boolean {
    return this.counts.has(kind);
  }

  /** Reads the changes of a kind in batches. */
  async *readBatches(kind: ChangedKind, effect?: ChangeEffect): AsyncGenerator<NetChange[]> {
    if (!this.has(kind)) return;
    yield* this.readMatching(sql`kind = ${kind} ${effect ? sql`and effect = ${effect}` : sql``}`);
  }

  /** Reads the deleted rows of a kind that could not be restored because of other rows, and clears their failures for another attempt. */
  async *readBlockedForRetry(kind: ChangedKind): AsyncGenerator<NetChange[]> {
    if (!this.has(kind)) return;
    for await (const batch of this.readMatching(sql`kind = ${kind} and effect = 'deleted' and reason = 'taken'`)) {
      await sql`update undo_change set reason = null, fields = null, failed = null where n = any(${batch.map(({ n }) => n)}::int[])`.execute(
        this.trx,
      );
      yield batch;
    }
  }

  /** Returns the distinct pairs of kind and subject (the row whose history shows the change) among the changes of these kinds. */
  async listSubjects(kinds: readonly ChangedKind[]): Promise<Pick<NetChange, 'kind' | 'subject'>[]> {
    if (!kinds.some((kind) => this.has(kind))) return [];
    const { rows } = await sql<Pick<NetChange, 'kind' | 'subject'>>`
      select distinct kind, subject from undo_change where kind = any(${kinds}::text[]) order by subject`.execute(this.trx);
    return rows;
  }

  /** Returns the ids that belong to deleted rows. */
  async findDeleted(ids: readonly string[]): Promise<Set<string>> {
    const { rows } = await sql<{ row: string }>`
      select row from undo_change where effect = 'deleted' and row = any(${ids}::text[])`.execute(this.trx);
    return new Set(rows.map(({ row }) => row));
  }

  /** Stores the reasons for which changes were not undone. */
  async storeFailures(failures: Iterable<Failure>): Promise<void> {
    const rows = [...failures].map(({ change: { n }, reason, fields = [] }) => ({
      n,
      reason,
      fields,
      failed: ++this.failedCount,
    }));
    if (rows.length === 0) return;
    await sql`
      update undo_change u set reason = f.reason, fields = f.fields, failed = coalesce(u.failed, f.failed)
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) f(n int, reason text, fields jsonb, failed int) where u.n = f.n`.execute(
      this.trx,
    );
  }

  /** Returns the number of failures, and the first failures up to `limit`. */
  async readConflicts(limit: number): Promise<{ count: number; conflicts: UndoConflict[] }> {
    if (this.failedCount === 0) return { count: 0, conflicts: [] };
    const { rows } = await sql<UndoConflict & { count: number }>`
      select kind, subject, row, reason, fields, count(*) over ()::int as count from undo_change
      where reason is not null order by failed limit ${limit}`.execute(this.trx);
    return { count: rows[0]?.count ?? 0, conflicts: rows.map(({ count: _count, ...conflict }) => conflict) };
  }

  /** Locks the images of all changes. All writers lock images in the order of their ids, and before shapes and links. */
  async lockImages(): Promise<void> {
    const ids = sql`(values (subject), (before ->> 'image_id'), (after ->> 'image_id'), (split_part(row, ':', 1)), (split_part(row, ':', 2)))`;
    await sql`
      select count(*) from (
        select 1 from training_image
        where id in (select v.id::uuid from undo_change, lateral ${ids} v(id) where v.id ~ ${UUID})
        order by id for no key update) locked`.execute(this.trx);
  }

  async drop(): Promise<void> {
    await sql`drop table undo_change`.execute(this.trx);
  }

  private async *readMatching(condition: RawBuilder<unknown>): AsyncGenerator<NetChange[]> {
    for (let lastReadNumber = 0; ;) {
      const { rows } = await sql<NetChange>`
        select ${changeColumns} from undo_change where ${condition} and n > ${lastReadNumber} order by n limit ${this.batchSize}`.execute(
        this.trx,
      );
      const batchEnd = rows.at(-1)?.n;
      if (batchEnd === undefined) return;
      lastReadNumber = batchEnd;
      yield rows;
    }
  }

  private async createIndexes(): Promise<void> {
    await sql`create unique index on undo_change (n)`.execute(this.trx);
    await sql`create index on undo_change (kind, effect, n)`.execute(this.trx);
    await sql`create index on undo_change (row) where effect = 'deleted'`.execute(this.trx);
    // Autovacuum does not collect statistics of temporary tables.
    await sql`analyze undo_change`.execute(this.trx);
  }
}

const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
