import { sendAsChangeSet } from './change-set-attempts';

const failWithoutResponse = () => Promise.reject(new Error('no response'));
const succeed = () => Promise.resolve('done');

/** Sends a write whose response is lost, and returns the key of the write. */
async function sendLost(write: readonly unknown[]): Promise<string> {
  let key = '';
  await expect(
    sendAsChangeSet(write, ({ changeSet }) => {
      key = changeSet;
      return failWithoutResponse();
    }),
  ).rejects.toThrow('no response');
  return key;
}

test('a repetition after a lost response has the key of the failed attempt', async () => {
  const key = await sendLost(['delete', 'a']);
  expect(await sendLost(['delete', 'a'])).toBe(key);
  expect(await sendAsChangeSet(['delete', 'a'], succeed)).toEqual({ result: 'done', changeSet: key });
});

test('another write, and the same write after a success, have other keys', async () => {
  const key = await sendLost(['delete', 'b']);
  const otherKey = await sendAsChangeSet(['delete', 'c'], succeed);
  await sendAsChangeSet(['delete', 'b'], succeed);
  const repeatedKey = await sendAsChangeSet(['delete', 'b'], succeed);
  expect(new Set([key, otherKey.changeSet, repeatedKey.changeSet]).size).toBe(3);
});

test('a failed write keeps its key for ten minutes', async () => {
  jest.useFakeTimers();
  const key = await sendLost(['delete', 'd']);
  jest.setSystemTime(Date.now() + 601_000);
  expect(await sendLost(['delete', 'd'])).not.toBe(key);
  jest.useRealTimers();
});
