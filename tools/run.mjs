// `npm run <task>`: all commands of a checkout except start and test.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ignoreClosedOutput } from '../server/src/operations/cli/closed-pipe.mjs';
import { findOrInstallBrowser } from './browser.mjs';
import { buildAll } from './build.mjs';
import { CommandFailedError, ensureInstalled, runInForeground } from './install.mjs';
import { checkTypes } from './types.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const [task, ...args] = process.argv.slice(2);

const NON_FUNCTIONAL = 'e2e/non-functional';
const tsx = (script, scriptArguments) =>
  runInForeground(process.execPath, ['--import', 'tsx', path.join(root, script), ...scriptArguments]);

const buildServer = () => buildAll({ apiOnly: true });
async function buildForBrowser() {
  await buildAll();
  process.env.CHROMIUM = await findOrInstallBrowser();
}

/** Benchmarks by name, with their options and a function that runs them. */
const benches = {
  api: ['[--images 100000] [--groups 10000] [--rounds 100] [--calls 3000]', runBench('server/api', buildServer)],
  catalogue: ['[--products 100000] [--groups 10000] [--rounds 100]', runBench('server/catalogue', buildServer)],
  scale: [
    '[lists] [change] [ids] [exports] [start] [--images 1000000] [--rounds 5] [--data folder]',
    runBench('server/scale', buildServer),
  ],
  exchange: ['[--images 100000]', runBench('server/exchange', buildServer)],
  history: [
    '[--changes 10000000] [--rounds 40] [--write-rounds 10] [--only reads|writes|import]',
    runBench('server/history', buildServer),
  ],
  quality: ['[--items 100000] [--gold 500] [--people 20] [--rounds 40]', runBench('server/quality', buildServer)],
  models: [
    '[cells] [fruits] [groceries] [memory] [nearest] [similar] [duplicates] [predict] [--seeds 5] [--pictures 2000] [--rows 1000000] [--data folder]',
    runModelBenches,
  ],
  'next-batch': ['[--set groceries|cells] [--data folder] [--seeds 5] [--batch 15]', runBench('next-batch/main')],
  'label-errors': [
    '[--data folder] [--seeds 3] [--plantings 10] [--images 120] [--errors 24] [--folds 2]',
    runBench('label-errors/main'),
  ],
  load: ['[--runs 7]', runBench('page-load/main', buildForBrowser)],
  walk: ['[--rounds 3]', runBench('screens/walk', buildForBrowser)],
  group: ['[--rounds 10]', runBench('screens/group', buildForBrowser)],
  'shape-wall': ['[--rounds 10]', runBench('screens/shape-wall', buildForBrowser)],
  map: ['[--rounds 10]', runBench('screens/map', buildForBrowser)],
  jobs: ['[--rounds 20]', runBench('screens/jobs', buildForBrowser)],
  pages: ['[--rounds 5]', runBench('screens/pages', buildForBrowser)],
  tables: ['[--rounds 20]', runBench('screens/tables', buildForBrowser)],
  assist: ['[--data folder] [--cells 20] [--every 1] [--only fruits|cells]', runBench('assist/main')],
  hand: ['[--data folder]', runBench('hand/main', buildForBrowser)],
  canvas: [
    '[--counts 500,5000,20000] [--kinds polygon,box,rotated]',
    runBench('canvas/main', async () => {
      process.env.CHROMIUM = await findOrInstallBrowser();
    }),
  ],
};

function runBench(script, prepare = () => undefined) {
  return async (options) => {
    await prepare();
    await tsx(`${NON_FUNCTIONAL}/bench/${script}.ts`, options);
  };
}

async function runModelBenches(options) {
  const sections = ['cells', 'fruits', 'groceries', 'memory', 'nearest', 'similar', 'duplicates', 'predict'];
  const requestedSections = sections.filter((section) => options.includes(section));
  const isRequested = (section) => requestedSections.length === 0 || requestedSections.includes(section);
  await tsx('server/learner/src/bench/models.ts', options);
  if (isRequested('duplicates')) await runBench('server/duplicates')(options);
  if (isRequested('similar')) await runBench('server/similar', buildServer)(options);
  if (isRequested('predict')) await runBench('server/models', buildServer)([]);
}

