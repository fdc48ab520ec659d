import { setFlagsFromString } from 'node:v8';
import { withLeanHeap } from './lean-heap';

jest.mock('node:v8');
const setFlags = jest.mocked(setFlagsFromString);
const DEFAULT_GROWTH = '--heap-growing-percent=0';

it('collects garbage more often until the last of several works has finished or failed', async () => {
  let finish = () => {};
  const longWork = withLeanHeap(() => new Promise<void>((resolve) => (finish = resolve)));
  await expect(withLeanHeap(() => Promise.reject(new Error('The disk is full.')))).rejects.toThrow('The disk is full.');
  expect(setFlags.mock.calls.flat()).not.toContain(DEFAULT_GROWTH);
  expect(setFlags).toHaveBeenLastCalledWith(expect.stringMatching(/^--heap-growing-percent=[1-9]/));
  finish();
  await longWork;
  expect(setFlags).toHaveBeenLastCalledWith(DEFAULT_GROWTH);
});
