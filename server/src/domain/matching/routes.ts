import type { Work } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { findJob } from '../annotation/jobs/write';
import type { Db } from '../../platform/database/connection';
import { route } from '../../platform/http/route/route';
import type { Scope } from '../../platform/access/scope';
import { listImageReferences, type ImageFilters } from '../recognition/images/filter';
import { readOne } from '../../data-access/rows/view';
import { requireReferencedRows } from '../../data-access/rows/references';
import { listGroupReferences } from '../similarity/groups/filter';
import { enqueueWork } from '../../platform/queue/queue';
import { workView } from '../long-work/view';
import { bindImageChangeRoute } from './image-changes/routes';
import { MATCHING, type GroupMatchingInput, type ImageMatchingInput } from './input';

interface MatchingTarget {
  id: string;
  workspace_id: string;
}

/** Binds the routes that add or remove all matches of a filter by background work, which ignores rows that are created later. */
export function bindMatching(app: FastifyInstance): void {
  bindImageChangeRoute(app);
  for (const action of ['add', 'remove'] as const) {
    route(app, `POST /annotate/v2/imagejob/{id}/${action}-matching`, async ({ params, body, db, scope, user }) => {
      const job = await findJob(scope, 'image', params.id);
      return enqueueImages(db, scope, job, { action, of: 'image job', filter: body.filter }, user.id);
    });

    route(app, `POST /detection/v2/task/{id}/${action}-matching`, async ({ params, body, db, scope, user }) => {
      const task = await scope.findRow('detection_task', params.id, { entityName: 'Task' });
      return enqueueImages(db, scope, task, { action, of: 'negative images', filter: body.filter }, user.id);
    });

    route(app, `POST /annotate/v2/similarityjob/{id}/${action}-matching`, async ({ params, body, db, scope, user }) => {
      const job = await findJob(scope, 'similarity', params.id);
      await requireReferencedRows(scope, listGroupReferences(body.filter), job.workspace_id);
      const { rows } = await sql<{ asked: string }>`select clock_timestamp()::text as asked`.execute(db);
      const input: GroupMatchingInput = {
        action,
        of: 'similarity job',
        target: job.id,
        filter: body.filter,
        asked: rows[0]?.asked ?? '',
        done: 0,
      };
      return enqueueMatching(db, job, input, user.id);
    });
  }
}

async function enqueueImages(
  trx: Db,
  scope: Scope,
  target: MatchingTarget,
  request: Pick<ImageMatchingInput, 'action' | 'of'> & { filter: ImageFilters },
  userId: string,
): Promise<Work> {
  await requireReferencedRows(scope, listImageReferences(request.filter), target.workspace_id);
  const newestImage = await trx
    .selectFrom('training_image')
    .select((eb) => eb.fn.max<number | null>('seq').as('seq'))
    .where('workspace_id', '=', target.workspace_id)
    .executeTakeFirst();
  return enqueueMatching(trx, target, { ...request, target: target.id, upTo: newestImage?.seq ?? -1, done: 0 }, userId);
}

async function enqueueMatching(
  trx: Db,
  target: MatchingTarget,
  input: ImageMatchingInput | GroupMatchingInput,
  userId: string,
): Promise<Work> {
  return readOne(trx, workView, await enqueueWork(trx, { workspaceId: target.workspace_id, kind: MATCHING, input, userId }));
}
