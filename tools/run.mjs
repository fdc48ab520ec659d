// `npm run <task>`: the commands of a checkout besides start and test.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { goOnWithoutReader } from '../server/src/cli/closed-pipe.mjs';
import { findOrInstallBrowser } from './browser.mjs';
import { buildAll } from './build.mjs';
import { ChildFailed, ensureInstalled, foreground } from './install.mjs';
import { checkTypes } from './types.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const [task, ...args] = process.argv.slice(2);

const tsx = (script, rest) => foreground(process.execPath, ['--import', 'tsx', path.join(root, script), ...rest]);

const tasks = {
  /** One remote on a page of its own with Fast Refresh: `npm run dev -- annotate`. */
  dev: () => tsx('tools/dev/serve.ts', args),
  typecheck: () => checkTypes(root, args),
  /** A remote of one's own to begin with: `npm run new-remote -- reports`. */
  'new-remote': () => tsx('tools/new-remote/main.ts', args),
  /** Ships a remote: `docs/remote-team.md`. */
  ...Object.fromEntries(
    ['release', 'activate', 'rollback', 'canary', 'registry'].map((name) => [
      name,
      () => tsx('tools/release/main.ts', [name, ...args]),
    ]),
  ),
  /** Trains the models that the demo comes with, on its own pictures, and writes what was learned. */
  'demo-models': () => tsx('server/demo/src/models/make.ts', args),
  /** Whether a model server speaks as docs/model-server.md says: `npm run conformance -- http://127.0.0.1:8000`. */
  conformance: () => tsx('server/src/conformance/main.ts', args),
  /** A small model server to begin from. */
  'example-model-server': () => tsx('server/src/conformance/example/main.ts', args),
  /** Figures as ratios in one run: `npm run bench -- api [--images 1000000]`, `catalogue`, `exchange [--images 100000]`, `models [--seeds 5]`, `load [--runs 7]`, `walk`, `group`, `canvas`. */
  bench: async () => {
    const [what, ...rest] = args;
    if (what === 'api') return tsx('server/src/bench/main.ts', rest);
    if (what === 'models') {
      const parts = ['cells', 'fruits', 'groceries', 'memory', 'nearest', 'similar', 'predict'];
      const named = rest.filter((word) => parts.includes(word));
      const isWanted = (part) => named.length === 0 || named.includes(part);
      await tsx('server/learner/src/bench/models.ts', rest);
      if (isWanted('similar')) await tsx('server/src/bench/similar.ts', rest);
      if (isWanted('predict')) {
        await buildAll({ apiOnly: true });
        await tsx('server/src/bench/models.ts', []);
      }
      return undefined;
    }
    if (what === 'catalogue') return tsx('server/src/bench/catalogue.ts', rest);
    if (what === 'exchange') {
      await buildAll({ apiOnly: true });
      return tsx('server/src/bench/exchange.ts', rest);
    }
    if (what === 'canvas') {
      process.env.CHROMIUM = await findOrInstallBrowser();
      return tsx('e2e/bench/canvas/main.ts', rest);
    }
    if (['walk', 'group', 'jobs', 'tables'].includes(what)) {
      await buildAll();
      process.env.CHROMIUM = await findOrInstallBrowser();
      return tsx(`e2e/bench/${what}.ts`, rest);
    }
    if (what !== 'load') {
      throw new Error(
        [
          'npm run bench -- api [--images 100000] [--groups 10000] [--rounds 100] [--calls 3000]',
          'npm run bench -- catalogue [--products 100000] [--groups 10000] [--rounds 100]',
          'npm run bench -- exchange [--images 100000]',
          'npm run bench -- models [cells] [fruits] [groceries] [memory] [nearest] [similar] [predict] [--seeds 5] [--pictures 2000] [--rows 1000000] [--data folder]',
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
    await tsx('e2e/bench/main.ts', rest);
  },
  /** The pictures of the guides, taken anew. */
  'docs-pictures': async () => {
    await buildAll();
    process.env.CHROMIUM = await findOrInstallBrowser();
    await tsx('e2e/pictures/main.ts', args);
  },
  /** The long form of tests of which the suite runs a small one: `npm run soak -- browser [spec ...]`, `npm run soak -- input`. */
  soak: async () => {
    const [what, ...rest] = args;
    process.env.LONG = '1';
    if (what === 'input') {
      const jest = path.join(root, 'node_modules', 'jest', 'bin', 'jest.js');
      await foreground(process.execPath, [
        jest,
        '--selectProjects',
        'server',
        '--testPathPatterns',
        'server/src/http/hostile-input',
        ...rest,
      ]);
    } else if (what === 'browser') {
      await buildAll();
      process.env.CHROMIUM = await findOrInstallBrowser();
      const cli = path.join(root, 'e2e/node_modules/@playwright/test/cli.js');
      await foreground(process.execPath, [cli, 'test', '--config', 'e2e/playwright.config.ts', ...rest]);
    } else if (what === 'servers') {
      await tsx('server/src/testing/soak-servers.ts', rest);
    } else if (what === 'strokes') {
      await buildAll();
      process.env.CHROMIUM = await findOrInstallBrowser();
      await tsx('e2e/soak/strokes.ts', rest);
    } else
      throw new Error(
        'npm run soak -- browser [spec ...]\nnpm run soak -- input\nnpm run soak -- strokes [--kills 100] [--seed 1]\nnpm run soak -- servers [--minutes 5] [--servers 2] [--seconds-between-kills 15]',
      );
  },
  /** Attacks the built server under a limit of memory, on loopback alone: `npm run attack -- [class ...]`. */
  attack: async () => {
    await buildAll({ apiOnly: true });
    await tsx('server/src/attack/main.ts', args);
  },
  /** Commands on the data of the server. */
  admin: async () => {
    await buildAll({ apiOnly: true });
    await foreground(process.execPath, [path.join(root, 'server', 'dist', 'admin.mjs'), ...args]);
  },
};

goOnWithoutReader();
if (!Object.hasOwn(tasks, task ?? '')) {
  console.error(`No such task: ${task ?? '(none)'}. There are: ${Object.keys(tasks).join(', ')}.`);
  process.exit(2);
}
try {
  await ensureInstalled();
  await tasks[task]();
} catch (error) {
  // A command that failed has said why.
  if (!(error instanceof ChildFailed)) console.error(error.message);
  process.exit(1);
}
