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

/** The entries in IndexedDB. Opens on first use, and again after the browser closed the connection. */
export function createIdbStore(name = DATABASE): OutboxStore {
  let opening: Promise<Database> | null = null;

  const forget = () => {
    opening = null;
  };
  const open = (): Promise<Database> => {
    opening ??= openDB<Schema>(name, VERSION, {
      upgrade: createTables,
      // A tab with a newer build must not wait for this one.
      blocking: (_current, _blocked, event) => {
        (event.target as IDBDatabase).close();
        forget();
      },
      terminated: forget,
    }).catch((error: unknown) => {
      forget();
      throw error;
    });
    return opening;
  };

  /** A connection can have been closed under us (site data cleared, a frozen tab): that shows only on use. */
  const using = async <T>(work: (db: Database) => Promise<T>): Promise<T> => {
    try {
      return await work(await open());
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error;
      forget();
      return work(await open());
    }
  };

  return {
    load: (scope) =>
      using(async (db) => {
        const tx = db.transaction(['entries', 'refs']);
        const [entries, refs] = await Promise.all([
          tx.objectStore('entries').index('seq').getAll(within(scope)),
          tx.objectStore('refs').getAll(within(scope)),
        ]);
        return { entries, refs };
      }),
    workspacesOf: (userId) =>
      using(async (db) => {
        const found: string[] = [];
        let cursor = await db.transaction('entries').store.index('user').openKeyCursor(within(userId), 'nextunique');
        while (cursor) {
          found.push(cursor.key[1]);
          cursor = await cursor.continue();
        }
        return found;
      }),
    transact: (scope, work, options) => using((db) => transact(db, scope, work, options)),
    claimLease: (scope, holder, now, ttl) =>
      using(async (db) => {
        const tx = db.transaction('leases', 'readwrite');
        const held = await tx.store.get(scope);
        const isFree = !held || held.holder === holder || held.until <= now;
        if (isFree) await tx.store.put({ scope, holder, until: now + ttl });
        await tx.done;
        return isFree;
      }),
    releaseLease: (scope, holder) =>
      using(async (db) => {
        const tx = db.transaction('leases', 'readwrite');
        if ((await tx.store.get(scope))?.holder === holder) await tx.store.delete(scope);
        await tx.done;
      }),
    close: () => {
      void opening?.then(
        (db) => db.close(),
        () => undefined,
      );
      forget();
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

/** All keys that begin with these parts: an array sorts after every string and number. */
function within(...parts: string[]): IDBKeyRange {
  return IDBKeyRange.bound(parts, [...parts, []]);
}

async function transact<T>(
  db: Database,
  scope: string,
  work: (tx: OutboxTx) => Promise<T>,
  { strict = false }: TransactOptions = {},
): Promise<T> {
  const tx = db.transaction(['entries', 'refs'], 'readwrite', { durability: strict ? 'strict' : 'relaxed' });
  try {
    const result = await work(viewOf(tx, scope));
    commit(tx);
    await tx.done;
    return result;
  } catch (error) {
    abort(tx);
    // The transaction's own error is the cause (disk full); what `work` saw may only be its echo.
    const cause = await tx.done.then(
      () => null,
      (failure: unknown) => failure,
    );
    throw isAbort(error) && cause ? cause : error;
  }
}

/** Left to itself it would be committed only when its last request has come back: a tab that dies meanwhile takes it along. */
function commit(tx: WriteTx): void {
  try {
    tx.commit();
  } catch {
    // It has ended already, and `done` says how.
  }
}

function abort(tx: WriteTx): void {
  try {
    tx.abort();
  } catch {
    // It has ended already.
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** Does not wait for the answer of a write: where it fails, the transaction does. */
function handedOver(write: Promise<unknown>): Promise<void> {
  write.catch(() => undefined);
  return Promise.resolve();
}

function viewOf(tx: WriteTx, scope: string): OutboxTx {
  const entries = tx.objectStore('entries');
  const refs = tx.objectStore('refs');
  return {
    entry: (id) => entries.get(id),
    entriesOfShape: (shapeId) => entries.index('shape').getAll(within(scope, shapeId)),
    entriesOfImage: (imageId) => entries.index('image').getAll(within(scope, imageId)),
    lastOfImage: async (imageId) => (await entries.index('image').openCursor(within(scope, imageId), 'prev'))?.value,
    last: async () => (await entries.index('seq').openCursor(within(scope), 'prev'))?.value,
    put: (entry) => handedOver(entries.put(entry)),
    remove: (id) => handedOver(entries.delete(id)),
    ref: (shapeId) => refs.get([scope, shapeId]),
    putRef: (ref) => handedOver(refs.put(ref)),
    removeRef: (shapeId) => handedOver(refs.delete([scope, shapeId])),
  };
}
