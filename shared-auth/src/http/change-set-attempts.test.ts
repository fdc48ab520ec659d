import { sendAsChangeSet } from './change-set-attempts';

const failWithoutResponse = () => Promise.reject(new Error('no response'));
const succeedWithDone = () => Promise.resolve('done');

/** Sends a write whose response is lost, and returns the key of the write. */
async function sendWithoutResponse(write: readonly unknown[]): Promise<string> {
  let key = '';
  await expect(
    sendAsChangeSet(write, ({ changeSet }) => {
      key = changeSet;
      return failWithoutResponse();
    }),
  ).rejects.toThrow('no response');
  return key;
}

test('a repeated write after a lost response has the key of the failed attempt', async () => {
  const key = await sendWithoutResponse(['delete', 'a']);
  expect(await sendWithoutResponse(['delete', 'a'])).toBe(key);
  expect(await sendAsChangeSet(['delete', 'a'], succeedWithDone)).toEqual({ result: 'done', changeSet: key });
});

test('a different write, or the same write after a success, has a new key', async () => {
  const key = await sendWithoutResponse(['delete', 'b']);
  const otherKey = await sendAsChangeSet(['delete', 'c'], succeedWithDone);
  await sendAsChangeSet(['delete', 'b'], succeedWithDone);
  const repeatedKey = await sendAsChangeSet(['delete', 'b'], succeedWithDone);
  expect(new Set([key, otherKey.changeSet, repeatedKey.changeSet]).size).toBe(3);
});

test('a failed write keeps its key for ten minutes', async () => {
  jest.useFakeTimers();
  const key = await sendWithoutResponse(['delete', 'd']);
  jest.setSystemTime(Date.now() + 601_000);
  expect(await sendWithoutResponse(['delete', 'd'])).not.toBe(key);
  jest.useRealTimers();
});