const runCli = (file, options) => runInForeground(process.execPath, [path.join(root, file), ...options]);
/** Starts Jest by pnpm's script, which sets the path on which bundled packages find their dependencies. */
const runJest = (options) => runInForeground(path.join(root, 'node_modules/.bin/jest'), options);
/** Long-running versions of tests by name, with their options and a function that runs them. */
const soaks = {
  browser: [
    '[spec ...]',
    async (options) => {
      await buildForBrowser();
      await runCli('e2e/node_modules/@playwright/test/cli.js', ['test', '--config', 'e2e/playwright.config.ts', ...options]);
    },
  ],
  firefox: [
    '[--firefox /usr/bin/firefox-esr]',
    async (options) => {
      await buildForBrowser();
      await tsx(`${NON_FUNCTIONAL}/soak/firefox.ts`, options);
    },
  ],
  input: [
    '',
    (options) =>
      runJest([...['--selectProjects', 'server', '--testPathPatterns', 'testing/all-calls/|body/accept-null'], ...options]),
  ],
  tests: ['[jest option ...]', (options) => runJest(['--maxWorkers=2', ...options])],
  properties: [
    '[jest option ...]',
    (options) => {
      const files = execFileSync('git', ['grep', '--files-with-matches', "from 'fast-check'", '--', '*.test.ts*'], {
        encoding: 'utf8',
      });
      return runJest(['--runTestsByPath', ...files.trim().split('\n'), ...options]);
    },
  ],
  strokes: [
    '[--kills 100] [--seed 1]',
    async (options) => {
      await buildForBrowser();
      await tsx(`${NON_FUNCTIONAL}/soak/strokes.ts`, options);
    },
  ],
  servers: [
    '[--minutes 5] [--servers 2] [--seconds-between-kills 15]',
    (options) => tsx(`${NON_FUNCTIONAL}/soak/servers.ts`, options),
  ],
  quality: ['', (options) => tsx(`${NON_FUNCTIONAL}/soak/quality.ts`, options)],
  canary: ['', (options) => tsx(`${NON_FUNCTIONAL}/soak/canary.ts`, options)],
  torch: ['[--steps 600] [--python python3]', (options) => tsx(`${NON_FUNCTIONAL}/soak/torch.ts`, options)],
  streams: ['[--streams 200] [--changes 20]', (options) => tsx(`${NON_FUNCTIONAL}/soak/streams.ts`, options)],
};

/** Runs the program that the first argument names. Without a known name, the error lists all programs with their options. */
async function runProgram(command, programs) {
  const [name = '', ...options] = args;
  if (!Object.hasOwn(programs, name)) {
    const usages = Object.entries(programs).map(([programName, [usage]]) =>
      `npm run ${command} -- ${programName} ${usage}`.trimEnd(),
    );
    throw new Error(usages.join('\n'));
  }
  await programs[name][1](options);
}

const tasks = {
  /** Serves one remote on a standalone page with Fast Refresh: `npm run dev -- annotate`. */
  dev: () => tsx('tools/dev/serve.ts', args),
  typecheck: () => checkTypes(root, args),
  /** Creates a new remote from the template: `npm run new-remote -- reports`. */
  'new-remote': () => tsx('tools/new-remote/main.ts', args),
  /** Releases and activates micro-frontends, see `docs/remote-team.md`. */
  ...Object.fromEntries(
    ['release', 'activate', 'rollback', 'canary', 'registry'].map((name) => [
      name,
      () => tsx('tools/release/main.ts', [name, ...args]),
    ]),
  ),
  /** Writes THIRD_PARTY_NOTICES.md. */
  notices: () => tsx('tools/notices/main.ts', args),
  /** Trains the models of the demo on the demo's images and writes the model files. */
  'demo-models': () => tsx('server/demo/src/models/train-models.ts', args),
  /** Checks a model server against docs/model-server.md: `npm run conformance -- http://127.0.0.1:8000`. */
  conformance: () => tsx('server/src/operations/conformance/main.ts', args),
  /** Starts a small example of a model server. */
  'example-model-server': () => tsx('server/src/operations/conformance/example/main.ts', args),
  /** Runs a benchmark: `npm run bench -- api [--images 1000000]`. */
  bench: () => runProgram('bench', benches),
  /** Updates the screenshots in the guides. */
  'docs-pictures': async () => {
    await buildForBrowser();
    await tsx('e2e/screenshots/main.ts', args);
  },
  /** Runs the long version of tests: `npm run soak -- browser [spec ...]`. */
  soak: () => {
    process.env.LONG = '1';
    return runProgram('soak', soaks);
  },
  /** Security test: attacks a local server that has a memory limit. `npm run attack -- [class ...]`. */
  attack: async () => {
    await buildServer();
    await tsx(`${NON_FUNCTIONAL}/attack/main.ts`, args);
  },
  /** Runs administration commands on the server's data. */
  admin: async () => {
    await buildServer();
    await runCli('server/dist/admin.mjs', args);
  },
};

ignoreClosedOutput();
if (!Object.hasOwn(tasks, task ?? '')) {
  console.error(`Unknown task: ${task ?? '(none)'}. Available: ${Object.keys(tasks).join(', ')}.`);
  process.exit(2);
}
try {
  await ensureInstalled();
  await tasks[task]();
} catch (error) {
  // Print only other errors, because a failed command has already printed its error.
  if (!(error instanceof CommandFailedError)) console.error(error.message);
  process.exit(1);
}
