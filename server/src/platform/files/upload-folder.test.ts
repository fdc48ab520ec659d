import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import { join } from 'node:path';
import { createUploadFolder, deleteAbandonedUploadFolders } from './upload-folder';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(os.tmpdir(), 'console-sweep-test-'));
  jest.spyOn(os, 'tmpdir').mockReturnValue(folder);
});
afterEach(async () => {
  jest.restoreAllMocks();
  await rm(folder, { recursive: true });
});

/** The folder name of a process. */
const nameOf = (made: string, pid: number | undefined) => made.replace(`.${process.pid}-`, `.${pid}-`);

it('startup deletes upload folders of a killed server and keeps other folders', async () => {
  const mine = await createUploadFolder();
  const dead = spawnSync(process.execPath, ['-e', '']).pid;
  const ofOthers = ['console-upload-another_host.1-abcdef', 'console-other', 'a-file'];
  for (const path of [nameOf(mine, dead), nameOf(mine, process.ppid), ...ofOthers.map((name) => join(folder, name))]) {
    await mkdir(path);
    await writeFile(join(path, 'file'), 'half a pic');
  }
  // A folder of an earlier release, whose name has no process id.
  for (const [name, days] of [
    ['console-upload-fresh1', 0],
    ['console-upload-older1', 2],
  ] as const) {
    await mkdir(join(folder, name));
    const index = new Date(Date.now() - days * 86_400_000);
    await utimes(join(folder, name), index, index);
  }
  await deleteAbandonedUploadFolders();
  const kept = [nameOf(mine, process.ppid).slice(folder.length + 1), ...ofOthers, 'console-upload-fresh1'];
  expect((await readdir(folder)).sort()).toEqual(kept.sort());
});
