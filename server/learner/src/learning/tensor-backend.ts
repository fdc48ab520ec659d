import { dirname } from 'node:path';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import { AdamOptimizer, ready, setBackend } from '@tensorflow/tfjs-core';

const WASM = '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm.wasm';
let backendStart: Promise<void> | undefined;

/** Starts the wasm backend of tfjs. */
export function startTensorBackend(): Promise<void> {
  backendStart ??= (async () => {
    setWasmPaths(`${dirname(require.resolve(WASM))}/`);
    if (!(await setBackend('wasm'))) throw new Error('The wasm backend of tfjs did not start');
    await ready();
  })();
  return backendStart;
}

/** An Adam optimizer whose learning rate can change at each step. */
export class ScheduledAdam extends AdamOptimizer {
  constructor(learningRate: number) {
    super(learningRate, 0.9, 0.999);
  }

  set rate(rate: number) {
    this.learningRate = rate;
  }
}
