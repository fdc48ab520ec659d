import { z } from 'zod';
import { MAX_API_TOKEN_DAYS } from '../../limits';
import { defineCalls } from '../base/core';
import { Id, Name, Timestamp } from '../base/primitives';
import type { Permission } from '../base/roles';

/** Kinds of calls that an API token may send. The role of the token's user limits them further. */
export const TokenScope = z.enum(['read', 'write', 'train', 'admin']);
export type TokenScope = z.output<typeof TokenScope>;

/** The permissions of each scope of an API token. */
export const SCOPE_PERMISSIONS: Record<TokenScope, readonly Permission[]> = {
  read: ['view'],
  write: ['annotate', 'review', 'manage'],
  train: ['train'],
  admin: ['members', 'own'],
};

/** A named API token. The token itself is only in the response of its creation. */
export const ApiToken = z.object({
  id: Id,
  name: z.string(),
  /** The first characters of the token, so that the user can recognize it. */
  prefix: z.string(),
  scopes: z.array(TokenScope),
  /** The only workspace that the token can access. Null: all workspaces of its user. */
  only_workspace: Id.nullable(),
  created: Timestamp,
  /** Null if the token never expires. */
  expires: Timestamp.nullable(),
  /** Accurate to a minute. Null if the token has not been used. */
  last_used: Timestamp.nullable(),
});
export type ApiToken = z.output<typeof ApiToken>;

export const CreatedApiToken = ApiToken.extend({
  token: z.string().describe('For the header `Authorization: Token ...`. It is shown only once'),
});
export type CreatedApiToken = z.output<typeof CreatedApiToken>;

export const apiTokenCalls = defineCalls({
  'GET /account/v2/api-token/': {
    summary: 'The API tokens of the caller, newest first, as a bare array',
    permission: null,
    session: true,
    response: z.array(ApiToken),
  },
  'POST /account/v2/api-token/': {
    summary: 'Create an API token',
    permission: null,
    session: true,
    secret: true,
    body: z.object({
      name: Name(1, 'Enter a name'),
      scopes: z.array(TokenScope).min(1, 'Select at least one scope').max(TokenScope.options.length),
      /** Default: all workspaces of the caller, also those that they join later. */
      only_workspace: Id.nullish(),
      /** Default: the token never expires. */
      expires_in_days: z.number().int().min(1).max(MAX_API_TOKEN_DAYS).nullish(),
    }),
    response: CreatedApiToken,
    status: 201,
  },
  'DELETE /account/v2/api-token/{id}': {
    summary: 'Delete an API token. It stops working at once',
    permission: null,
    session: true,
  },
});
