import { performMaskTask, type MaskTask, type MaskTaskResult } from './mask-task';

/** The part of the global scope of a worker that is used here. The types of the DOM do not contain it. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<readonly MaskTask[]>) => void) | null;
  postMessage(message: readonly MaskTaskResult[]): void;
}

const scope = self as unknown as WorkerScope;
scope.onmessage = ({ data }) => scope.postMessage(data.map(performMaskTask));
