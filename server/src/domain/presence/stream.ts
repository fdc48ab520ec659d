import { hasPermission } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../../platform/access/caller';
import { unavailable } from '../../platform/errors';
import { authenticateAgain } from '../../platform/http/route/authenticate';
import { streamRoute } from '../../platform/http/route/stream-route';

/** Binds the stream that announces changes of a workspace to its members. */
export function bindStream(app: FastifyInstance): void {
  const { live } = app.deps;
  // Close the streams before the server waits for open responses to end.
  app.addHook('preClose', async () => live?.close());

  streamRoute(app, 'GET /live/v2/stream', async ({ query, request, caller, scope }) => {
    const { id: workspaceId } = scope.resolveWorkspace();
    if (!live) throw unavailable();
    await live.prepare(caller.id);
    const hasAccess = async () => mayRead(await authenticateAgain(app, request), workspaceId);
    return (stream) => {
      live.add({ userId: caller.id, workspaceId, tab: query.tab ?? null, stream, hasAccess });
      if (query.seconds === undefined) return;
      const timer = setTimeout(() => stream.end('expired'), query.seconds * 1_000);
      stream.onClose(() => clearTimeout(timer));
    };
  });
}

/** Whether the caller may still read the workspace. `caller` is null if the session has ended or the token is no longer valid. */
function mayRead(caller: Caller | null, workspaceId: string): boolean {
  const workspace = caller?.workspaces.find(({ id }) => id === workspaceId);
  if (!caller || !workspace || !hasPermission(workspace.role, 'view')) return false;
  return caller.permissions === null || caller.permissions.includes('view');
}
