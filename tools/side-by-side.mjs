import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const AT_ONCE = 2;

/**
 * Runs checks side by side, the first ones first, and prints what each has to say when it ends. All are run, also when one
 * fails, so that one look tells everything.
 * @param {{ name: string, args: string[] }[]} checks arguments for Node
 * @returns {Promise<string[]>} names of those that failed
 */
export async function runSideBySide(checks) {
  const waiting = [...checks];
  const failed = [];
  const lane = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const started = Date.now();
      const { code, output } = await run(check.args);
      const seconds = ((Date.now() - started) / 1000).toFixed(1);
      process.stdout.write(`${output}${code === 0 ? 'ok    ' : 'FAILED'} ${check.name} (${seconds} s)\n`);
      if (code !== 0) failed.push(check.name);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return failed;
}

const running = new Set();
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    for (const child of running) child.kill(signal);
    process.exit(130);
  });

function run(args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    running.add(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.on('error', (error) => (output += `${error.message}\n`));
    child.on('close', (code) => {
      running.delete(child);
      resolve({ code, output });
    });
  });
}
