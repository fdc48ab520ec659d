import { z } from 'zod';
import { defineCalls } from '../base/core';
import { AnnotatorAccess, Role } from '../base/roles';
import { Empty, Id, ListQuery, Page, Text, Timestamp, StoredJson, UserReference, WorkspaceOnlyQuery } from '../base/primitives';

export const Workspace = z.object({
  id: Id,
  name: z.string(),
  created: Timestamp,
  owner: Id.nullable(),
  meta_data: StoredJson,
  blur_images: z.boolean(),
  is_default: z.boolean(),
  /** The role of the caller. */
  role: Role,
  /** `jobs`: the caller can access only the content of their annotation jobs. */
  access: AnnotatorAccess,
});
export type Workspace = z.output<typeof Workspace>;

export const UserDetails = z.object({
  id: Id,
  username: z.string(),
  email: z.string(),
  default_workspace: Id.nullable(),
  can_download_model: z.boolean(),
  /** False for an account that signs in with an identity provider only. */
  has_password: z.boolean(),
});
export type UserDetails = z.output<typeof UserDetails>;

export const Resource = z.object({ service: z.object({ slug: z.string(), name: z.string() }) });

export const AuditAction = z.enum([
  'sign-in',
  'sign-out',
  'sign-in-failed',
  'account-created',
  'password',
  'token',
  'member-added',
  'member-removed',
  'job-paused',
  'job-resumed',
  'invitation-created',
  'invitation-revoked',
  'token-created',
  'token-deleted',
  'webhook-created',
  'webhook-changed',
  'webhook-secret',
  'webhook-deleted',
  'password-link',
  'role-changed',
  'ownership-transferred',
  'workspace-created',
  'name',
  'services',
  'statistics-visibility',
  'annotator-access',
  'delete',
  'verify',
  'complete',
]);
export type AuditAction = z.output<typeof AuditAction>;

/** An entry of the audit log of a workspace. */
export const AuditEntry = z.object({
  id: Id,
  created: Timestamp,
  action: AuditAction,
  /** Null for a command of the operator and for a failed sign-in. */
  user: UserReference.nullable(),
  /** `oidc`: the user's groups at the identity provider caused the change during a sign-in. Null for other entries. */
  origin: z.enum(['oidc']).nullable(),
  /** Kind of the affected row, such as `recognition/label`, and its id. */
  subject: z.string().nullable(),
  subject_id: z.string().nullable(),
  /** For a bulk change: the number of changed rows, and the ids of at most 100 of them. Null for other entries. */
  changed_count: z.number().nullable(),
  changed_ids: z.array(z.string()).nullable(),
});
export type AuditEntry = z.output<typeof AuditEntry>;

const credential = Text(320).min(1, 'is required');

export const accountCalls = defineCalls({
  'POST /account/v2/login/': {
    summary: 'Sign in with email (or username) and password',
    auth: false,
    secret: true,
    body: z
      .object({ username: credential.optional(), email: credential.optional(), password: Text(1024).min(1, 'is required') })
      .refine((body) => body.username !== undefined || body.email !== undefined, { message: 'is required', path: ['email'] }),
    response: z.object({ access: z.string(), refresh: z.string() }),
  },
  'POST /account/v2/jwt/refresh/': {
    summary: 'Exchange a refresh token for a new pair of tokens; the old refresh token expires',
    auth: false,
    secret: true,
    body: z.object({ refresh: Text(4096).min(1, 'is required') }),
    response: z.object({ access: z.string(), refresh: z.string() }),
  },
  'GET /account/v2/logout': {
    summary: 'Revoke the refresh tokens of the session',
    permission: null,
    response: Empty.extend({
      provider_url: z
        .string()
        .optional()
        .describe('The page that ends the session at the identity provider. Missing if there is none'),
    }),
  },
  'GET /account/v2/details/': { summary: 'The signed-in user', permission: null, response: UserDetails },
  'GET /account/v2/user': { summary: 'The signed-in user (SDK name)', permission: null, response: UserDetails },
  'GET /account/v2/token/': {
    summary: "The user's API token",
    permission: null,
    secret: true,
    response: z.object({ token: z.string() }),
  },
  'GET /account/v2/workspace/': {
    summary: "The user's workspaces, as a bare array",
    permission: null,
    response: z.array(Workspace),
  },
  'GET /account/v2/resource': {
    summary: 'The services of a workspace',
    query: WorkspaceOnlyQuery,
    response: z.object({ count: z.number(), next: z.null(), previous: z.null(), results: z.array(Resource) }),
  },
  'GET /account/v2/audit/': {
    summary: 'The audit log of a workspace, newest first; only for its owner',
    permission: 'own',
    query: z.object({ ...ListQuery, action: AuditAction.optional() }),
    response: Page(AuditEntry),
  },
  'POST /authorization/v2/authorize': {
    summary: "Whether the caller's workspace may use a service",
    permission: 'view',
    body: z.object({ service: Text(100), call_type: Text(100).optional(), workspace: Id.nullish() }),
    response: z.object({
      authorized: z.boolean(),
      service: z.string(),
      call_type: z.string().nullable(),
      /** Id of the caller. Present only if the caller may use the service. SDKs check whether this field exists. */
      user_id: Id.optional(),
    }),
  },
});
