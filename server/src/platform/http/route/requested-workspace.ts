import type { FastifyRequest } from 'fastify';

/** Returns the workspace that the query or the body of a request names. Null if they name none. */
export function getRequestedWorkspace({ query, body }: FastifyRequest): string | null {
  return getWorkspaceField(query) ?? getWorkspaceField(body);
}

function getWorkspaceField(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('workspace' in value)) return null;
  return typeof value.workspace === 'string' ? value.workspace : null;
}
