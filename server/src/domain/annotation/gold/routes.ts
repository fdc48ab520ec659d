import type { GoldDomain } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { findListedRows } from '../../../data-access/rows/bulk-locks';
import { readOne, readPage } from '../../../data-access/rows/view';
import type { Scope } from '../../../platform/access/scope';
import type { Db } from '../../../platform/database/connection';
import { joinTransaction } from '../../../platform/database/transaction';
import { createFieldError } from '../../../platform/errors';
import { toLimitOffset } from '../../../platform/http/route/links';
import { route } from '../../../platform/http/route/route';
import type { WorkMember } from '../../quality/gold/gold-work';
import { recordGoldRead, reviseGold } from '../../quality/gold/store-gold';
import { switchGroupLayers } from '../../quality/group-layers/create-layers';
import { hasGroupLayers } from '../../quality/group-layers/has-layers';
import { findJob, type JobKind } from '../jobs/write';
import { createGoldFromGroups, readGroupWork } from './create-from-groups';
import { createGoldFromImages } from './create-from-images';
import { addTaskGold, readJobGold, removeGold, requireGoldSupport } from './job-gold';
import { messages } from './messages';
import { goldView, revisionColumns, toGoldItem } from './queries';
import { readImageWork } from './read-image-work';

/** Binds the calls for gold-standard items: their creation, correction and retirement, and the gold items of jobs. */
export function bindGold(app: FastifyInstance): void {
  route(app, 'GET /annotate/v2/gold/', async ({ query, db, scope, page, fileUrl }) => {
    const { domain, task: taskId } = query;
    requireBothOrNone(domain, taskId);
    const workspaceId = domain && taskId ? (await findTask(scope, domain, taskId)).workspace_id : scope.resolveWorkspace().id;
    const where = [sql`g.workspace_id = ${workspaceId}`];
    if (taskId) where.push(sql`g.task_id = ${taskId}`);
    if (query.retired !== undefined) where.push(query.retired ? sql`g.retired is not null` : sql`g.retired is null`);
    const { count, rows } = await readPage(db, goldView, { where, order: sql`g.created desc, g.id`, ...toLimitOffset(query) });
    return page(
      count,
      rows.map((row) => toGoldItem(row, fileUrl)),
    );
  });

  // This GET records that the caller has seen the annotations, so it needs a transaction.
  route(app, 'GET /annotate/v2/gold/{id}', ({ params, db, scope, user, fileUrl }) =>
    joinTransaction(db, async (trx) => {
      const { id } = await scope.withDb(trx).findRow('gold_item', params.id, { entityName: 'Gold item' });
      await recordGoldRead(trx, id, user.id);
      const { rows: revisions } = await sql<{
        revision: number;
        labels: unknown[];
        shapes: unknown[];
        members: WorkMember[];
        created: string;
        created_by: { id: string; username: string } | null;
        reason: string | null;
      }>`select ${revisionColumns} from gold_revision r where r.gold_id = ${id} order by r.revision desc`.execute(trx);
      return { ...toGoldItem(await readOne(trx, goldView, id), fileUrl), revisions };
    }),
  );

  route(app, 'POST /annotate/v2/gold/', async ({ body, db, scope, user }) => {
    const { domain, task, images, groups, dry_run: isPreview } = body;
    const { workspace_id: workspaceId } = await findTask(scope, domain, task);
    if (domain === 'similarity') {
      const reference = { field: 'groups', entityName: 'Group', lock: !isPreview };
      await scope.findRows('similarity_group', groups, workspaceId, reference);
      return createGoldFromGroups(db, { workspaceId, taskId: task, groupIds: groups, userId: user.id }, { isPreview });
    }
    await scope.requireSameWorkspace('training_image', images, workspaceId, { field: 'images', entityName: 'Image' });
    return createGoldFromImages(db, { workspaceId, domain, taskId: task, imageIds: images, userId: user.id }, { isPreview });
  });

  route(app, 'POST /annotate/v2/gold/{id}/revise', async ({ params, body, db, scope, user, fileUrl }) => {
    const item = await scope.findRow('gold_item', params.id, { entityName: 'Gold item', lock: true });
    const [work] = item.image_id
      ? await readImageWork(db, [item.image_id])
      : await readGroupWork(db, item.group_id ? [item.group_id] : []);
    if (work) await reviseGold(db, item.id, work, user.id, body.reason ?? null);
    return toGoldItem(await readOne(db, goldView, item.id), fileUrl);
  });

  route(app, 'POST /annotate/v2/gold/retire', async ({ body, db, scope }) => {
    const goldSelection = {
      table: 'gold_item',
      ids: body.gold,
      skipsMissing: false,
      field: 'gold',
      entityName: 'Gold item',
    } as const;
    const { ids } = await findListedRows(db, scope, goldSelection, { lock: true });
    return { changed: await setRetired(db, ids, body.retired) };
  });

  bindJobGold(app, 'image');
  bindJobGold(app, 'similarity');
}

