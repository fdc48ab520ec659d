import { setImmediate as turnEventLoop } from 'node:timers/promises';
import { deleteFiles } from './delete-files';

it('deletes all files and reports those that could not be deleted', async () => {
  const deletedKeys: string[] = [];
  const files = {
    delete: async (key: string) => {
      if (key.startsWith('locked')) throw new Error(key);
      deletedKeys.push(key);
    },
  };
  const deletion = deleteFiles(files, ['first', 'locked-1', null, 'second', 'locked-2', 'third']);
  await expect(deletion).rejects.toThrow('2 of 5 files could not be deleted');
  expect(deletedKeys).toEqual(['first', 'second', 'third']);
});

it('deletes at most 16 files at a time', async () => {
  let [runningCount, maxRunningCount] = [0, 0];
  const files = {
    delete: async () => {
      runningCount += 1;
      maxRunningCount = Math.max(maxRunningCount, runningCount);
      await turnEventLoop();
      runningCount -= 1;
    },
  };
  await deleteFiles(
    files,
    Array.from({ length: 50 }, (_, index) => `file-${index}`),
  );
  expect(maxRunningCount).toBe(16);
});
