import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const CONCURRENCY = 2;
/**
 * Environment variables for programs written in Go, such as the linter. The checks run in parallel, so a program that uses both cores would
 * slow down the others. With one thread, linting needs half of the CPU time. Less frequent garbage collection saves another quarter, but
 * needs up to 3 GB.
 */
const GO_SETTINGS = { GOMAXPROCS: '1', GOGC: '400', GOMEMLIMIT: '3GiB' };

/**
 * Starts checks in the given order, runs them in parallel, and prints the output of each check when it finishes. All checks run even if one
 * fails, so that a single run reports every problem.
 * @param {{ name: string, args: string[] }[]} checks `args` are the arguments for Node
 * @returns {Promise<string[]>} names of the failed checks
 */
export async function runInParallel(checks) {
  const queue = [...checks];
  const failedCommands = [];
  const worker = async () => {
    for (let check = queue.shift(); check; check = queue.shift()) {
      const startTime = Date.now();
      const { code, output } = await runNode(check.args);
      const seconds = ((Date.now() - startTime) / 1000).toFixed(1);
      process.stdout.write(`${output}${code === 0 ? 'ok    ' : 'FAILED'} ${check.name} (${seconds} s)\n`);
      if (code !== 0) failedCommands.push(check.name);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return failedCommands;
}

const runningChildren = new Set();
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    for (const child of runningChildren) child.kill(signal);
    process.exit(130);
  });

function runNode(args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...GO_SETTINGS, ...process.env },
    });
    runningChildren.add(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.on('error', (error) => (output += `${error.message}\n`));
    child.on('close', (code) => {
      runningChildren.delete(child);
      resolve({ code, output });
    });
  });
}
