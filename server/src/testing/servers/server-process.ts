import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';

const SERVER_DIR = join(__dirname, '..', '..', '..');
/** Output folder of the test bundles, relative to the packages of the server and of the learner. */
const OUT_DIR = 'dist/process-test';
const BUILD_TIMEOUT_MS = 300_000;
const BUILD_POLL_MS = 100;

/** Returns the path of a file of the bundle. */
export function getBundlePath(name: string): string {
  return join(SERVER_DIR, OUT_DIR, name);
}

/**
 * Bundles the server like a release, once per run of the suite: the first test worker builds, and the other workers wait. Call it before
 * tests that start the server as a process.
 */
export function bundleServer(): void {
  const runId = process.env.CONSOLE_SUITE_RUN ?? randomUUID();
  const [claimFile, resultFile] = [getBundlePath(`run-${runId}.claim`), getBundlePath(`run-${runId}.result`)];
  mkdirSync(join(SERVER_DIR, OUT_DIR), { recursive: true });
  if (createExclusively(claimFile)) {
    deleteRunFilesExcept(claimFile);
    const buildRun = spawnSync(process.execPath, ['build.mjs', OUT_DIR], { cwd: SERVER_DIR, encoding: 'utf8' });
    writeFileSync(`${resultFile}.new`, buildRun.status === 0 ? '' : buildRun.stderr || String(buildRun.error));
    renameSync(`${resultFile}.new`, resultFile);
  }
  const deadline = Date.now() + BUILD_TIMEOUT_MS;
  while (!existsSync(resultFile) && Date.now() < deadline)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUILD_POLL_MS);
  const error = readFileSync(resultFile, 'utf8');
  if (error !== '') throw new Error(`The server could not be bundled: ${error}`);
}

/** Creates an empty file. Returns false if it exists. */
function createExclusively(file: string): boolean {
  try {
    closeSync(openSync(file, 'wx'));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Deletes the files that earlier runs of the suite have left beside the bundle. */
function deleteRunFilesExcept(claimFile: string): void {
  for (const name of readdirSync(dirname(claimFile)))
    if (name.startsWith('run-') && name !== basename(claimFile)) rmSync(join(dirname(claimFile), name), { force: true });
}

export interface ServerProcess {
  child: ChildProcess;
  origin: string;
  /** Returns the output printed so far. */
  output: () => string;
  /** Sends the signal, waits for the process to exit and returns its exit code. */
  end: (signal: NodeJS.Signals) => Promise<number | null>;
}

type Environment = Record<string, string>;

const runningChildren = new Set<ChildProcess>();

/** Stops processes that a failed test has left running. */
export async function stopLeftovers(): Promise<void> {
  await Promise.all(
    [...runningChildren].map(async (child) => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }),
  );
}

/** Starts the bundled server, or the program of another release, without waiting. */
export function spawnServer(environment: Environment, program = getBundlePath('main.mjs')) {
  const child = spawn(process.execPath, [program], {
    env: { ...cleanEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  runningChildren.add(child);
  child.once('exit', () => runningChildren.delete(child));
  return child;
}

/** Starts the bundled server, or the program of another release, and waits until it prints its URL. Throws with its output if it exits. */
export async function startProcess(environment: Environment, program?: string): Promise<ServerProcess> {
  const child = spawnServer(environment, program);
  let output = '';
  const exitPromise = once(child, 'exit') as Promise<[number | null]>;
  const origin = await new Promise<string>((resolve, reject) => {
    const readOutput = (chunk: Buffer) => {
      output += chunk.toString();
      const match = /(?:console|API) is at (http:\S+?:\d+)[^]*Ctrl-C/.exec(output);
      if (match?.[1]) resolve(match[1]);
    };
    child.stdout.on('data', readOutput);
    child.stderr.on('data', readOutput);
    void exitPromise.then(([code]) => reject(new Error(`The server exited with ${code}: ${output}`)));
  });
  return {
    child,
    origin,
    output: () => output,
    end: async (signal) => {
      child.kill(signal);
      const [code] = await exitPromise;
      return code;
    },
  };
}

type Program = 'main' | 'admin';

function spawnProgram(name: Program, args: string[], environment: Environment) {
  return spawn(process.execPath, [getBundlePath(`${name}.mjs`), ...args], {
    env: { ...cleanEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs a bundled program to its end with a closed standard output, like in a pipe to `head`. */
export async function runWithClosedOutput(name: Program, args: string[], environment: Environment) {
  const child = spawnProgram(name, args, environment);
  const exitPromise = once(child, 'exit') as Promise<[number | null]>;
  child.stdout.destroy();
  const errors = await text(child.stderr);
  return { code: (await exitPromise)[0], errors };
}

/** Runs a bundled program to its end. */
export async function runProgram(
  name: Program,
  args: string[],
  environment: Environment,
): Promise<{ code: number | null; output: string }> {
  const child = spawnProgram(name, args, environment);
  const exitPromise = once(child, 'exit') as Promise<[number | null]>;
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: (await exitPromise)[0], output: stdout + stderr };
}

/** Removes Jest's variables, which would configure a test server instead of a real one. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const { PATH, TMPDIR, HOME } = process.env;
  // The program that trains models. In a release, the server finds it beside its own bundle.
  const CONSOLE_LEARNER = join(SERVER_DIR, 'learner', OUT_DIR, 'learner.cjs');
  return { PATH, TMPDIR, HOME, CONSOLE_LEARNER };
}
