// `npm run <task>`: the commands of a checkout besides start and test.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { goOnWithoutReader } from '../server/src/cli/closed-pipe.mjs';
import { findOrInstallBrowser } from './browser.mjs';
import { buildAll } from './build.mjs';
import { ChildFailed, ensureInstalled, foreground } from './install.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const [task, ...args] = process.argv.slice(2);

const tsx = (script, rest) => foreground(process.execPath, ['--import', 'tsx', path.join(root, script), ...rest]);

/** Packages inside others. */
const NESTED = ['server/demo', 'tools/new-remote/template'];

async function typecheck() {
  const packages = [...readdirSync(root), ...NESTED].filter((name) => existsSync(path.join(root, name, 'tsconfig.json')));
  // A remote by its name too, as the other commands have it; with a package those that lie in it.
  const asked = args.map((name) => (packages.includes(`remote-${name}`) ? `remote-${name}` : name));
  const unknown = asked.filter((name) => !packages.includes(name));
  if (unknown.length > 0) throw new Error(`No such package: ${unknown.join(', ')}. There are: ${packages.join(', ')}.`);
  const isAsked = (name) => asked.length === 0 || asked.some((one) => name === one || name.startsWith(`${one}/`));
  const wanted = packages.filter(isAsked);
  const failed = [];
  for (const name of wanted) {
    const started = Date.now();
    const checked = foreground(process.execPath, [
      path.join(root, 'node_modules', 'typescript', 'bin', 'tsc'),
      '-p',
      path.join(root, name),
      '--noEmit',
    ]);
    const good = await checked.then(
      () => true,
      () => false,
    );
    console.log(`${good ? 'ok    ' : 'FAILED'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
    if (!good) failed.push(name);
  }
  if (failed.length > 0) throw new Error(`Types do not hold in ${failed.join(', ')}`);
}

const tasks = {
  /** One remote on a page of its own with Fast Refresh: `npm run dev -- annotate`. */
  dev: () => tsx('tools/dev/serve.ts', args),
  typecheck,
  /** A remote of one's own to begin with: `npm run new-remote -- reports`. */
  'new-remote': () => tsx('tools/new-remote/main.ts', args),
  /** Ships a remote: `docs/remote-team.md`. */
  ...Object.fromEntries(
    ['release', 'activate', 'rollback', 'canary', 'registry'].map((name) => [
      name,
      () => tsx('tools/release/main.ts', [name, ...args]),
    ]),
  ),
  /** Figures as ratios in one run: `npm run bench -- api [--images 1000000]`, `npm run bench -- load [--runs 7]`. */
  bench: async () => {
    const [what, ...rest] = args;
    if (what === 'api') return tsx('server/src/bench/main.ts', rest);
    if (what !== 'load') {
      throw new Error('npm run bench -- api [--images 100000] [--rounds 100] [--calls 3000]\nnpm run bench -- load [--runs 7]');
    }
    await buildAll();
    process.env.CHROMIUM = await findOrInstallBrowser();
    await tsx('e2e/bench/main.ts', rest);
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
