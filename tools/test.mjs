// `npm test [-- step ...]` runs every check that must pass before a change is merged. The last line is `N passed, N failed`.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ignoreClosedOutput } from '../server/src/operations/cli/closed-pipe.mjs';
import { buildAll } from './build.mjs';
import { findOrInstallBrowser } from './browser.mjs';
import { ensureInstalled } from './install.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
process.chdir(root);
ignoreClosedOutput();
const RESULTS_DIR = path.join(root, 'test-results');

/**
 * Runs a command with its output on the terminal.
 *
 * Runs the command with a low priority, because the server starts processes (for training and for reading archives) with a low priority.
 * Four Jest workers with a higher priority slowed down a training from 3 s to over 30 s, so that its test timed out.
 * @returns {Promise<number>} the exit code
 */
function run(command, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } });
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    child.on('error', (error) => {
      console.error(error.message);
      resolve(127);
    });
    child.on('close', (code, signal) => resolve(signal ? 1 : code));
  });
}

/**
 * Runs a command with a low priority, so that it uses only CPU time that other steps leave idle.
 * @returns {Promise<{ code: number, output: string }>} exit code and complete output of the command
 */
function runInBackground(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.on('error', (error) => (output += `${error.message}\n`));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

const getBinPath = (name) => path.join(root, 'node_modules', '.bin', name);
const toResult = (code) => (code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });

/**
 * Number of Jest workers on a machine with two cores. Front-end tests use the CPU all the time. Server tests spend half of their time
 * waiting for processes and PostgreSQL, so four workers keep both cores busy.
 */
const WORKER_COUNTS = { web: 2, server: 4 };

async function runJest(project) {
  const file = path.join(RESULTS_DIR, `${project}.json`);
  rmSync(file, { force: true });
  const code = await run(getBinPath('jest'), [
    '--selectProjects',
    project,
    '--json',
    `--outputFile=${file}`,
    '--testLocationInResults=false',
    `--maxWorkers=${WORKER_COUNTS[project]}`,
  ]);
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const result = JSON.parse(readFileSync(file, 'utf8'));
  // A test file that cannot be loaded has no failed tests, so count the file itself as a failure.
  const failures = result.numFailedTests + result.numRuntimeErrorTestSuites;
  return { passed: result.numPassedTests, failed: failures === 0 && code !== 0 ? 1 : failures };
}

/** Installation of the browser in the background. It needs the network but hardly any CPU time. */
let browserInstallation = Promise.resolve();

async function runBrowserTests() {
  await browserInstallation;
  await buildAll();
  const file = path.join(RESULTS_DIR, 'e2e.json');
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

/** Steps without tests. They run in the background while other steps run tests. */
const checks = { lint: ['run', '--silent', 'lint'], types: ['run', '--silent', 'typecheck'] };

const steps = {
  lint: async () => toResult(await run('npm', checks.lint)),
  types: async () => toResult(await run('npm', checks.types)),
  unit: () => runJest('web'),
  server: () => runJest('server'),
  e2e: runBrowserTests,
};

/**
 * Runs the checks one after another in the background. If the browser tests come after other tests, first builds the product and installs
 * the browser.
 * @returns {Map<string, () => Promise<{ passed: number, failed: number }>>} functions that wait for a check and print its output
 */
function startChecks(names) {
  // Ignore failures of the build and the installation: the step with browser tests repeats them and shows the errors.
  const isBuiltFirst = names.filter((name) => !(name in checks)).indexOf('e2e') > 0;
  let previous = Promise.resolve();
  if (isBuiltFirst) {
    previous = runInBackground(process.execPath, ['tools/build.mjs']);
    const install = "import('./tools/browser.mjs').then(({ findOrInstallBrowser }) => findOrInstallBrowser({ shell: true }))";
    browserInstallation = runInBackground(process.execPath, ['--input-type=module', '--eval', install]);
  }
  return new Map(
    names
      .filter((name) => name in checks)
      .map((name) => {
        const check = previous.then(() => runInBackground('npm', checks[name]));
        previous = check;
        return [
          name,
          async () => {
            const { code, output } = await check;
            process.stdout.write(output);
            return toResult(code);
          },
        ];
      }),
  );
}

const requestedSteps = process.argv.slice(2);
const unknownSteps = requestedSteps.filter((name) => !(name in steps));
if (unknownSteps.length > 0) {
  console.error(`Unknown step: ${unknownSteps.join(', ')}. Available: ${Object.keys(steps).join(', ')}.`);
  process.exit(2);
}

await ensureInstalled();
mkdirSync(RESULTS_DIR, { recursive: true });
const stepNames = requestedSteps.length > 0 ? requestedSteps : Object.keys(steps);
const testNames = stepNames.filter((name) => !(name in checks));
const checksInBackground = testNames.length > 0 ? startChecks(stepNames) : new Map();
const total = { passed: 0, failed: 0 };
const lines = [];
// Print the results of the background checks last.
for (const name of [...stepNames.filter((check) => !checksInBackground.has(check)), ...checksInBackground.keys()]) {
  console.log(`\n== ${name}`);
  const startTime = Date.now();
  let result;
  try {
    result = await (checksInBackground.get(name) ?? steps[name])();
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
