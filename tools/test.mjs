// `npm test [-- step ...]` runs every check that must pass before a change is merged. The last line is `N passed, N failed`.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ignoreClosedOutput } from '../server/src/operations/cli/closed-pipe.mjs';
import { buildAll } from './build.mjs';
import { findOrInstallBrowser } from './browser.mjs';
import { ensureInstalled } from './install.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
process.chdir(root);
ignoreClosedOutput();
const RESULTS = path.join(root, 'test-results');

/** Runs a command with its output on the terminal. @returns {Promise<number>} the exit code */
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

const getBinPath = (name) => path.join(root, 'node_modules', '.bin', name);
const toResult = (code) => (code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });

/**
 * Number of Jest workers on two cores. Server tests mostly wait for processes and PostgreSQL, so a third worker makes them
 * faster: 313 s instead of 346 s on a busy machine. Front-end tests use the CPU all the time.
 */
const WORKERS = { web: 2, server: 3 };

async function runJest(project) {
  const file = path.join(RESULTS, `${project}.json`);
  rmSync(file, { force: true });
  const code = await run(getBinPath('jest'), [
    '--selectProjects',
    project,
    '--json',
    `--outputFile=${file}`,
    '--testLocationInResults=false',
    `--maxWorkers=${WORKERS[project]}`,
  ]);
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const result = JSON.parse(readFileSync(file, 'utf8'));
  // A test file that cannot be loaded has no failed tests, so count the file itself as a failure.
  const failed = result.numFailedTests + result.numRuntimeErrorTestSuites;
  return { passed: result.numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed };
}

async function runBrowserTests() {
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
    passed: stats.expected,
    failed: stats.unexpected === 0 && code !== 0 ? 1 : stats.unexpected,
  };
}

const steps = {
  lint: async () => toResult(await run('npm', ['run', '--silent', 'lint'])),
  types: async () => toResult(await run('npm', ['run', '--silent', 'typecheck'])),
  unit: () => runJest('web'),
  server: () => runJest('server'),
  e2e: runBrowserTests,
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
  const startTime = Date.now();
  let result;
  try {
    result = await steps[name]();
  } catch (error) {
    console.error(error);
    result = { passed: 0, failed: 1 };
  }
  total.passed += result.passed;
  total.failed += result.failed;
  const seconds = String(Math.round((Date.now() - startTime) / 1000)).padStart(5);
  lines.push(
    `${name.padEnd(8)} ${String(result.passed).padStart(5)} passed ${String(result.failed).padStart(4)} failed ${seconds} s`,
  );
}
console.log(`\n${lines.join('\n')}\n`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0);
