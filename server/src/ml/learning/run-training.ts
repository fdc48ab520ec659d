import type { ModelNotes, Progress, TrainRequest } from '@console/learner/protocol';
import { startLearner, type Learner } from './learner';

/** A finished training. */
interface TrainingResult {
  /** Path of the model file. */
  model: string;
  /** Metadata of the model, such as its scores. */
  notes: ModelNotes;
}

let lastTraining = Promise.resolve();

/** Runs one training after the other on this machine, because each uses all processors and up to 1.5 GB of memory. */
async function runExclusively<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const previousTraining = lastTraining;
  let release = () => undefined as void;
  lastTraining = new Promise((resolve) => (release = resolve));
  const abortedSignal = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  try {
    await Promise.race([previousTraining, abortedSignal]);
    signal.throwIfAborted();
    return await work();
  } finally {
    void previousTraining.then(release);
  }
}

/**
 * Trains in a separate process, the learner. `useLearner` can send further requests to this process. If `onProgress` throws, the
 * training stops with this error. Throws LearnerRefusal with a message for the user.
 */
export function runTraining<T>(
  request: TrainRequest,
  signal: AbortSignal,
  onProgress: (progress: Progress) => Promise<void>,
  useLearner: (training: TrainingResult, learner: Learner) => Promise<T>,
): Promise<T> {
  return runExclusively(signal, async () => {
    const learner = startLearner();
    const reportFailure = new AbortController();
    // Progress reports are handled one after the other, because each checks whether the training was cancelled.
    let lastReport = Promise.resolve();
    try {
      const trainResult = await learner.send(
        { train: request },
        {
          signal: AbortSignal.any([signal, reportFailure.signal]),
          onProgress: (state) => {
            lastReport = lastReport.then(() => onProgress(state)).catch((error: unknown) => reportFailure.abort(error));
          },
        },
      );
      if (!('trained' in trainResult)) throw new Error('The learner did not return a model');
      return await useLearner(trainResult.trained, learner);
    } finally {
      learner.stop();
    }
  });
}
