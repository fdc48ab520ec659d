import type { LearnerResult } from '@console/learner/protocol';
import { HttpError } from '../errors';
import type { FileStore } from '../files/store';
import { LearnerGone, startLearner, type Ask, type Learner } from './learner';
import { messages } from './messages';

/** Questions that wait for an answer at once: each has its pictures on the local disk. */
const MOST_IN_LINE = 50;
/** A process that nobody asks anything is ended after this long: it keeps some 200 MB. */
const IDLE_MS = 300_000;

export interface Asker {
  /** Throws LearnerRefusal, 502 where the process ended over the question twice, 503 where too many wait. */
  ask: (order: Ask) => Promise<LearnerResult>;
  /** The same for work that nobody waits for: it begins when no question is in line. Throws LearnerGone. */
  askBehind: (order: Ask) => Promise<LearnerResult>;
  /** Ends the process; the next question starts another one. */
  end: () => void;
  /** How often a process was started: what the one before had in memory is gone. */
  readonly starts: number;
}

type KeyOf<A> = A extends unknown ? keyof A : never;

/** What an answer has under its key. Throws where it is the answer to something else. */
export function answerOf<Key extends KeyOf<LearnerResult>>(
  answer: LearnerResult,
  key: Key,
): Extract<LearnerResult, Record<Key, unknown>>[Key] {
  if (!(key in answer)) throw new Error(`The process that learns did not answer with ${key}`);
  return (answer as Extract<LearnerResult, Record<Key, unknown>>)[key];
}

const askers = new WeakMap<FileStore, Asker>();

/** The process of this server that is asked: there is one, which is started by the first question, and again where it has ended. */
export function askerOf(files: FileStore): Asker {
  const known = askers.get(files) ?? makeAsker();
  askers.set(files, known);
  return known;
}

function makeAsker(): Asker {
  let learner: Learner | null = null;
  let idle: NodeJS.Timeout | undefined;
  let [inLine, behind, starts] = [0, 0, 0];
  const whenFree: (() => void)[] = [];
  const askOnce = (order: Ask) => {
    if (!learner || learner.hasEnded) {
      learner = startLearner();
      starts += 1;
    }
    return learner.ask(order);
  };
  const end = () => learner?.end();
  const settled = () => {
    if (inLine > 0) return;
    clearTimeout(idle);
    for (const goOn of whenFree.splice(0)) goOn();
    if (behind === 0) idle = setTimeout(end, IDLE_MS).unref();
  };

  return {
    end,
    get starts() {
      return starts;
    },
    ask: async (order) => {
      if (inLine >= MOST_IN_LINE) throw new HttpError(503, messages.tooManyQuestions, {}, { 'retry-after': '5' });
      inLine += 1;
      clearTimeout(idle);
      try {
        // It may have been ended over the question before, as by the system for want of memory.
        return await askOnce(order).catch((error: unknown) => {
          if (error instanceof LearnerGone) return askOnce(order);
          throw error;
        });
      } catch (error) {
        throw error instanceof LearnerGone ? new HttpError(502, messages.learnerGone) : error;
      } finally {
        inLine -= 1;
        settled();
      }
    },
    askBehind: async (order) => {
      behind += 1;
      clearTimeout(idle);
      try {
        while (inLine > 0) await new Promise<void>((resolve) => whenFree.push(resolve));
        return await askOnce(order);
      } finally {
        behind -= 1;
        settled();
      }
    },
  };
}
