import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route/route';
import { createMinuteLimit } from './minute-limit';

/**
 * Binds the call with which browsers report page visits. The visits serve to compare a canary (a release that only some users get) with the
 * previous release. Comparing two releases deletes the visits with all other releases.
 */
export function bindPageVisits(app: FastifyInstance): void {
  const isWithinLimit = createMinuteLimit(30);
  route(app, 'POST /account/v2/page-visit', async ({ body, db, scope }) => {
    const { id } = scope.allowCallerOnly();
    if (!isWithinLimit(id)) return;
    const { reason, ...visit } = body;
    await db
      .insertInto('page_visit')
      .values({ ...visit, user_id: id, is_canary: reason === 'canary' })
      .execute();
  });
}
