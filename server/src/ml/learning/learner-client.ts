import type { LearnerRequest, LearnerResult } from '@console/learner/protocol';
import { HttpError } from '../../platform/errors';
import type { FileStore } from '../../platform/files/store';
import { LearnerExited, startLearner, type Learner } from './learner';
import { messages } from './messages';

/** Maximum number of queued requests. The images of a queued request take space on the local disk. */
const MAX_QUEUED_REQUESTS = 50;
/** An idle process is stopped after this time, because it occupies about 200 MB of memory. */
const IDLE_MS = 300_000;

/** Sends requests to the learner process that serves predictions and embeddings. */
export interface LearnerClient {
  /** Throws LearnerRefusal, 502 if the process exits twice during the request, or 503 if too many requests are waiting. */
  send: (request: LearnerRequest) => Promise<LearnerResult>;
  /** Sends a request of background work, which waits until no other request is queued. Throws LearnerExited. */
  sendInBackground: (request: LearnerRequest) => Promise<LearnerResult>;
  /** Stops the process. The next request starts another one. */
  stop: () => void;
  /** Number of processes started so far. A new number means that the previous process and all data in its memory are lost. */
  readonly startCount: number;
}

type KeyOf<A> = A extends unknown ? keyof A : never;

/** Returns the value that a result has under `key`. Throws if the result belongs to another kind of request. */
export function getResult<Key extends KeyOf<LearnerResult>>(
  result: LearnerResult,
  key: Key,
): Extract<LearnerResult, Record<Key, unknown>>[Key] {
  if (!(key in result)) throw new Error(`The learner did not return ${key}`);
  return (result as Extract<LearnerResult, Record<Key, unknown>>)[key];
}

const clients = new WeakMap<FileStore, LearnerClient>();

/** Returns the client of this server's learner process. A request starts the process if it is not running. */
export function getLearnerClient(files: FileStore): LearnerClient {
  const client = clients.get(files) ?? createLearnerClient();
  clients.set(files, client);
  return client;
}

function createLearnerClient(): LearnerClient {
  let learner: Learner | null = null;
  let idleTimer: NodeJS.Timeout | undefined;
  let [queuedCount, backgroundCount, startedCount] = [0, 0, 0];
  const idleCallbacks: (() => void)[] = [];
  const send = (request: LearnerRequest) => {
    if (!learner || learner.hasExited) {
      learner = startLearner();
      startedCount += 1;
    }
    return learner.send(request);
  };
  const stop = () => learner?.stop();
  const onSettled = () => {
    if (queuedCount > 0) return;
    clearTimeout(idleTimer);
    for (const resume of idleCallbacks.splice(0)) resume();
    if (backgroundCount === 0) idleTimer = setTimeout(stop, IDLE_MS).unref();
  };

  return {
    stop,
    get startCount() {
      return startedCount;
    },
    send: async (request) => {
      if (queuedCount >= MAX_QUEUED_REQUESTS) throw new HttpError(503, messages.tooManyRequests, {}, { 'retry-after': '5' });
      queuedCount += 1;
      clearTimeout(idleTimer);
      try {
        // Send the request again if the process exited: it may have been killed during the previous request, for example by the system when
        // memory is short.
        return await send(request).catch((error: unknown) => {
          if (error instanceof LearnerExited) return send(request);
          throw error;
        });
      } catch (error) {
        throw error instanceof LearnerExited ? new HttpError(502, messages.learnerExited) : error;
      } finally {
        queuedCount -= 1;
        onSettled();
      }
    },
    sendInBackground: async (request) => {
      backgroundCount += 1;
      clearTimeout(idleTimer);
      try {
        while (queuedCount > 0) await new Promise<void>((resolve) => idleCallbacks.push(resolve));
        return await send(request);
      } finally {
        backgroundCount -= 1;
        onSettled();
      }
    },
  };
}
