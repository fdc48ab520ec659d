import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely';
import type { Scope, ScopedRow, ScopedTable } from '../../platform/access/scope';
import type { Db } from '../../platform/database/connection';
import type { Database } from '../../platform/database/schema';
import { type PageEnvelope, type PageWindow, toLimitOffset } from '../../platform/http/route/links';
import { omitUndefined, requireCurrentVersion, requireEditedName } from './partial-update';
import { containsText, readOne, readPage, type RowView } from './view';

/** Tables of named rows with a version, such as tasks and labels. */
type ResourceTable = {
  [T in ScopedTable]: ScopedRow<T> extends { id: string | number; name: string; version: number } ? T : never;
}[ScopedTable];

interface ResourceOptions<T extends ResourceTable, Row> {
  table: T;
  /** Name of the entity in the 404 message. */
  entityName: string;
  view: RowView<Row>;
  /** Alias of the table in `view`. */
  alias: string;
}

/** The fields of a route handler's argument that `Resource` uses. */
interface Call {
  db: Db;
  scope: Scope;
}
interface RowCall extends Call {
  params: { id: string | number };
}

/**
 * Reads, lists, creates and edits rows of tables that have a name and a version. Each route still declares its call, its access check and
 * its own steps, and calls these methods (ADR 0011).
 */
export class Resource<T extends ResourceTable, Row> {
  constructor(private readonly options: ResourceOptions<T, Row>) {}

  /** Returns the row whose id is in the request path. Throws 404 or 403. */
  find({ params, scope }: Pick<RowCall, 'params' | 'scope'>): Promise<ScopedRow<T>> {
    const { table, entityName } = this.options;
    return scope.findRow(table, params.id, { entityName });
  }

  /** Like `find`, but also locks the row until the transaction ends. */
  lock({ params, scope }: Pick<RowCall, 'params' | 'scope'>): Promise<ScopedRow<T>> {
    const { table, entityName } = this.options;
    return scope.findRow(table, params.id, { entityName, lock: true });
  }

  /** Returns the row whose id is in the request path, in the format of the API. */
  async read(call: RowCall): Promise<Row> {
    await this.find(call);
    return this.view(call.db, call.params.id);
  }

  view(db: Db, id: string | number): Promise<Row> {
    return readOne(db, this.options.view, id);
  }

  /** Lists the rows of a workspace by name, filtered by the text of `search` and by `conditions`. */
  async list(
    {
      query,
      db,
      page,
    }: Pick<Call, 'db'> & {
      query: PageWindow & { search?: string };
      page: (count: number, rows: Row[]) => PageEnvelope<Row>;
    },
    workspaceId: string,
    conditions: readonly RawBuilder<unknown>[] = [],
  ): Promise<PageEnvelope<Row>> {
    const { view, alias } = this.options;
    const where = [sql`${sql.ref(`${alias}.workspace_id`)} = ${workspaceId}`, ...conditions];
    if (query.search) where.push(sql`${containsText(`${alias}.name`, query.search)}`);
    const order = sql`lower(${sql.ref(`${alias}.name`)}), ${view.id}`;
    const { count, rows } = await readPage(db, view, { where, order, ...toLimitOffset(query) });
    return page(count, rows);
  }

  /** Creates a row in the workspace of the call. Undefined fields get the default of their column. */
  async create({ db, scope }: Call, fields: Partial<Insertable<Database[T]>>): Promise<Row> {
    const values = omitUndefined({ workspace_id: scope.resolveWorkspace().id, ...fields });
    const columns = sql.join(Object.keys(values).map((column) => sql.ref(column)));
    const { rows } = await sql<{ id: string | number }>`
      insert into ${sql.table(this.options.table)} (${columns}) values (${sql.join(Object.values(values))}) returning id`.execute(
      db,
    );
    return this.view(db, rows[0]!.id);
  }

  /**
   * Changes the fields that are not undefined. Throws 409 with the current row if the edit is based on an older version.
   * `check` may refuse the change of the locked row.
   */
  async update(
    call: RowCall & { body: { version?: number } },
    fields: Updateable<Database[T]>,
    check?: (row: ScopedRow<T>) => void,
  ): Promise<Row> {
    const { db, params, body } = call;
    const row = await this.lock(call);
    // TypeScript does not see that every table of a resource has this column.
    await requireCurrentVersion(body.version, row as ScopedRow<T> & { version: number }, () => this.view(db, params.id));
    if ('name' in fields && typeof fields.name === 'string')
      requireEditedName(row as ScopedRow<T> & { name: string }, fields.name);
    check?.(row);
    const changes = Object.entries(omitUndefined(fields)).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
    const assignments = sql.join([...changes, sql`version = version + 1`]);
    await sql`update ${sql.table(this.options.table)} set ${assignments} where id = ${params.id}`.execute(db);
    return this.view(db, params.id);
  }
}
