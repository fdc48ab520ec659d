import { performMaskTask, type MaskTask, type MaskTaskResult } from './mask-task';

/** The members of the worker's global scope that this file uses. The DOM types do not declare them. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<readonly MaskTask[]>) => void) | null;
  postMessage(message: readonly MaskTaskResult[]): void;
}

const scope = self as unknown as WorkerScope;
scope.onmessage = ({ data }) => scope.postMessage(data.map(performMaskTask));
