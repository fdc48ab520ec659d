import { setFlagsFromString } from 'node:v8';
import { withLeanHeap } from './lean-heap';

jest.mock('node:v8');
const set = jest.mocked(setFlagsFromString);
const DEFAULT_GROWTH = '--heap-growing-percent=0';

it('collects garbage more often until the last of several works has finished or failed', async () => {
  let end = () => {};
  const long = withLeanHeap(() => new Promise<void>((resolve) => (end = resolve)));
  await expect(withLeanHeap(() => Promise.reject(new Error('The disk is full.')))).rejects.toThrow('The disk is full.');
  expect(set.mock.calls.flat()).not.toContain(DEFAULT_GROWTH);
  expect(set).toHaveBeenLastCalledWith(expect.stringMatching(/^--heap-growing-percent=[1-9]/));
  end();
  await long;
  expect(set).toHaveBeenLastCalledWith(DEFAULT_GROWTH);
});
