import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../../database/connection';
import { badField } from '../../errors';
import { windowOf } from '../../http/links';
import { route } from '../../http/route';
import type { Scope } from '../../access/scope';
import { asJson, requireFresh, sentOnly } from '../../rows/edit';
import { readPage } from '../../rows/view';
import { listWorkspace } from '../../rows/workspace';
import { messages } from './messages';
import { groupConditions, rowsNamed } from './filter';
import { addGroups, addImages, addObjects, removeGroups, removeImages, removeObjects } from './members';
import { groupListView, readGroup, toGroupRow } from './queries';
import { deleteGroup, mergeGroups } from './write';

const GROUP = '/similarity/training/v2/group/{id}';
const what = 'Group';

/** Groups of images, objects and groups that show the same thing. */
export function groupRoutes(app: FastifyInstance): void {
  route(app, 'GET /similarity/training/v2/group/', async ({ query, db, scope, page, fileUrl }) => {
    const where = groupConditions(await listWorkspace(scope, rowsNamed(query)), query);
    const { count, rows } = await readPage(db, groupListView, { where, order: sql`lower(g.name), g.id`, ...windowOf(query) });
    return page(
      count,
      rows.map((row) => toGroupRow(row, fileUrl)),
    );
  });

  route(app, 'POST /similarity/training/v2/group/', async ({ body, db, scope, fileUrl }) => {
    const { name, description, type, test_group } = body;
    const workspaceId = type
      ? (await scope.findRow('similarity_type', type, { what: 'Type' })).workspace_id
      : scope.workspace().id;
    const group = await db
      .insertInto('similarity_group')
      .values({ workspace_id: workspaceId, name, type_id: type ?? null, ...sentOnly({ description, test_group }) })
      .returning('id')
      .executeTakeFirstOrThrow();
    return readGroup(db, group.id, fileUrl);
  });

  route(app, `GET ${GROUP}`, async ({ params, db, scope, fileUrl }) => {
    const group = await scope.findRow('similarity_group', params.id, { what });
    return readGroup(db, group.id, fileUrl);
  });

  route(app, `PUT ${GROUP}`, ({ params, body, db, scope, fileUrl }) => editGroup(db, scope, params.id, body, fileUrl));
  route(app, `PATCH ${GROUP}`, ({ params, body, db, scope, fileUrl }) => editGroup(db, scope, params.id, body, fileUrl));
  route(app, 'PUT /similarity/training/v2/product/{id}', ({ params, body, db, scope, fileUrl }) =>
    editGroup(db, scope, params.id, body, fileUrl),
  );

  route(app, `DELETE ${GROUP}`, async ({ params, db, scope }) => {
    await deleteGroup(db, await scope.findRow('similarity_group', params.id, { what, lock: true }));
    return undefined;
  });

  route(app, 'POST /similarity/training/v2/group/update', async ({ body, db, scope }) => {
    if (body['mark-test'] && body['unmark-test']) throw badField('mark-test', messages.markBoth);
    const ids = [...new Set(body.groups)];
    const { workspace_id: workspaceId } = await scope.findRow('similarity_group', ids[0] ?? '', { what });
    await scope.findRows('similarity_group', ids, workspaceId, { field: 'groups', what, lock: true });
    if (body['mark-test'] || body['unmark-test']) {
      await db
        .updateTable('similarity_group')
        .set({ test_group: body['mark-test'] === true, version: sql`version + 1` })
        .where('id', 'in', ids)
        .execute();
    }
    return { updated: ids.length };
  });

  memberRoutes(app);
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
  const group = await scope.findRow('similarity_group', id, { what, lock: true });
  await requireFresh(version, group, () => readGroup(trx, id, fileUrl));
  if (type) await scope.requireSameWorkspace('similarity_type', [type], group.workspace_id, { field: 'type', what: 'Type' });
  await trx
    .updateTable('similarity_group')
    .set({ ...sentOnly({ name, description, type_id: type, meta_data: asJson(meta_data) }), version: sql`version + 1` })
    .where('id', '=', id)
    .execute();
  return readGroup(trx, id, fileUrl);
}

function memberRoutes(app: FastifyInstance): void {
  const find = (scope: Scope, id: string) => scope.findRow('similarity_group', id, { what });

  route(app, `POST ${GROUP}/add-images`, async ({ params, body, db, scope, fileUrl }) => {
    await addImages(db, scope, await find(scope, params.id), body.images);
    return readGroup(db, params.id, fileUrl);
  });
  route(app, `POST ${GROUP}/remove-images`, async ({ params, body, db, scope, fileUrl }) => {
    await removeImages(db, scope, await find(scope, params.id), body.images);
    return readGroup(db, params.id, fileUrl);
  });
  route(app, `POST ${GROUP}/add-objects`, async ({ params, body, db, scope, fileUrl }) => {
    await addObjects(db, scope, await find(scope, params.id), body.objects);
    return readGroup(db, params.id, fileUrl);
  });
  route(app, `POST ${GROUP}/remove-objects`, async ({ params, body, db, scope, fileUrl }) => {
    await removeObjects(db, scope, await find(scope, params.id), body.objects);
    return readGroup(db, params.id, fileUrl);
  });
  route(app, `POST ${GROUP}/add-groups`, async ({ params, body, db, scope, fileUrl }) => {
    await addGroups(db, scope, await find(scope, params.id), body.groups);
    return readGroup(db, params.id, fileUrl);
  });
  route(app, `POST ${GROUP}/remove-groups`, async ({ params, body, db, scope, fileUrl }) => {
    await removeGroups(db, scope, await find(scope, params.id), body.groups);
    return readGroup(db, params.id, fileUrl);
  });
  route(app, `POST ${GROUP}/merge-groups`, async ({ params, body, db, scope, fileUrl }) => {
    await mergeGroups(db, scope, await scope.findRow('similarity_group', params.id, { what, lock: true }), body.groups);
    return readGroup(db, params.id, fileUrl);
  });
}
