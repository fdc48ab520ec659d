import { api, type ApiKey, type RequestOptions } from '@console/shared-auth';
import type { Send } from '../send/outcome';
import type { StoredCall } from '../types';

const TIMEOUT_MS = 20_000;
/** A thousand items in one transaction of a busy server. */
const BULK_TIMEOUT_MS = 60_000;

/** What every call of the client comes down to. Stored calls were typed when they were made; the union of all keys has no one type of options. */
type LooseCall = (key: ApiKey, options: RequestOptions & Omit<StoredCall, 'key'>) => Promise<unknown>;

/** Sends through the console's API client, in the entry's own workspace whichever is active. */
export const consoleSend: Send = ({ key, ...parts }, { workspaceId, idempotencyKey, signal }) =>
  (api.call as unknown as LooseCall)(key, {
    ...parts,
    workspace: workspaceId,
    idempotencyKey,
    signal,
    timeout: key.endsWith('/bulk') ? BULK_TIMEOUT_MS : TIMEOUT_MS,
  });
