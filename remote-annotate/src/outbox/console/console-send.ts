import { api, type ApiKey, type RequestOptions } from '@console/shared-auth';
import type { Send } from '../send/outcome';
import type { StoredCall } from '../entries/types';

const TIMEOUT_MS = 20_000;
/** A bulk call writes up to a thousand items in one transaction, which takes longer on a busy server. */
const BULK_TIMEOUT_MS = 60_000;

/**
 * The type of `api.call` with untyped options. Stored calls were type-checked when they were created, but the options of all calls have no
 * common type.
 */
type UntypedCall = (key: ApiKey, options: RequestOptions & Omit<StoredCall, 'key'>) => Promise<unknown>;

/** Sends with the API client of the console, in the workspace of the entry, which can differ from the active workspace. */
export const consoleSend: Send = ({ key, ...options }, { workspaceId, idempotencyKey, signal }) =>
  (api.call as unknown as UntypedCall)(key, {
    ...options,
    workspace: workspaceId,
    idempotencyKey,
    signal,
    timeout: key.endsWith('/bulk') ? BULK_TIMEOUT_MS : TIMEOUT_MS,
  });