function bindJobGold(app: FastifyInstance, kind: JobKind): void {
  const path = `/annotate/v2/${kind}job/{id}/gold` as const;
  route(app, `GET ${path}`, async ({ params, db, scope }) => readJobGold(db, (await findJob(scope, kind, params.id)).id));

  route(app, `PUT ${path}`, async ({ params, body, db, scope }) => {
    const { rate, domain, task: taskId } = body;
    const job = await findJob(scope, kind, params.id, { lock: true });
    requireBothOrNone(domain, taskId);
    if (domain !== undefined && (domain === 'similarity') !== (kind === 'similarity'))
      throw createFieldError('domain', messages.domainDoesNotFitJob);
    if (taskId !== undefined && domain !== undefined)
      await scope.requireSameWorkspace(`${domain}_task`, [taskId], job.workspace_id, { field: 'task', entityName: 'Task' });
    if (rate !== null) requireGoldSupport(job);
    await db.updateTable('annotation_job').set({ gold_rate: rate }).where('id', '=', job.id).execute();
    await switchGroupLayers(db, job.id, hasGroupLayers(job), hasGroupLayers({ ...job, gold_rate: rate }));
    if (rate === null) await removeGold(db, job);
    else if (taskId !== undefined) await addTaskGold(db, job, taskId);
    const gold = await readJobGold(db, job.id);
    // While a job has a gold rate, its annotators can access only their own jobs. Without gold items, this limit would have no purpose.
    if (rate !== null && gold.items === 0) throw createFieldError('task', messages.noGoldItemsInUse);
    return gold;
  });
}

function requireBothOrNone(domain: GoldDomain | undefined, taskId: string | undefined): void {
  if ((taskId === undefined) !== (domain === undefined)) throw createFieldError('task', messages.taskRequiresDomain);
}

const findTask = (scope: Scope, domain: GoldDomain, id: string) => scope.findRow(`${domain}_task`, id, { entityName: 'Task' });

/**
 * Retires or restores gold items and returns how many have changed. An item stays retired if its image or group has become another
 * gold item of the task in the meantime.
 */
async function setRetired(db: Db, ids: readonly string[], isRetired: boolean): Promise<number> {
  const { rows } = await sql`
    update gold_item g set retired = ${isRetired ? sql`clock_timestamp()` : sql`null`},
      retired_reason = ${isRetired ? 'by hand' : null}
    where g.id = any(${ids}::uuid[]) and (g.retired is null) = ${isRetired}
      and (${isRetired} or not exists (
        select from gold_item o
        where o.task_id = g.task_id and (o.image_id = g.image_id or o.group_id = g.group_id) and o.id <> g.id
          and (o.retired is null or (o.id = any(${ids}::uuid[]) and (o.created, o.id) > (g.created, g.id)))))
    returning g.id`.execute(db);
  return rows.length;
}
