import type { ChangedKind } from '@console/shared-contract/api';
import { sql, type RawBuilder } from 'kysely';
import { findShapeKind } from '../../../data-access/shape-kinds/registry';
import { isInCycle } from '../../similarity/groups/members';
import type { Db } from '../../../platform/database/connection';
import { HttpError } from '../../../platform/errors';
import { messages } from './messages';
import type { RowValues } from './net-changes';
import type { LoggedTableInfo, TableCatalog } from './table-catalog';

/** Values of dependent columns, which are set when an undo restores or changes `column`. */
const DEPENDENT_VALUES: Partial<Record<ChangedKind, { column: string; values: RawBuilder<unknown> }>> = {
  // The URL of a crop is cached forever, so a changed box gets another URL.
  detection_object: { column: 'data', values: sql`thumb_token = gen_random_uuid(), thumb_key = null` },
};
/** Returns the values of other columns that must be set together with the given values, for example the computed columns of a shape. */
function computeDerivedValues(table: string, { data, train_status: status }: RowValues): RowValues {
  // Deleting a model has ended its training, so a restored model is not in training.
  if (status === 'QUEUED' || status === 'TRAINING') return { train_status: 'CANCELLED', finished: new Date().toISOString() };
  return (data ? findShapeKind(table)?.computeFields(data) : undefined) ?? {};
}

/** Columns that are null in a restored row. The file of a crop was deleted with its object. */
const CLEARED_COLUMNS: Partial<Record<ChangedKind, readonly string[]>> = { detection_object: ['thumb_key'] };

/**
 * SQL condition: the image or object already has a label that excludes the label of the row `r` in a task. Categories exclude each other,
 * and the negative tag of a task excludes its other tags. The image screen applies the same rule.
 */
const isLabelExcluded = (table: 'image_label' | 'object_label', owner: 'image_id' | 'object_id') => sql`exists (
  select from recognition_task_label added
  join recognition_task t on t.id = added.task_id
  join recognition_label a on a.id = added.label_id
  join recognition_task_label other on other.task_id = t.id and other.label_id <> added.label_id
  join recognition_label o on o.id = other.label_id
  join ${sql.table(table)} l on l.label_id = o.id and ${sql.ref(`l.${owner}`)} = ${sql.ref(`r.${owner}`)}
  where added.label_id = r.label_id
    and (t.type = 'multi_class' or t.type = 'multi_label'
      and (a.negative_for_task is not distinct from t.id) <> (o.negative_for_task is not distinct from t.id)))`;
const EXCLUSION_CONDITIONS: Partial<Record<ChangedKind, RawBuilder<unknown>>> = {
  image_label: isLabelExcluded('image_label', 'image_id'),
  object_label: isLabelExcluded('object_label', 'object_id'),
};

/** A row that refers to a deleted row. */
interface MissingReference {
  n: number;
  column: string;
}

/** Reads and writes rows of tables in the change log. Results refer to rows by their position in the argument, named `n`. */
export class RowWriter {
  constructor(
    private readonly db: Db,
    private readonly catalog: TableCatalog,
  ) {}

  /** Locks the identified rows and returns them in the order of the argument; null for rows that do not exist. */
  async lock(table: LoggedTableInfo, identities: readonly RowValues[]): Promise<(RowValues | null)[]> {
    const { rows } = await sql<{ n: number; row: RowValues }>`
      select r.n::int, to_jsonb(t) as row from ${this.toRows(table, identities)} r
      join ${sql.table(table.name)} t on ${this.matchesIdentity(table)}
      order by ${sql.join(table.identity.map((column) => sql.ref(`t.${column}`)))} for update of t`.execute(this.db);
    const rowsByNumber = new Map(rows.map(({ n: index, row }) => [index, row]));
    return identities.map((_, index) => rowsByNumber.get(index) ?? null);
  }

