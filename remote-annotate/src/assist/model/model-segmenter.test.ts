import type { ModelPrompt } from '../../editor/model/prompt';
import type { DecoderResult, RawMask } from './decoder-protocol';
import { getModelSegmenter, ImageProblem } from './model-segmenter';

const mockDecode = jest.fn<Promise<DecoderResult>, [unknown, unknown, ModelPrompt, RawMask | null]>();
const mockClients: { ready: Promise<void>; stop: jest.Mock }[] = [];
jest.mock('./decoder-client', () => ({
  DecoderClient: class {
    readonly ready = Promise.resolve();
    readonly stop = jest.fn();
    readonly decode = mockDecode;

    constructor() {
      mockClients.push(this);
    }
  },
}));

jest.mock('../../workers/own-origin', () => ({ toOwnOrigin: (url: URL) => url }));

const mockCall = jest.fn<Promise<unknown>, [string, { signal: AbortSignal }]>();
jest.mock('@console/shared-auth', () => ({ api: { call: (...args: [string, { signal: AbortSignal }]) => mockCall(...args) } }));

const MODEL = { name: 'M', licence: null, decoder: '/decoder.onnx', coordinate_size: 64, mask_shape: [1, 1, 2, 2] };
const SIZE = { width: 64, height: 64 };
const READY = { status: 'ready', problem: null, embedding: { url: '/embedding', shape: [1] } };
const PREPARING = { status: 'preparing', problem: null, embedding: null };

const { signal } = new AbortController();
const createPrompt = (refines: ModelPrompt | null = null): ModelPrompt => ({ type: 'model', box: null, strokes: [], refines });
const createDecoderResult = (value: number): DecoderResult => ({
  suggestion: { region: { x: 0, y: 0, columns: 0, rows: 0, step: 1, bits: new Uint8Array() }, outline: [value], edges: [] },
  mask: Float32Array.of(value),
});

const realFetch = globalThis.fetch;
beforeEach(() => {
  globalThis.fetch = jest
    .fn()
    .mockImplementation(() => Promise.resolve({ ok: true, arrayBuffer: async () => new ArrayBuffer(4) }));
  mockCall.mockReset().mockResolvedValue(READY);
  mockDecode.mockReset();
});
afterEach(() => {
  globalThis.fetch = realFetch;
});

test('a refined prompt starts from the mask of the closest earlier prompt that has a mask', async () => {
  const segmenter = await getModelSegmenter(MODEL);
  const firstPrompt = createPrompt();
  mockDecode.mockResolvedValueOnce(createDecoderResult(1)).mockResolvedValueOnce(createDecoderResult(2));
  await segmenter.find('a', SIZE, firstPrompt, signal);
  // The decoder never got the second prompt, because the user added a third one in the meantime.
  await segmenter.find('a', SIZE, createPrompt(createPrompt(firstPrompt)), signal);
  expect(mockDecode.mock.calls.map(([, , , mask]) => mask && [...mask])).toEqual([null, [1]]);
});

test('a failed decoder is stopped and replaced for the next prompt', async () => {
  const segmenter = await getModelSegmenter(MODEL);
  const client = mockClients.at(-1)!;
  mockDecode.mockRejectedValueOnce(new Error('memory access out of bounds'));
  await expect(segmenter.find('a', SIZE, createPrompt(), signal)).rejects.toThrow('memory access');
  expect(client.stop).toHaveBeenCalled();
  const nextSegmenter = await getModelSegmenter(MODEL);
  expect(nextSegmenter).not.toBe(segmenter);
  mockDecode.mockResolvedValueOnce(createDecoderResult(3));
  await expect(nextSegmenter.find('a', SIZE, createPrompt(), signal)).resolves.toMatchObject({ outline: [3] });
  expect(await getModelSegmenter(MODEL)).toBe(nextSegmenter);
});

test('an image that the server cannot encode does not stop the decoder', async () => {
  const segmenter = await getModelSegmenter(MODEL);
  mockCall.mockResolvedValueOnce({ status: 'failed', problem: 'It is broken.', embedding: null });
  await expect(segmenter.find('broken', SIZE, createPrompt(), signal)).rejects.toThrow(ImageProblem);
  expect(await getModelSegmenter(MODEL)).toBe(segmenter);
});

test('aborting the preparation of an image stops polling for its embedding until the next preparation', async () => {
  const segmenter = await getModelSegmenter(MODEL);
  const controller = new AbortController();
  mockCall.mockResolvedValue(PREPARING);
  const preparation = segmenter.prepare('slow', controller.signal);
  await Promise.resolve();
  const abortReason = new Error('left');
  controller.abort(abortReason);
  await expect(preparation).rejects.toBe(abortReason);
  expect(mockCall).toHaveBeenCalledTimes(1);
  expect(mockCall.mock.calls[0]![1].signal).toBe(controller.signal);
  mockCall.mockResolvedValue(READY);
  await expect(segmenter.prepare('slow', signal)).resolves.toMatchObject({ shape: [1] });
});
