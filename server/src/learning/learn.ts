import type { ModelNotes, Progress, TrainRequest } from '@console/learner/protocol';
import { startLearner, type Learner } from './learner';

export interface Learnt {
  /** The path of the model's file. */
  model: string;
  notes: ModelNotes;
}

let last = Promise.resolve();

/** One training after the other on this machine, whoever asks for it: each takes the processors and up to 1.5 GB. */
async function inTurn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const before = last;
  let end = () => undefined as void;
  last = new Promise((resolve) => (end = resolve));
  const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  try {
    await Promise.race([before, aborted]);
    signal.throwIfAborted();
    return await work();
  } finally {
    void before.then(end);
  }
}

/**
 * Trains in a process of its own, which `afterwards` may ask on. `onProgress` throws where the training shall end. Throws
 * LearnerRefusal in words for a person.
 */
export function learn<T>(
  order: TrainRequest,
  signal: AbortSignal,
  onProgress: (progress: Progress) => Promise<void>,
  afterwards: (learnt: Learnt, learner: Learner) => Promise<T>,
): Promise<T> {
  return inTurn(signal, async () => {
    const learner = startLearner();
    const stop = new AbortController();
    // One after the other, for each looks whether the training was cancelled.
    let telling = Promise.resolve();
    try {
      const answer = await learner.ask(
        { train: order },
        {
          signal: AbortSignal.any([signal, stop.signal]),
          onProgress: (state) => {
            telling = telling.then(() => onProgress(state)).catch((error: unknown) => stop.abort(error));
          },
        },
      );
      if (!('trained' in answer)) throw new Error('The process that learns did not answer with a model');
      return await afterwards(answer.trained, learner);
    } finally {
      learner.end();
    }
  });
}