  /** Returns the references of these rows to rows that no longer exist. */
  async findMissingReferences({ foreignKeys }: LoggedTableInfo, rows: readonly RowValues[]): Promise<MissingReference[]> {
    const missingReferences: MissingReference[] = [];
    for (const { column, table, type } of foreignKeys) {
      const ids = [...new Set(rows.map((row) => row[column]).filter((id) => id !== null && id !== undefined))].map(String);
      if (ids.length === 0) continue;
      const existingRows = await sql<{ id: string }>`
        select t.id::text as id from ${sql.table(table)} t where t.id = any(${ids}::${sql.raw(type)}[]) for key share of t`.execute(
        this.db,
      );
      const existingIds = new Set(existingRows.rows.map(({ id }) => id));
      rows.forEach((row, index) => {
        const id = row[column];
        if (id !== null && id !== undefined && !existingIds.has(String(id))) missingReferences.push({ n: index, column });
      });
    }
    return missingReferences;
  }

  /** Returns the positions of assignments of jobs whose users are no longer members. No foreign key prevents this. */
  async findFormerAssignees({ name }: LoggedTableInfo, rows: readonly RowValues[]): Promise<Set<number>> {
    if (name !== 'job_assignee') return new Set();
    const members = await sql<{ user_id: string; workspace_id: string }>`
      select m.user_id, m.workspace_id from membership m
      where m.user_id = any(${rows.map((row) => String(row.user_id))}::uuid[]) for key share of m`.execute(this.db);
    const memberKeys = new Set(members.rows.map((row) => `${row.user_id} ${row.workspace_id}`));
    return new Set(
      rows.flatMap((row, index) => (memberKeys.has(`${String(row.user_id)} ${String(row.workspace_id)}`) ? [] : index)),
    );
  }

  /**
   * Inserts complete rows with a new version. Returns the positions of the inserted rows; rows that contradict an existing row are
   * skipped. Throws if a constraint refuses a row, or 409 for a cycle.
   */
  async insert(table: LoggedTableInfo, loggedRows: readonly RowValues[]): Promise<Set<number>> {
    const rows = loggedRows.map((row) => ({ ...row, ...computeDerivedValues(table.name, row) }));
    const columns = [...table.columns.keys()];
    const clearedColumns = CLEARED_COLUMNS[table.name] ?? [];
    const values = columns.map((column): RawBuilder<unknown> => {
      if (clearedColumns.includes(column)) return sql`null`;
      if (column === 'version') return sql`r.version + 1`;
      const defaultValue = table.columns.get(column);
      // A column that a later migration has added is not in older entries.
      const value = this.toValue(table, column);
      return defaultValue ? sql`case when r.logged ? ${sql.lit(column)} then ${value} else ${sql.raw(defaultValue)} end` : value;
    });
    const exclusion = EXCLUSION_CONDITIONS[table.name];
    const inserted = await sql<RowValues>`
      insert into ${sql.table(table.name)} (${sql.join(columns.map((column) => sql.ref(column)))}) overriding system value
      select ${sql.join(values)} from ${this.toRows(table, rows)} r ${exclusion ? sql`where not ${exclusion}` : sql``}
      order by r.n on conflict do nothing returning ${this.toIdentityJson(table)} as identity`.execute(this.db);
    await this.requireNoCycle(table, rows);
    return this.findPositions(
      table,
      rows,
      inserted.rows.map(({ identity }) => identity as RowValues),
    );
  }

  /** Sets the given values of existing rows, all of which have the same columns. Throws like `insert`. */
  async update(table: LoggedTableInfo, changes: readonly { identity: RowValues; values: RowValues }[]): Promise<void> {
    const rows = changes.map(({ identity, values }) => ({
      identity,
      values: { ...values, ...computeDerivedValues(table.name, values) },
    }));
    const columns = Object.keys(rows[0]?.values ?? {});
    const dependentValues = DEPENDENT_VALUES[table.name];
    const assignments = [
      ...columns.map((column) => sql`${sql.ref(column)} = ${this.toValue(table, column)}`),
      ...(dependentValues && columns.includes(dependentValues.column) ? [dependentValues.values] : []),
      ...(table.columns.has('version') ? [sql`version = t.version + 1`] : []),
    ];
    await sql`
      update ${sql.table(table.name)} t set ${sql.join(assignments)}
      from ${this.toRows(
        table,
        rows.map(({ identity, values }) => ({ ...values, ...identity })),
      )} r where ${this.matchesIdentity(table)}`.execute(this.db);
    await this.requireNoCycle(
      table,
      rows.map(({ identity }) => identity),
    );
  }

