import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getBinaries, findInstalledBinaries } from './binaries';
import { createCluster } from './cluster';
import { FolderInUseError, lockFolder } from './folder-lock';
import { prepareLayout } from './layout';
import { waitUntil } from '../../../testing/wait/wait-until';
import { startDatabase } from '.';
import { readPostmasterFile, stopLeftover } from './postmaster';
import { isAlive, readStartTime } from './process-identity';
import { canTraverse } from './can-traverse';
import { createRuntimeFolder } from './runtime-folder';

const OTHER_ACCOUNT = { uid: 54_321, gid: 54_321, name: 'other' };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'console-supervisor-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A process that runs until it is killed. */
async function startOtherProcess() {
  const child = spawn(process.execPath, ['-e', 'console.log("up"); setInterval(() => {}, 1e6)'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(child.stdout, 'data');
  const exitPromise = once(child, 'exit');
  return {
    pid: child.pid ?? 0,
    kill: async () => {
      child.kill('SIGKILL');
      await exitPromise;
    },
  };
}

describe('a data folder lock', () => {
  it('can be acquired once, and again after its release', () => {
    const lock = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(FolderInUseError);
    lock.release();
    lockFolder(folder).release();
  });

  it('reports the process that holds it', async () => {
    const otherProcess = await startOtherProcess();
    writeFileSync(join(folder, 'server.lock'), JSON.stringify({ pid: otherProcess.pid, mark: readStartTime(otherProcess.pid) }));
    expect(() => lockFolder(folder)).toThrow(`process ${otherProcess.pid}`);
    await otherProcess.kill();
    lockFolder(folder).release();
  });

  it('is taken over if the process id was reused or the lock file is empty', async () => {
    const otherProcess = await startOtherProcess();
    writeFileSync(join(folder, 'server.lock'), JSON.stringify({ pid: otherProcess.pid, mark: 'an earlier start' }));
    lockFolder(folder).release();
    writeFileSync(join(folder, 'server.lock'), '');
    lockFolder(folder).release();
    await otherProcess.kill();
  });
});

it('does not stop another program that has reused the process id of a database', async () => {
  const otherProcess = await startOtherProcess();
  writeFileSync(join(folder, 'postmaster.pid'), `${otherProcess.pid}\n${folder}\n1\n5432\n\n\n\nready\n`);
  await stopLeftover(folder);
  expect([isAlive(otherProcess.pid), existsSync(join(folder, 'postmaster.pid'))]).toEqual([true, false]);
  await otherProcess.kill();
});

describe('an account without access to a parent folder', () => {
  it('is detected', () => {
    const childFolder = join(folder, 'child');
    mkdirSync(childFolder, { mode: 0o755 });
    expect(canTraverse(childFolder, OTHER_ACCOUNT)).toBe(false);
    expect(canTraverse('/', OTHER_ACCOUNT)).toBe(true);
  });

  it('receives a working copy of the executables that is created once', () => {
    const inaccessibleFolder = join(folder, 'packages');
    const installedBinaries = findInstalledBinaries();
    cpSync(installedBinaries.folder, inaccessibleFolder, { recursive: true, verbatimSymlinks: true });
    const systemFolder = join(folder, 'system');
    const { initdb } = getBinaries(OTHER_ACCOUNT, { folder: inaccessibleFolder, version: 'x' }, systemFolder);
    expect(initdb).toBe(join(systemFolder, 'postgres-x', 'bin', 'initdb'));
    rmSync(inaccessibleFolder, { recursive: true });
    expect(getBinaries(OTHER_ACCOUNT, { folder, version: 'x' }, systemFolder).initdb).toBe(initdb);
    expect(execFileSync(initdb, ['--version'], { encoding: 'utf8' })).toContain('PostgreSQL');
  });
});

it('a database that is killed twice, also during recovery, restarts', async () => {
  const dataFolder = join(folder, 'data');
  mkdirSync(dataFolder, { mode: 0o755 });
  const restartFailures: string[] = [];
  const database = await startDatabase({
    dataDir: dataFolder,
    durable: false,
    onRestartFailed: (reason) => restartFailures.push(reason),
  });
  const cluster = join(dataFolder, 'postgres');
  try {
    const firstPid = readPostmasterFile(cluster)?.pid ?? 0;
    process.kill(firstPid, 'SIGKILL');
    let secondPid = firstPid;
    await waitUntil(() => {
      secondPid = readPostmasterFile(cluster)?.pid ?? firstPid;
      return secondPid !== firstPid;
    });
    process.kill(secondPid, 'SIGKILL');
    await waitUntil(() => {
      const file = readPostmasterFile(cluster);
      return restartFailures.length > 0 || (file?.ready === true && file.pid !== secondPid && file.pid !== firstPid);
    });
    expect(restartFailures).toEqual([]);
  } finally {
    await database.stop();
  }
});

it('reports why the database cannot be created', async () => {
  const runtime = await createRuntimeFolder(null);
  const binaries = { initdb: join(folder, 'missing'), postgres: '' };
  await expect(createCluster(prepareLayout(folder), binaries, null, runtime)).rejects.toThrow(
    /^The database could not be created: spawn .* ENOENT$/,
  );
  runtime.remove();
  expect(existsSync(join(folder, 'postgres'))).toBe(false);
});
