import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route/route';

const MAX_PER_MINUTE = 30;

/** Binds the call with which consoles report failures of remotes. They are only logged. */
export function bindConsoleFaults(app: FastifyInstance): void {
  // A broken event handler can fail on each pointer move, so the rest of the minute is dropped.
  const counts = new Map<string, number>();
  let minute = 0;
  route(app, 'POST /account/v2/console-fault', async ({ body, request, scope }) => {
    const { id } = scope.allowCallerOnly();
    const now = Math.floor(Date.now() / 60_000);
    if (now !== minute) counts.clear();
    minute = now;
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    if (count <= MAX_PER_MINUTE) request.log.warn({ fault: body, user_id: id }, 'a part of the console failed');
  });
}
