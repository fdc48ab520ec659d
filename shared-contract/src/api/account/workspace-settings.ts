import { z } from 'zod';
import { Workspace } from './account';
import { defineCalls } from '../base/core';
import { StatisticsVisibility } from '../history/history-statistics';
import { Id, ListQuery, Page, ShortName, Text, Timestamp, UserReference, WorkspaceOnlyQuery } from '../base/primitives';
import { AnnotatorAccess, AssignableRole, Role } from '../base/roles';
import { SERVICE_SLUGS } from '../base/services';

export const ServiceName = z.enum(SERVICE_SLUGS);

const Bytes = z.number().int().describe('Number of bytes');
const Count = z.number().int();

/** Size of the stored files of a workspace by category. The server measures the sizes regularly. */
export const StorageUse = z.object({
  /** Images with their thumbnails and foreground masks. */
  images: Bytes,
  /** Images of products. */
  products: Bytes,
  /** Files of trained models. */
  models: Bytes,
  /** Time of the measurement. Null before the first measurement, when all sizes are 0. */
  measured: Timestamp.nullable(),
});
export type StorageUse = z.output<typeof StorageUse>;

export const WorkspaceSettings = z.object({
  id: Id,
  name: z.string(),
  created: Timestamp,
  /** Null if the account of the owner was deleted. */
  owner: UserReference.nullable(),
  statistics_visibility: StatisticsVisibility,
  annotator_access: AnnotatorAccess,
  services: z.array(ServiceName),
  /** Services that the server's configuration allows the owner to add. */
  available_services: z.array(ServiceName),
  counts: z.object({ members: Count, images: Count, tasks: Count, jobs: Count, groups: Count, products: Count, models: Count }),
  storage: StorageUse,
});
export type WorkspaceSettings = z.output<typeof WorkspaceSettings>;

export const Member = z.object({
  user: UserReference,
  /** Null, unless the caller may manage members or is this member. */
  email: z.string().nullable(),
  role: Role,
  joined: Timestamp,
  /** Time of the last change in the workspace. Null if the member has changed nothing. */
  last_active: Timestamp.nullable(),
});
export type Member = z.output<typeof Member>;

export const workspaceSettingsCalls = defineCalls({
  'POST /account/v2/workspace/': {
    summary: 'Create a workspace that the caller owns, unless the server does not allow it',
    permission: null,
    body: z.object({
      name: ShortName,
      /** Default: all services that the server allows. */
      services: z.array(ServiceName).max(SERVICE_SLUGS.length).optional(),
    }),
    response: Workspace,
    status: 201,
  },
  'PATCH /account/v2/workspace/{id}/': {
    summary: 'Change the name or settings of a workspace',
    permission: 'own',
    body: z.object({
      name: ShortName.optional(),
      statistics_visibility: StatisticsVisibility.optional(),
      annotator_access: AnnotatorAccess.optional(),
      /** Replaces the current services. */
      services: z.array(ServiceName).max(SERVICE_SLUGS.length).optional(),
    }),
    response: WorkspaceSettings,
  },
  'GET /account/v2/workspace/{id}/settings/': {
    summary: 'The settings of a workspace, with its numbers of rows and the storage that it uses',
    query: WorkspaceOnlyQuery,
    response: WorkspaceSettings,
  },
  'GET /account/v2/workspace/{id}/member/': {
    summary: 'The members of a workspace with their roles, by name',
    query: z.object({ ...ListQuery, search: Text(255).optional(), role: Role.optional() }),
    response: Page(Member),
  },
  'PATCH /account/v2/workspace/{id}/member/{user_id}/': {
    summary: 'Change the role of a member, except of the owner',
    permission: 'members',
    body: z.object({ role: AssignableRole }),
    response: Member,
  },
  'DELETE /account/v2/workspace/{id}/member/{user_id}/': {
    summary: 'Remove a member, or leave the workspace. Removing others needs the permission `members`; the owner cannot leave',
    permission: 'view',
  },
  'POST /account/v2/workspace/{id}/transfer-ownership': {
    summary: 'Make another member the owner; the previous owner becomes a manager',
    permission: 'own',
    body: z.object({ user_id: Id }),
    response: WorkspaceSettings,
  },
});
