// `npm run <task>`: all commands of a checkout except start and test.
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
const tsx = (script, rest) => runInForeground(process.execPath, ['--import', 'tsx', path.join(root, script), ...rest]);

const tasks = {
  /** Serves one remote on a standalone page with Fast Refresh: `npm run dev -- annotate`. */
  dev: () => tsx('tools/dev/serve.ts', args),
  typecheck: () => checkTypes(root, args),
  /** Creates a new remote from the template: `npm run new-remote -- reports`. */
  'new-remote': () => tsx('tools/new-remote/main.ts', args),
  /** Releases and activates remotes, see `docs/remote-team.md`. */
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
  /** Runs benchmarks, which report ratios within one run: `npm run bench -- api [--images 1000000]`, `catalogue`, `exchange [--images 100000]`, `models [--seeds 5]`, `load [--runs 7]`, `walk`, `group`, `canvas`. */
  bench: async () => {
    const [name, ...rest] = args;
    if (name === 'api') return tsx(`${NON_FUNCTIONAL}/bench/server/api.ts`, rest);
    if (name === 'models') {
      const sections = ['cells', 'fruits', 'groceries', 'memory', 'nearest', 'similar', 'duplicates', 'predict'];
      const requested = rest.filter((word) => sections.includes(word));
      const isRequested = (section) => requested.length === 0 || requested.includes(section);
      await tsx('server/learner/src/bench/models.ts', rest);
      if (isRequested('duplicates')) await tsx(`${NON_FUNCTIONAL}/bench/server/duplicates.ts`, rest);
      if (isRequested('similar')) await tsx(`${NON_FUNCTIONAL}/bench/server/similar.ts`, rest);
      if (isRequested('predict')) {
        await buildAll({ apiOnly: true });
        await tsx(`${NON_FUNCTIONAL}/bench/server/models.ts`, []);
      }
      return undefined;
    }
    if (name === 'catalogue') return tsx(`${NON_FUNCTIONAL}/bench/server/catalogue.ts`, rest);
    if (name === 'exchange' || name === 'history') {
      await buildAll({ apiOnly: true });
      return tsx(`${NON_FUNCTIONAL}/bench/server/${name}.ts`, rest);
    }
    if (name === 'canvas') {
      process.env.CHROMIUM = await findOrInstallBrowser();
      return tsx(`${NON_FUNCTIONAL}/bench/canvas/main.ts`, rest);
    }
    if (['walk', 'group', 'jobs', 'tables'].includes(name)) {
      await buildAll();
      process.env.CHROMIUM = await findOrInstallBrowser();
      return tsx(`${NON_FUNCTIONAL}/bench/screens/${name}.ts`, rest);
    }
    if (name !== 'load') {
      throw new Error(
        [
          'npm run bench -- api [--images 100000] [--groups 10000] [--rounds 100] [--calls 3000]',
          'npm run bench -- catalogue [--products 100000] [--groups 10000] [--rounds 100]',
          'npm run bench -- exchange [--images 100000]',
          'npm run bench -- history [--changes 10000000] [--rounds 40] [--write-rounds 10]',
          'npm run bench -- models [cells] [fruits] [groceries] [memory] [nearest] [similar] [duplicates] [predict] [--seeds 5] [--pictures 2000] [--rows 1000000] [--data folder]',
          'npm run bench -- load [--runs 7]',
          'npm run bench -- walk [--rounds 3]',
          'npm run bench -- group [--rounds 10]',
          'npm run bench -- jobs [--rounds 20]',
          'npm run bench -- tables [--rounds 20]',
          'npm run bench -- canvas [--counts 500,5000,20000]',
        ].join('\n'),
      );
    }
    await buildAll();
    process.env.CHROMIUM = await findOrInstallBrowser();
    await tsx(`${NON_FUNCTIONAL}/bench/page-load/main.ts`, rest);
  },
  /** Takes the screenshots of the guides again. */
  'docs-pictures': async () => {
    await buildAll();
    process.env.CHROMIUM = await findOrInstallBrowser();
    await tsx('e2e/screenshots/main.ts', args);
  },
  /** Runs the long versions of tests: `npm run soak -- browser [spec ...]`, `npm run soak -- input`. */
  soak: async () => {
    const [name, ...rest] = args;
    process.env.LONG = '1';
    if (name === 'input') {
      const jest = path.join(root, 'node_modules', 'jest', 'bin', 'jest.js');
      await runInForeground(process.execPath, [
        jest,
        '--selectProjects',
        'server',
        '--testPathPatterns',
        'server/src/testing/all-calls/hostile-input',
        ...rest,
      ]);
    } else if (name === 'browser') {
      await buildAll();
      process.env.CHROMIUM = await findOrInstallBrowser();
      const cli = path.join(root, 'e2e/node_modules/@playwright/test/cli.js');
      await runInForeground(process.execPath, [cli, 'test', '--config', 'e2e/playwright.config.ts', ...rest]);
    } else if (name === 'servers') {
      await tsx(`${NON_FUNCTIONAL}/soak/servers.ts`, rest);
    } else if (name === 'streams') {
      await tsx(`${NON_FUNCTIONAL}/soak/streams.ts`, rest);
    } else if (name === 'strokes') {
      await buildAll();
      process.env.CHROMIUM = await findOrInstallBrowser();
      await tsx(`${NON_FUNCTIONAL}/soak/strokes.ts`, rest);
    } else
      throw new Error(
        'npm run soak -- browser [spec ...]\nnpm run soak -- input\nnpm run soak -- strokes [--kills 100] [--seed 1]\nnpm run soak -- servers [--minutes 5] [--servers 2] [--seconds-between-kills 15]\nnpm run soak -- streams [--streams 200] [--changes 20]',
      );
  },
  /** Attacks the built server under a memory limit, on loopback only: `npm run attack -- [class ...]`. */
  attack: async () => {
    await buildAll({ apiOnly: true });
    await tsx(`${NON_FUNCTIONAL}/attack/main.ts`, args);
  },
  /** Runs administration commands on the server's data. */
  admin: async () => {
    await buildAll({ apiOnly: true });
    await runInForeground(process.execPath, [path.join(root, 'server', 'dist', 'admin.mjs'), ...args]);
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
  // A failed command has already printed its error.
  if (!(error instanceof CommandFailedError)) console.error(error.message);
  process.exit(1);
}
