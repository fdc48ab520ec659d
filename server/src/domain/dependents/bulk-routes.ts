import type { BulkDependents } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { sql, type RawBuilder } from 'kysely';
import { findListedRows } from '../../data-access/rows/bulk-locks';
import type { Scope, ScopedTable } from '../../platform/access/scope';
import type { Config } from '../../platform/config';
import type { Db } from '../../platform/database/connection';
import { route } from '../../platform/http/route/route';
import { resolveListWorkspace } from '../../data-access/rows/references';
import { toImageCondition } from '../matching/image-changes/selection';
import { listProductReferences, toProductConditions } from '../product/products/filter';
import { toImageFilter } from '../recognition/images/filter';
import { listGroupReferences } from '../similarity/groups/filter';
import { queryMatchingGroups } from '../similarity/groups/queries';
import { countDependents, DELETIONS } from './routes';

/** Registers the routes that count what the deletion of many rows affects. Dialogs show the counts before the deletion. */
export function bindBulkDependents(app: FastifyInstance): void {
  const { config } = app.deps;
  route(app, 'POST /recognition/v2/training-image/dependents', ({ body, db, scope }) =>
    countDependentsOfRows({ db, scope, body, config }, 'training_image', async (filter) => {
      const imageFilter = await toImageFilter(db, scope, filter);
      const condition = imageFilter
        ? await toImageCondition(db, { workspaceId: imageFilter.workspaceId, filter: imageFilter })
        : sql`false`;
      return sql`select i.id from training_image i where ${condition}`;
    }),
  );

  route(app, 'POST /similarity/training/v2/group/dependents', ({ body, db, scope }) =>
    countDependentsOfRows({ db, scope, body, config }, 'similarity_group', async (filter) => {
      const { from, where } = queryMatchingGroups(await resolveListWorkspace(scope, listGroupReferences(filter)), filter);
      return sql`select g.id from ${from} where ${sql.join(where, sql` and `)}`;
    }),
  );

  route(app, 'POST /product/v2/product/dependents', ({ body, db, scope }) =>
    countDependentsOfRows({ db, scope, body, config }, 'product', async (filter) => {
      const workspaceId = await resolveListWorkspace(scope, listProductReferences(filter));
      return sql`select p.id from product p where ${sql.join(toProductConditions(workspaceId, filter), sql` and `)}`;
    }),
  );
}

interface CountRequest<Filter> {
  db: Db;
  scope: Scope;
  body: { ids?: string[]; filter?: Filter; skip_gone?: boolean };
  config: Pick<Config, 'historyDays'>;
}

/** Counts for listed rows, or for all that match a filter. `selectMatching` returns a query for the ids of the matching rows. */
async function countDependentsOfRows<Filter>(
  { db, scope, body, config }: CountRequest<Filter>,
  table: ScopedTable,
  selectMatching: (filter: Filter) => Promise<RawBuilder<unknown>>,
): Promise<BulkDependents> {
  const deletion = DELETIONS.find((candidate) => candidate.table === table);
  if (!deletion) throw new Error(`The deletion of ${table} is not described`);
  if (body.filter !== undefined) return countDependents(db, deletion, await selectMatching(body.filter), config);
  const { ids = [], skip_gone: skipsMissing = false } = body;
  const listedRows = await findListedRows(db, scope, { table, ids, skipsMissing, field: 'ids', entityName: deletion.entityName });
  return countDependents(db, deletion, sql`select id from ${sql.table(table)} where id = any(${listedRows.ids}::uuid[])`, config);
}
