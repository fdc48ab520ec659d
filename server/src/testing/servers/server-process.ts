import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const SERVER_DIR = join(__dirname, '..', '..', '..');
/** Separate folders prevent concurrent test files from overwriting each other's bundle. */
const OUT_DIR = `dist/process-test-${process.env.JEST_WORKER_ID ?? '1'}`;

/** Bundles the server like a release, once per run of the suite. Call it before tests that start the server as a process. */
export function bundleServer(): void {
  const runFile = join(SERVER_DIR, OUT_DIR, 'run');
  const runId = process.env.CONSOLE_SUITE_RUN;
  if (runId !== undefined && existsSync(runFile) && readFileSync(runFile, 'utf8') === runId) return;
  const run = spawnSync(process.execPath, ['build.mjs', OUT_DIR], { cwd: SERVER_DIR, encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`The server could not be bundled: ${run.stderr}`);
  if (runId !== undefined) writeFileSync(runFile, runId);
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

const running = new Set<ChildProcess>();

/** Stops processes that a failed test has left running. */
export async function stopLeftovers(): Promise<void> {
  await Promise.all(
    [...running].map(async (child) => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }),
  );
}

/** Starts the bundled server, or the program of another release, without waiting. */
export function spawnServer(environment: Environment, program = join(SERVER_DIR, OUT_DIR, 'main.mjs')) {
  const child = spawn(process.execPath, [program], {
    env: { ...cleanEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** Starts the bundled server, or the program of another release, and waits until it prints its URL. Throws with its output if it exits. */
export async function startProcess(environment: Environment, program?: string): Promise<ServerProcess> {
  const child = spawnServer(environment, program);
  let output = '';
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const origin = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const match = /(?:console|API) is at (http:\S+?:\d+)[^]*Ctrl-C/.exec(output);
      if (match?.[1]) resolve(match[1]);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void exited.then(([code]) => reject(new Error(`The server exited with ${code}: ${output}`)));
  });
  return {
    child,
    origin,
    output: () => output,
    end: async (signal) => {
      child.kill(signal);
      const [code] = await exited;
      return code;
    },
  };
}

type Program = 'main' | 'admin';

function spawnProgram(name: Program, args: string[], environment: Environment) {
  return spawn(process.execPath, [join(SERVER_DIR, OUT_DIR, `${name}.mjs`), ...args], {
    env: { ...cleanEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs a bundled program to its end with a closed standard output, like in a pipe to `head`. */
export async function runWithClosedOutput(name: Program, args: string[], environment: Environment) {
  const child = spawnProgram(name, args, environment);
  const exited = once(child, 'exit') as Promise<[number | null]>;
  child.stdout.destroy();
  const errors = await text(child.stderr);
  return { code: (await exited)[0], errors };
}

/** Runs a bundled program to its end. */
export async function runProgram(
  name: Program,
  args: string[],
  environment: Environment,
): Promise<{ code: number | null; output: string }> {
  const child = spawnProgram(name, args, environment);
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: (await exited)[0], output: stdout + stderr };
}

/** Removes Jest's variables, which would configure a test server instead of a real one. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const { PATH, TMPDIR, HOME } = process.env;
  // The test bundle of the learner is not at the location of a release.
  const CONSOLE_LEARNER = join(SERVER_DIR, 'learner', OUT_DIR, 'learner.cjs');
  return { PATH, TMPDIR, HOME, CONSOLE_LEARNER };
}
