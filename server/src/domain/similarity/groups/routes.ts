import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import { createFieldError } from '../../../platform/errors';
import { toLimitOffset } from '../../../platform/http/route/links';
import { route } from '../../../platform/http/route/route';
import type { Scope } from '../../../platform/access/scope';
import { toJsonb, requireCurrentVersion, requireEditedName, omitUndefined } from '../../../data-access/rows/partial-update';
import { resolveListWorkspace } from '../../../data-access/rows/references';
import { messages } from './messages';
import { toGroupConditions, toGroupOrder, listGroupReferences } from './filter';
import { readGroup, readGroupPage, toGroupRow } from './queries';
import { createGroup, deleteGroups } from './write';

const GROUP = '/similarity/training/v2/group/{id}';
const entityName = 'Group';

/** Binds the routes of groups: images, objects and groups that show the same item. */
export function bindGroupRoutes(app: FastifyInstance): void {
  route(app, 'GET /similarity/training/v2/group/', async ({ query, db, scope, page, fileUrl }) => {
    const where = toGroupConditions(await resolveListWorkspace(scope, listGroupReferences(query)), query);
    const { count, rows } = await readGroupPage(db, { where, order: toGroupOrder(query.ordering), ...toLimitOffset(query) });
    return page(
      count,
      rows.map((row) => toGroupRow(row, fileUrl)),
    );
  });

  route(app, 'POST /similarity/training/v2/group/', async ({ body, db, scope, fileUrl }) => {
    const type = body.type ? await scope.findRow('similarity_type', body.type, { entityName: 'Type' }) : null;
    return readGroup(db, await createGroup(db, type?.workspace_id ?? scope.resolveWorkspace().id, body), fileUrl);
  });

  route(app, `GET ${GROUP}`, async ({ params, db, scope, fileUrl }) => {
    const group = await scope.findRow('similarity_group', params.id, { entityName });
    return readGroup(db, group.id, fileUrl);
  });

  route(app, `PUT ${GROUP}`, ({ params, body, db, scope, fileUrl }) => editGroup(db, scope, params.id, body, fileUrl));
  route(app, `PATCH ${GROUP}`, ({ params, body, db, scope, fileUrl }) => editGroup(db, scope, params.id, body, fileUrl));
  route(app, 'PUT /similarity/training/v2/product/{id}', ({ params, body, db, scope, fileUrl }) =>
    editGroup(db, scope, params.id, body, fileUrl),
  );

  route(app, `DELETE ${GROUP}`, async ({ params, db, scope }) => {
    const group = await scope.findRow('similarity_group', params.id, { entityName, lock: true });
    await deleteGroups(db, group.workspace_id, [group.id]);
    return undefined;
  });

  route(app, 'POST /similarity/training/v2/group/update', async ({ body, db, scope }) => {
    if (body['mark-test'] && body['unmark-test']) throw createFieldError('mark-test', messages.markedAndUnmarked);
    const ids = [...new Set(body.groups)];
    const { workspace_id: workspaceId } = await scope.findRow('similarity_group', ids[0] ?? '', { entityName });
    await scope.findRows('similarity_group', ids, workspaceId, { field: 'groups', entityName, lock: true });
    if (body['mark-test'] || body['unmark-test']) {
      await db
        .updateTable('similarity_group')
        .set({ test_group: body['mark-test'] === true, version: sql`version + 1` })
        .where('id', 'in', ids)
        .execute();
    }
    return { updated: ids.length };
  });
}

interface GroupEdit {
  name?: string;
  description?: string;
  type?: string | null;
  meta_data?: unknown;
  version?: number;
}

async function editGroup(
  trx: Db,
  scope: Scope,
  id: string,
  { name, description, type, meta_data, version }: GroupEdit,
  fileUrl: (key: string) => string,
) {
  const group = await scope.findRow('similarity_group', id, { entityName, lock: true });
  await requireCurrentVersion(version, group, () => readGroup(trx, id, fileUrl));
  requireEditedName(group, name);
  if (type)
    await scope.requireSameWorkspace('similarity_type', [type], group.workspace_id, { field: 'type', entityName: 'Type' });
  await trx
    .updateTable('similarity_group')
    .set({ ...omitUndefined({ name, description, type_id: type, meta_data: toJsonb(meta_data) }), version: sql`version + 1` })
    .where('id', '=', id)
    .execute();
  return readGroup(trx, id, fileUrl);
}
