import { openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction } from 'idb';
import type { Entry, ServerRef } from '../entries/types';
import type { OutboxStore, OutboxTx, TransactOptions } from './port';

interface Lease {
  readonly scope: string;
  readonly holder: string;
  readonly until: number;
}

interface Schema extends DBSchema {
  entries: {
    key: string;
    value: Entry;
    indexes: { seq: [string, number]; image: [string, string, number]; shape: [string, string, number]; user: [string, string] };
  };
  refs: { key: [string, string]; value: ServerRef };
  leases: { key: string; value: Lease };
}

type Database = IDBPDatabase<Schema>;
type WriteTx = IDBPTransaction<Schema, ['entries', 'refs'], 'readwrite'>;

const DATABASE = 'annotation-outbox';
const VERSION = 1;

/**
 * Creates a store for unsent changes (entries) in IndexedDB. The connection opens on first use, and reopens after the browser has closed
 * it.
 */
export function createIdbStore(name = DATABASE): OutboxStore {
  let openingDatabase: Promise<Database> | null = null;

  const resetConnection = () => {
    openingDatabase = null;
  };
  const openDatabase = (): Promise<Database> => {
    openingDatabase ??= openDB<Schema>(name, VERSION, {
      upgrade: createTables,
      // Close the connection, so that a tab with a newer build does not wait for this tab.
      blocking: (_current, _blocked, event) => {
        (event.target as IDBDatabase).close();
        resetConnection();
      },
      terminated: resetConnection,
    }).catch((error: unknown) => {
      resetConnection();
      throw error;
    });
    return openingDatabase;
  };

  /**
   * Retries once with a new connection. After the browser has closed the connection (site data cleared, frozen tab), its next use fails.
   */
  const withConnection = async <T>(performOnDatabase: (db: Database) => Promise<T>): Promise<T> => {
    try {
      return await performOnDatabase(await openDatabase());
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error;
      resetConnection();
      return performOnDatabase(await openDatabase());
    }
  };

  return {
    load: (scope) =>
      withConnection(async (db) => {
        const tx = db.transaction(['entries', 'refs']);
        const [entries, refs] = await Promise.all([
          tx.objectStore('entries').index('seq').getAll(toPrefixRange(scope)),
          tx.objectStore('refs').getAll(toPrefixRange(scope)),
        ]);
        return { entries, refs };
      }),
    listWorkspaces: (userId) =>
      withConnection(async (db) => {
        const workspaces: string[] = [];
        let cursor = await db.transaction('entries').store.index('user').openKeyCursor(toPrefixRange(userId), 'nextunique');
        while (cursor) {
          workspaces.push(cursor.key[1]);
          cursor = await cursor.continue();
        }
        return workspaces;
      }),
    transact: (scope, runTransaction, options) => withConnection((db) => transact(db, scope, runTransaction, options)),
    claimLease: (scope, holder, now, ttl) =>
      withConnection(async (db) => {
        const tx = db.transaction('leases', 'readwrite');
        const lease = await tx.store.get(scope);
        const isFree = !lease || lease.holder === holder || lease.until <= now;
        if (isFree) await tx.store.put({ scope, holder, until: now + ttl });
        await tx.done;
        return isFree;
      }),
    releaseLease: (scope, holder) =>
      withConnection(async (db) => {
        const tx = db.transaction('leases', 'readwrite');
        if ((await tx.store.get(scope))?.holder === holder) await tx.store.delete(scope);
        await tx.done;
      }),
    close: () => {
      void openingDatabase?.then(
        (db) => db.close(),
        () => undefined,
      );
      resetConnection();
    },
  };
}

function createTables(db: Database): void {
  const entries = db.createObjectStore('entries', { keyPath: 'id' });
  entries.createIndex('seq', ['scope', 'seq']);
  entries.createIndex('image', ['scope', 'imageId', 'seq']);
  entries.createIndex('shape', ['scope', 'shapeId', 'seq']);
  entries.createIndex('user', ['userId', 'workspaceId']);
  db.createObjectStore('refs', { keyPath: ['scope', 'shapeId'] });
  db.createObjectStore('leases', { keyPath: 'scope' });
}

/** Returns the range of all keys that start with these parts. An array sorts after every string and number. */
function toPrefixRange(...parts: string[]): IDBKeyRange {
  return IDBKeyRange.bound(parts, [...parts, []]);
}

async function transact<T>(
  db: Database,
  scope: string,
  runTransaction: (tx: OutboxTx) => Promise<T>,
  { strict = false }: TransactOptions = {},
): Promise<T> {
  const tx = db.transaction(['entries', 'refs'], 'readwrite', { durability: strict ? 'strict' : 'relaxed' });
  try {
    const result = await runTransaction(toOutboxTx(tx, scope));
    commit(tx);
    await tx.done;
    return result;
  } catch (error) {
    abort(tx);
    // Throw the error of the transaction, such as a full disk. The error of `runTransaction` may only say that the transaction was aborted.
    const transactionError = await tx.done.then(
      () => null,
      (reason: unknown) => reason,
    );
    throw isAbort(error) && transactionError ? transactionError : error;
  }
}

/**
 * Commits at once. Otherwise, the browser commits only after the last result was read, and the data is lost if the tab is killed before
 * that.
 */
function commit(tx: WriteTx): void {
  try {
    tx.commit();
  } catch {
    // The transaction has already finished, and `done` reports its result.
  }
}

function abort(tx: WriteTx): void {
  try {
    tx.abort();
  } catch {
    // The transaction has already finished.
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** Ignores the result of a write, because a failed write makes the complete transaction fail. */
function withoutWaiting(write: Promise<unknown>): Promise<void> {
  write.catch(() => undefined);
  return Promise.resolve();
}

function toOutboxTx(tx: WriteTx, scope: string): OutboxTx {
  const entries = tx.objectStore('entries');
  const refs = tx.objectStore('refs');
  return {
    getEntry: (id) => entries.get(id),
    getEntriesOfShape: (shapeId) => entries.index('shape').getAll(toPrefixRange(scope, shapeId)),
    getEntriesOfImage: (imageId) => entries.index('image').getAll(toPrefixRange(scope, imageId)),
    getLastOfImage: async (imageId) => (await entries.index('image').openCursor(toPrefixRange(scope, imageId), 'prev'))?.value,
    getLastEntry: async () => (await entries.index('seq').openCursor(toPrefixRange(scope), 'prev'))?.value,
    put: (entry) => withoutWaiting(entries.put(entry)),
    remove: (id) => withoutWaiting(entries.delete(id)),
    getRef: (shapeId) => refs.get([scope, shapeId]),
    putRef: (ref) => withoutWaiting(refs.put(ref)),
    removeRef: (shapeId) => withoutWaiting(refs.delete([scope, shapeId])),
  };
}
