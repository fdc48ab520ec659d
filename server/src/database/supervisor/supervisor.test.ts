import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { binariesFor, installedBinaries } from './binaries';
import { FolderInUseError, lockFolder } from './folder-lock';
import { eventually } from '../../testing/eventually';
import { startDatabase } from '.';
import { readPostmasterFile, stopLeftover } from './postmaster';
import { isAlive, startMark } from './process-identity';
import { canTraverse } from './reach';

const STRANGER = { uid: 54_321, gid: 54_321, name: 'stranger' };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'console-supervisor-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A process that runs until it is killed. */
async function otherProcess() {
  const child = spawn(process.execPath, ['-e', 'console.log("up"); setInterval(() => {}, 1e6)'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(child.stdout, 'data');
  const exited = once(child, 'exit');
  return {
    pid: child.pid ?? 0,
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

describe('the lock of a data folder', () => {
  it('is given once, and again when it was released', () => {
    const lock = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(FolderInUseError);
    lock.release();
    lockFolder(folder).release();
  });

  it('names the process that has it', async () => {
    const other = await otherProcess();
    writeFileSync(join(folder, 'server.lock'), JSON.stringify({ pid: other.pid, mark: startMark(other.pid) }));
    expect(() => lockFolder(folder)).toThrow(`process ${other.pid}`);
    await other.kill();
    lockFolder(folder).release();
  });

  it("is taken over from a process whose id is another one's now, and from a file that tells nothing", async () => {
    const other = await otherProcess();
    writeFileSync(join(folder, 'server.lock'), JSON.stringify({ pid: other.pid, mark: 'an earlier start' }));
    lockFolder(folder).release();
    writeFileSync(join(folder, 'server.lock'), '');
    lockFolder(folder).release();
    await other.kill();
  });
});

it('does not stop a process that only has the id of a database that once ran', async () => {
  const other = await otherProcess();
  writeFileSync(join(folder, 'postmaster.pid'), `${other.pid}\n${folder}\n1\n5432\n\n\n\nready\n`);
  await stopLeftover(folder);
  expect([isAlive(other.pid), existsSync(join(folder, 'postmaster.pid'))]).toEqual([true, false]);
  await other.kill();
});

describe('an account that may not enter a folder above', () => {
  it('is told from one that may', () => {
    const open = join(folder, 'open');
    mkdirSync(open, { mode: 0o755 });
    expect(canTraverse(open, STRANGER)).toBe(false);
    expect(canTraverse('/', STRANGER)).toBe(true);
  });

  it('gets a copy of the programs, made once, that runs', () => {
    const closed = join(folder, 'packages');
    const installed = installedBinaries();
    cpSync(installed.folder, closed, { recursive: true, verbatimSymlinks: true });
    const system = join(folder, 'system');
    const { initdb } = binariesFor(STRANGER, { folder: closed, version: 'x' }, system);
    expect(initdb).toBe(join(system, 'postgres-x', 'bin', 'initdb'));
    rmSync(closed, { recursive: true });
    expect(binariesFor(STRANGER, { folder: folder, version: 'x' }, system).initdb).toBe(initdb);
    expect(execFileSync(initdb, ['--version'], { encoding: 'utf8' })).toContain('PostgreSQL');
  });
});

it('a database that is killed, and again while it recovers from that, comes back', async () => {
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o755 });
  const givenUp: string[] = [];
  const database = await startDatabase({ dataDir: data, durable: false, onGivenUp: (reason) => givenUp.push(reason) });
  const cluster = join(data, 'postgres');
  try {
    const first = readPostmasterFile(cluster)?.pid ?? 0;
    process.kill(first, 'SIGKILL');
    let second = first;
    await eventually(() => {
      second = readPostmasterFile(cluster)?.pid ?? first;
      return second !== first;
    });
    process.kill(second, 'SIGKILL');
    await eventually(() => {
      const file = readPostmasterFile(cluster);
      return givenUp.length > 0 || (file?.ready === true && file.pid !== second && file.pid !== first);
    });
    expect(givenUp).toEqual([]);
  } finally {
    await database.stop();
  }
});
