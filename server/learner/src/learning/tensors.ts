import { dirname } from 'node:path';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import { AdamOptimizer, ready, setBackend } from '@tensorflow/tfjs-core';

const WASM = '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm.wasm';
let opened: Promise<void> | undefined;

/** Makes tfjs compute with its wasm backend. */
export function openTensors(): Promise<void> {
  opened ??= (async () => {
    setWasmPaths(`${dirname(require.resolve(WASM))}/`);
    if (!(await setBackend('wasm'))) throw new Error('The wasm backend of tfjs did not start');
    await ready();
  })();
  return opened;
}

/** Adam whose learning rate may change from step to step. */
export class PacedAdam extends AdamOptimizer {
  constructor(learningRate: number) {
    super(learningRate, 0.9, 0.999);
  }

  set rate(rate: number) {
    this.learningRate = rate;
  }
}
