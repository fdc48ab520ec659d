import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import vm from 'node:vm';
import { writeTinyInteractiveModel } from '../../../../server/learner/src/testing/tiny-interactive-model';
import type { DecoderResult } from '../../../../remote-annotate/src/assist/model/decoder-protocol';
import { build } from 'esbuild';

const REPOSITORY_ROOT = path.join(__dirname, '..', '..', '..', '..');
const WORKER_FILE = path.join(REPOSITORY_ROOT, 'remote-annotate', 'src', 'assist', 'model', 'decoder.worker.ts');

let folder: string;
let sendToWorker: (request: unknown) => Promise<unknown>;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'decoder-'));
  await writeTinyInteractiveModel(folder);
  sendToWorker = await startWorker();
});
afterAll(() => rm(folder, { recursive: true }));

/**
 * Runs the bundled worker with only the globals of a browser worker, not those of Node. Returns a function that sends the worker a
 * request.
 */
async function startWorker(): Promise<(request: unknown) => Promise<unknown>> {
  const { outputFiles } = await build({
    entryPoints: [WORKER_FILE],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
  });
  let receive = (_response: unknown) => {};
  const scope: Record<string, unknown> = {
    WebAssembly,
    URL,
    TextDecoder,
    TextEncoder,
    performance,
    console,
    setTimeout,
    clearTimeout,
    queueMicrotask,
    Float32Array,
    Uint8Array,
    ArrayBuffer,
    BigInt64Array,
    Promise,
    WorkerGlobalScope: Object,
    location: { href: 'https://console.test/worker.js', origin: 'https://console.test' },
    onmessage: null,
    postMessage: (response: unknown) => receive(response),
  };
  scope.self = scope;
  vm.runInNewContext(outputFiles[0]!.text, scope);
  return (request) =>
    new Promise((resolve) => {
      receive = resolve;
      (scope.onmessage as (event: { data: unknown }) => void)({ data: request });
    });
}

const toBuffer = async (file: string) => Uint8Array.from(await readFile(file)).buffer;

/** Makes the worker open the model file as its decoder. */
async function openDecoder(file: string): Promise<unknown> {
  const runtime = await toBuffer(createRequire(WORKER_FILE).resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm'));
  return sendToWorker({
    files: { runtime, decoder: await toBuffer(path.join(folder, file)), coordinateSize: 64, maskShape: [1, 1, 64, 64] },
  });
}

it('the worker opens a decoder and finds the object at a clicked point', async () => {
  expect(await openDecoder('decoder.onnx')).toEqual({ result: null });
  // The embedding has 16 x 16 cells. A cell covers 8 x 8 pixels of the image of 128 x 128 pixels. Two red squares of 4 x 4 cells
  // are on a black background.
  const redPlane = Float32Array.from({ length: 256 }, (_, index) => {
    const [column, row] = [index % 16, Math.floor(index / 16)];
    return (column >= 2 && column < 6 && row >= 2 && row < 6) || (column >= 10 && column < 14 && row >= 10 && row < 14) ? 1 : 0;
  });
  const data = new Float32Array(3 * 256);
  data.set(redPlane);
  const size = { width: 128, height: 128 };
  const prompts = { box: null, strokes: [{ points: [100, 100], isObject: true }] };
  const firstResponse = await sendToWorker({
    marks: prompts,
    size,
    embedding: { data: data.buffer, shape: [1, 3, 16, 16] },
    previousMask: null,
  });
  const { suggestion, mask } = (firstResponse as { result: DecoderResult }).result;
  expect(suggestion.region).toMatchObject({ columns: 64, step: 2 });
  const corners = suggestion.outline.map((value) => Math.round(value / 4) * 4);
  expect([Math.min(...corners), Math.max(...corners)]).toEqual([80, 112]);

  const background = { ...prompts, strokes: [...prompts.strokes, { points: [90, 90], isObject: false }] };
  const nextRequest = { size, embedding: null, previousMask: null };
  expect(await sendToWorker({ ...nextRequest, marks: background })).toMatchObject({ result: { suggestion: { outline: [] } } });

  // With the previous mask, the result for a point on the black background still contains the red square.
  const blackObjectRequest = { ...nextRequest, marks: { box: null, strokes: [{ points: [4, 4], isObject: true }] } };
  const hasSquare = async (previousMask: unknown) => {
    const { result } = (await sendToWorker({ ...blackObjectRequest, previousMask })) as { result: DecoderResult };
    return result.suggestion.region.bits[50 * 64 + 50] === 1;
  };
  expect([await hasSquare(null), await hasSquare(mask)]).toEqual([false, true]);
});

it('the worker returns why a file is not a decoder', async () => {
  expect(await openDecoder('model.json')).toEqual({ error: expect.stringContaining('model') });
});
