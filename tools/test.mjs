// `npm test [-- step ...]`: every check that must pass before a change is merged. The last line is `N passed, N failed`.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { goOnWithoutReader } from '../server/src/operations/cli/closed-pipe.mjs';
import { buildAll } from './build.mjs';
import { findOrInstallBrowser } from './browser.mjs';
import { ensureInstalled } from './install.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
process.chdir(root);
goOnWithoutReader();
const RESULTS = path.join(root, 'test-results');

/** @returns {Promise<number>} the exit code. The output of the command goes to the terminal. */
function run(command, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } });
    child.on('error', (error) => {
      console.error(error.message);
      resolve(127);
    });
    child.on('close', (code, signal) => resolve(signal ? 1 : code));
  });
}

const bin = (name) => path.join(root, 'node_modules', '.bin', name);
const toResult = (code) => (code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });

/**
 * Server tests wait for processes, connections and PostgreSQL, so a third worker uses two cores better: 313 s instead of
 * 346 s, measured on a busy machine. Front-end tests only compute.
 */
const WORKERS = { web: 2, server: 3 };

async function jest(project) {
  const file = path.join(RESULTS, `${project}.json`);
  rmSync(file, { force: true });
  const code = await run(bin('jest'), [
    '--selectProjects',
    project,
    '--json',
    `--outputFile=${file}`,
    '--testLocationInResults=false',
    `--maxWorkers=${WORKERS[project]}`,
  ]);
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const result = JSON.parse(readFileSync(file, 'utf8'));
  // A test file that cannot be loaded counts as a failure: it has no tests that could fail.
  const failed = result.numFailedTests + result.numRuntimeErrorTestSuites;
  return { passed: result.numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed };
}

async function browserTests() {
  await buildAll();
  const file = path.join(RESULTS, 'e2e.json');
  rmSync(file, { force: true });
  const cli = path.join(root, 'e2e/node_modules/@playwright/test/cli.js');
  const code = await run(process.execPath, [cli, 'test', '--config', 'e2e/playwright.config.ts'], {
    CHROMIUM: await findOrInstallBrowser({ shell: true }),
  });
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const { stats } = JSON.parse(readFileSync(file, 'utf8'));
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected === 0 && code !== 0 ? 1 : stats.unexpected,
    flaky: stats.flaky,
  };
}

const steps = {
  lint: async () => toResult(await run('npm', ['run', '--silent', 'lint'])),
  types: async () => toResult(await run('npm', ['run', '--silent', 'typecheck'])),
  unit: () => jest('web'),
  server: () => jest('server'),
  e2e: browserTests,
};

const requested = process.argv.slice(2);
const unknown = requested.filter((name) => !(name in steps));
if (unknown.length > 0) {
  console.error(`Unknown step: ${unknown.join(', ')}. Available: ${Object.keys(steps).join(', ')}.`);
  process.exit(2);
}

await ensureInstalled();
mkdirSync(RESULTS, { recursive: true });
const total = { passed: 0, failed: 0 };
const lines = [];
for (const name of requested.length > 0 ? requested : Object.keys(steps)) {
  console.log(`\n== ${name}`);
  const started = Date.now();
  let result;
  try {
    result = await steps[name]();
  } catch (error) {
    console.error(error);
    result = { passed: 0, failed: 1 };
  }
  total.passed += result.passed;
  total.failed += result.failed;
  const seconds = String(Math.round((Date.now() - started) / 1000)).padStart(5);
  const flaky = result.flaky ? `, ${result.flaky} of them only on retry (listed above as flaky)` : '';
  lines.push(
    `${name.padEnd(8)} ${String(result.passed).padStart(5)} passed ${String(result.failed).padStart(4)} failed ${seconds} s${flaky}`,
  );
}
console.log(`\n${lines.join('\n')}\n`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0);
