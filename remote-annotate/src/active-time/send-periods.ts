import { api, ApiError, isUnsupportedCall } from '@console/shared-auth';
import { listStoredPeriods, removeStoredPeriod, type StoredEntry } from './stored-periods';

/** Number of periods in one request. */
const BATCH_SIZE = 100;

/**
 * Sends the stored work periods of a user, and removes them after the server has received them. Periods that could not be sent stay stored
 * for the next call. Sending a period twice is harmless, because the server counts overlapping time once.
 */
export async function sendStoredPeriods(storage: Storage, userId: string): Promise<void> {
  const entries = listStoredPeriods(storage, userId);
  const workspaceIds = new Set(entries.map(({ workspaceId }) => workspaceId));
  for (const currentWorkspaceId of workspaceIds) {
    const workspaceEntries = entries.filter(({ workspaceId }) => workspaceId === currentWorkspaceId);
    for (let start = 0; start < workspaceEntries.length; start += BATCH_SIZE) {
      const batch = workspaceEntries.slice(start, start + BATCH_SIZE);
      if (!(await sendBatch(currentWorkspaceId, batch))) return;
      for (const entry of batch) removeStoredPeriod(storage, entry);
    }
  }
}

/** Sends a batch. Returns true if its periods can be removed: the server has stored them, or will never accept them. */
async function sendBatch(workspaceId: string, batch: readonly StoredEntry[]): Promise<boolean> {
  try {
    await sendReport(workspaceId, batch);
    return true;
  } catch (error) {
    if (!isRefusal(error)) return false;
    if (isUnsupportedCall(error)) return true;
  }
  // The server refuses periods of a deleted job, so send them without the job. The time still counts for the user.
  try {
    await sendReport(workspaceId, batch, { withJobs: false });
    return true;
  } catch (error) {
    return isRefusal(error);
  }
}

const isRefusal = (error: unknown) => error instanceof ApiError && [400, 403, 404, 405].includes(error.status);

async function sendReport(workspaceId: string, batch: readonly StoredEntry[], { withJobs = true } = {}): Promise<void> {
  const toTime = (time: number) => new Date(time).toISOString();
  const periods = batch.map(({ period: { started, ended, job } }) => ({
    started: toTime(started),
    ended: toTime(ended),
    job: withJobs ? job : null,
  }));
  await api.call('POST /history/v2/active-time/', { body: { sent: toTime(Date.now()), periods }, workspace: workspaceId });
}
