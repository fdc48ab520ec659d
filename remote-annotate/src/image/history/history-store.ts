import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { newShapeId, type HistoryEntry, type HistoryStacks, type ServerState, type ShapeId } from '../../editor';

/** Stored histories expire after two weeks, because users rarely undo older steps. The server can restore deleted shapes for 30 days. */
const MAX_AGE_MS = 14 * 24 * 60 * 60 * 1000;
const MAX_IMAGES = 300;
const MAX_STEPS = 200;
/** Maximum number of changes in all steps of an image: deleting thousands of shapes is one step. */
const MAX_CHANGES = 20_000;

/** The stored history of an image. Steps are separate rows, so that a new step does not rewrite all earlier steps. */
interface StackRow {
  readonly scope: string;
  readonly image: string;
  /** Time of the last change, in milliseconds since the epoch. */
  readonly at: number;
  /** Ids of the steps, most recent last. */
  readonly undos: readonly string[];
  readonly redos: readonly string[];
  /** Server states (row id and version) of deleted shapes, which undo needs to restore the rows. */
  readonly rows: readonly (readonly [ShapeId, ServerState])[];
}

interface StepRow {
  readonly scope: string;
  readonly image: string;
  readonly id: string;
  readonly step: Pick<HistoryEntry, 'changes' | 'outside'>;
}

interface Schema extends DBSchema {
  stacks: { key: [string, string]; value: StackRow; indexes: { at: number } };
  steps: { key: [string, string, string]; value: StepRow };
}

const DATABASE = 'annotation-history';
const VERSION = 1;

/** The undo stacks of an image, and the server states of its deleted shapes. */
export interface StoredHistory extends HistoryStacks {
  readonly rows: ReadonlyMap<ShapeId, ServerState>;
}

/**
 * Undo stacks of images in IndexedDB, by scope (user and workspace). They are not in the database of the outbox, whose version must not
 * change.
 */
class HistoryStore {
  private connection: Promise<IDBPDatabase<Schema>> | null = null;
  private readonly stepIds = new WeakMap<HistoryEntry, string>();

  /** Returns null when nothing is stored or when the browser does not support storage. */
  async load(scope: string, imageId: string): Promise<StoredHistory | null> {
    try {
      const tx = (await this.open()).transaction(['stacks', 'steps']);
      const [stack, steps] = await Promise.all([
        tx.objectStore('stacks').get([scope, imageId]),
        tx.objectStore('steps').getAll(getStepRange(scope, imageId)),
      ]);
      if (!stack || stack.at < Date.now() - MAX_AGE_MS) return null;
      const stepsById = new Map(steps.map(({ id, step }) => [id, this.setStepId({ ...step, at: -Infinity }, id)]));
      const toEntries = (ids: readonly string[]) => ids.flatMap((id) => stepsById.get(id) ?? []);
      return { undos: toEntries(stack.undos), redos: toEntries(stack.redos), rows: new Map(stack.rows) };
    } catch {
      return null;
    }
  }

  /** Stores the most recent steps. Storage errors are ignored: only undo is lost, the outbox has the changes. */
  async save(scope: string, imageId: string, history: StoredHistory): Promise<void> {
    const { undos, redos } = limitHistory(history);
    try {
      const tx = (await this.open()).transaction(['stacks', 'steps'], 'readwrite', { durability: 'relaxed' });
      const stacks = tx.objectStore('stacks');
      const steps = tx.objectStore('steps');
      const previousRow = await stacks.get([scope, imageId]);
      // Another tab may have replaced the history, so rely only on the steps that the stored row lists.
      const storedIds = new Set([...(previousRow?.undos ?? []), ...(previousRow?.redos ?? [])]);
      const entries = [...undos, ...redos].map((entry) => ({ entry, id: this.getStepId(entry) }));
      const currentIds = new Set(entries.map(({ id }) => id));
      const requests = [
        ...entries.flatMap(({ entry: { changes, outside }, id }) =>
          storedIds.has(id) ? [] : [steps.put({ scope, image: imageId, id, step: { changes, outside } })],
        ),
        ...[...storedIds].flatMap((id) => (currentIds.has(id) ? [] : [steps.delete([scope, imageId, id])])),
        entries.length === 0
          ? stacks.delete([scope, imageId])
          : stacks.put({
              scope,
              image: imageId,
              at: Date.now(),
              undos: undos.map((undo) => this.getStepId(undo)),
              redos: redos.map((redo) => this.getStepId(redo)),
              rows: [...history.rows],
            }),
      ];
      await Promise.all([...requests, tx.done]);
    } catch {
      // Ignore the error: the next change stores the history again.
    }
  }

  /** Deletes the history of an image that was deleted. */
  deleteHistory(scope: string, imageId: string): Promise<void> {
    return this.save(scope, imageId, { undos: [], redos: [], rows: new Map() });
  }

  private open(): Promise<IDBPDatabase<Schema>> {
    const resetConnection = () => {
      this.connection = null;
    };
    this.connection ??= openDB<Schema>(DATABASE, VERSION, {
      upgrade: (db) => {
        db.createObjectStore('stacks', { keyPath: ['scope', 'image'] }).createIndex('at', 'at');
        db.createObjectStore('steps', { keyPath: ['scope', 'image', 'id'] });
      },
      // Close the connection so that a tab with a newer version can upgrade the database.
      blocking: (_current, _blocked, event) => {
        (event.target as IDBDatabase).close();
        resetConnection();
      },
      terminated: resetConnection,
    }).then(
      async (db) => {
        await deleteExpiredHistories(db);
        return db;
      },
      (error: unknown) => {
        resetConnection();
        throw error;
      },
    );
    return this.connection;
  }

  private getStepId(entry: HistoryEntry): string {
    const id = this.stepIds.get(entry) ?? newShapeId();
    this.stepIds.set(entry, id);
    return id;
  }

  private setStepId(entry: HistoryEntry, id: string): HistoryEntry {
    this.stepIds.set(entry, id);
    return entry;
  }
}

function getStepRange(scope: string, imageId: string): IDBKeyRange {
  return IDBKeyRange.bound([scope, imageId], [scope, imageId, []]);
}

/** Returns the most recent steps within the limits. */
function limitHistory({ undos, redos }: HistoryStacks): HistoryStacks {
  let remainingChanges = MAX_CHANGES;
  const takeRecent = (entries: readonly HistoryEntry[]) => {
    const lastDropped = entries.findLastIndex((entry) => (remainingChanges -= entry.changes.length) < 0);
    return entries.slice(lastDropped + 1).slice(-MAX_STEPS);
  };
  return { undos: takeRecent(undos), redos: takeRecent(redos) };
}

/** Deletes expired histories, and the oldest histories if there are too many images. */
async function deleteExpiredHistories(db: IDBPDatabase<Schema>): Promise<void> {
  const tx = db.transaction(['stacks', 'steps'], 'readwrite');
  const oldestAllowedTime = Date.now() - MAX_AGE_MS;
  let surplusImages = (await tx.objectStore('stacks').count()) - MAX_IMAGES;
  let cursor = await tx.objectStore('stacks').index('at').openCursor();
  for (; cursor && (surplusImages > 0 || cursor.value.at < oldestAllowedTime); cursor = await cursor.continue()) {
    const { scope, image } = cursor.value;
    surplusImages -= 1;
    await tx.objectStore('steps').delete(getStepRange(scope, image));
    await cursor.delete();
  }
  await tx.done;
}

/** The history store of this tab. */
export const historyStore = new HistoryStore();
