import type { FastifyInstance } from 'fastify';
import { bindMembers } from './member-routes';
import { bindWorkspaces } from './workspace-routes';

/** Binds the routes of workspaces and their members. */
export function bindTeam(app: FastifyInstance): void {
  bindWorkspaces(app);
  bindMembers(app);
}
