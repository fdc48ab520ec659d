import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route/route';
import { createMinuteLimit } from './minute-limit';

/** Binds the call with which browsers report failures of micro-frontends. The server only logs the reports. */
export function bindConsoleFaults(app: FastifyInstance): void {
  // Maximum number of reports per user and minute. Further reports are dropped, because a broken event handler can fail on each pointer
  // move.
  const isWithinLimit = createMinuteLimit(30);
  route(app, 'POST /account/v2/console-fault', async ({ body, request, scope }) => {
    const { id } = scope.allowCallerOnly();
    if (isWithinLimit(id)) request.log.warn({ fault: body, user_id: id }, 'a part of the console failed');
  });
}