  async delete(table: LoggedTableInfo, identities: readonly RowValues[]): Promise<void> {
    await sql`
      delete from ${sql.table(table.name)} t using ${this.toRows(table, identities)} r where ${this.matchesIdentity(table)}`.execute(
      this.db,
    );
  }

  /** Returns the ids of the rows to which other rows of logged tables refer. */
  async findUsed({ name }: LoggedTableInfo, ids: readonly string[]): Promise<Set<string>> {
    const usedIds = new Set<string>();
    for (const child of this.catalog.values())
      for (const { column, table } of child.foreignKeys) {
        if (table !== name) continue;
        const isOtherRow = child.name === name ? sql`and c.id::text <> all(${ids}::text[])` : sql``;
        const { rows } = await sql<{ id: string }>`
          select distinct ${sql.ref(`c.${column}`)}::text as id from ${sql.table(child.name)} c
          join ${sql.table(name)} t on t.id = ${sql.ref(`c.${column}`)} where t.id = any(${this.toIds(name, ids)}) ${isOtherRow}`.execute(
          this.db,
        );
        for (const { id } of rows) usedIds.add(id);
      }
    return usedIds;
  }

  /** Throws 409 if a group or set would contain itself. */
  private async requireNoCycle({ name }: LoggedTableInfo, rows: readonly RowValues[]): Promise<void> {
    if (name === 'group_group')
      for (const id of new Set(rows.map((row) => String(row.parent_id))))
        if (await isInCycle(this.db, id)) throw new HttpError(409, messages.wouldContainItself);
    if (name !== 'product_set') return;
    const cycles = await sql`
      with recursive ancestor as (
        select id as start, parent_id from product_set where id = any(${rows.map(({ id }) => String(id))}::uuid[])
        union
        select a.start, s.parent_id from ancestor a join product_set s on s.id = a.parent_id where a.parent_id <> a.start
      ) select from ancestor where parent_id = start limit 1`.execute(this.db);
    if (cycles.rows.length > 0) throw new HttpError(409, messages.wouldContainItself);
  }

  /** SQL rows with the types of the table's columns, and the columns `n` (position) and `logged` (the values as JSON). */
  private toRows(table: LoggedTableInfo, rows: readonly RowValues[]): RawBuilder<unknown> {
    // The type name of the table cannot be used, because `polygon` and `point` are also built-in types of PostgreSQL.
    const emptyRow = sql`(select t from ${sql.table(table.name)} t where false)`;
    return sql`(
      select s.position - 1 as n, s.logged, p.* from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality s(logged, position)
      cross join lateral jsonb_populate_record(${emptyRow}, s.logged) p)`;
  }

  /** SQL of a column of `toRows`. `toRows` reads a JSON null as an SQL null, which this SQL turns back into a JSON null. */
  private toValue({ jsonColumns }: LoggedTableInfo, column: string): RawBuilder<unknown> {
    const value = sql.ref(`r.${column}`);
    return jsonColumns.has(column) ? sql`coalesce(${value}, 'null')` : value;
  }

  private matchesIdentity({ identity }: LoggedTableInfo): RawBuilder<unknown> {
    return sql.join(
      identity.map((column) => sql`${sql.ref(`t.${column}`)} = ${sql.ref(`r.${column}`)}`),
      sql` and `,
    );
  }

  private toIdentityJson({ identity }: LoggedTableInfo): RawBuilder<unknown> {
    return sql`jsonb_build_object(${sql.join(identity.flatMap((column) => [sql.lit(column), sql.ref(column)]))})`;
  }

  private findPositions(
    { identity }: LoggedTableInfo,
    rows: readonly RowValues[],
    storedRows: readonly RowValues[],
  ): Set<number> {
    const toKey = (row: RowValues) => identity.map((column) => String(row[column])).join(':');
    const keys = new Set(storedRows.map(toKey));
    return new Set(rows.flatMap((row, index) => (keys.has(toKey(row)) ? index : [])));
  }

  private toIds(name: ChangedKind, ids: readonly string[]): RawBuilder<unknown> {
    return this.catalog.get(name)?.columns.get('id') ? sql`${ids}::uuid[]` : sql`${ids}::int[]`;
  }
}
