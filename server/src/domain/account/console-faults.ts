import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route/route';
import { createMinuteLimit } from './minute-limit';

/** Binds the call with which consoles report failures of remotes. They are only logged. */
export function bindConsoleFaults(app: FastifyInstance): void {
  // A broken event handler can fail on each pointer move, so the rest of the minute is dropped.
  const isWithinLimit = createMinuteLimit(30);
  route(app, 'POST /account/v2/console-fault', async ({ body, request, scope }) => {
    const { id } = scope.allowCallerOnly();
    if (isWithinLimit(id)) request.log.warn({ fault: body, user_id: id }, 'a part of the console failed');
  });
}
