/** The user and the workspace for which a period counts. */
export interface PeriodOwner {
  userId: string;
  workspaceId: string;
}

/** A period in which the user worked on an item. Times are in milliseconds since 1970. */
interface StoredPeriod {
  started: number;
  ended: number;
  job: string | null;
}

/** A stored period with its workspace, its storage key, and its stored JSON text. */
export interface StoredEntry {
  key: string;
  text: string;
  workspaceId: string;
  period: StoredPeriod;
}

const PREFIX = 'console.active-time';
/** Maximum number of stored periods of a user. It is exceeded only if nothing could be sent for days. */
const MAX_PERIODS = 2000;

/** Stores a period until the server has it. Replaces a shorter version with the same id. */
export function storePeriod(storage: Storage, { userId, workspaceId }: PeriodOwner, id: string, period: StoredPeriod): void {
  try {
    storage.setItem([PREFIX, userId, workspaceId, id].join(' '), JSON.stringify(period));
  } catch {
    // A full storage must not disturb the user's work. A later version of the period includes the time of this version.
  }
}

/** Lists the stored periods of a user in all workspaces, including the periods of other tabs. */
export function listStoredPeriods(storage: Storage, userId: string): StoredEntry[] {
  const prefix = `${PREFIX} ${userId} `;
  return Array.from({ length: storage.length }, (_, index) => storage.key(index))
    .flatMap((key) => {
      const [workspaceId] = key?.startsWith(prefix) ? key.slice(prefix.length).split(' ') : [];
      const text = key === null ? null : storage.getItem(key);
      const period = text === null ? null : parsePeriod(text);
      return key && workspaceId && text !== null && period ? [{ key, text, workspaceId, period }] : [];
    })
    .slice(0, MAX_PERIODS);
}

function parsePeriod(text: string): StoredPeriod | null {
  try {
    const { started, ended, job } = JSON.parse(text) as Partial<StoredPeriod>;
    return typeof started === 'number' && typeof ended === 'number' ? { started, ended, job: job ?? null } : null;
  } catch {
    return null;
  }
}

/** Removes a period that was sent, unless it has grown since. */
export function removeStoredPeriod(storage: Storage, { key, text }: StoredEntry): void {
  if (storage.getItem(key) === text) storage.removeItem(key);
}
