import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import { join } from 'node:path';
import { createUploadFolder, deleteAbandonedUploadFolders } from './upload-folder';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(os.tmpdir(), 'console-upload-folder-test-'));
  jest.spyOn(os, 'tmpdir').mockReturnValue(folder);
});
afterEach(async () => {
  jest.restoreAllMocks();
  await rm(folder, { recursive: true });
});

/** Replaces the process id in the name of an upload folder. */
const withProcessId = (path: string, pid: number | undefined) => path.replace(`.${process.pid}-`, `.${pid}-`);

it('startup deletes upload folders of a killed server and keeps other folders', async () => {
  const ownFolder = await createUploadFolder();
  const exitedPid = spawnSync(process.execPath, ['-e', '']).pid;
  const otherNames = ['console-upload-another_host.1-abcdef', 'console-other', 'a-file'];
  for (const path of [
    withProcessId(ownFolder, exitedPid),
    withProcessId(ownFolder, process.ppid),
    ...otherNames.map((name) => join(folder, name)),
  ]) {
    await mkdir(path);
    await writeFile(join(path, 'file'), 'partial content');
  }
  // A folder of an earlier release, whose name has no process id.
  for (const [name, days] of [
    ['console-upload-fresh1', 0],
    ['console-upload-older1', 2],
  ] as const) {
    await mkdir(join(folder, name));
    const modificationTime = new Date(Date.now() - days * 86_400_000);
    await utimes(join(folder, name), modificationTime, modificationTime);
  }
  await deleteAbandonedUploadFolders();
  const remainingNames = [
    withProcessId(ownFolder, process.ppid).slice(folder.length + 1),
    ...otherNames,
    'console-upload-fresh1',
  ];
  expect((await readdir(folder)).sort()).toEqual(remainingNames.sort());
});
