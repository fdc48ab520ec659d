import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runCommand } from '../release/commands';
import { makeRemote, TEMPLATE } from './make-remote';

const REPOSITORY = path.resolve(__dirname, '..', '..');
const NOT_LINKED = ['build', '.git', '.cache', 'jest.config.cjs'];
let root: string;

/** The checkout as links, so that a remote can be made in it without one in the real one. */
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'console-new-remote-'));
  for (const name of readdirSync(REPOSITORY)) {
    if (!NOT_LINKED.includes(name)) symlinkSync(path.join(REPOSITORY, name), path.join(root, name));
  }
  // Jest takes a link for the place it leads to.
  copyFileSync(path.join(REPOSITORY, 'jest.config.cjs'), path.join(root, 'jest.config.cjs'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it.each([
  ['Reports', 'cannot be a remote'],
  ['-reports', 'cannot be a remote'],
  ['big--reports', 'cannot be a remote'],
  ['../reports', 'cannot be a remote'],
  ['r', 'cannot be a remote'],
  ['login', 'login is kept for the console itself. Take another name.'],
  ['example', 'example is kept for the console itself. Take another name.'],
  ['catalogue', 'There is a remote-catalogue/ already.'],
  ['jobs', "The path /jobs is training's. Take another name."],
])('refuses the name %s', async (name, message) => {
  const before = readdirSync(root);
  await expect(makeRemote({ root, name })).rejects.toThrow(message);
  expect(readdirSync(root)).toEqual(before);
});

it.each(['', '   ', 'Two\nlines', 'x'.repeat(61)])('refuses the title "%s"', async (title) => {
  await expect(makeRemote({ root, name: 'reports', title })).rejects.toThrow('A title is one line');
});

it('makes a remote whose types hold, whose tests pass, and which is released', async () => {
  const dir = await makeRemote({ root, name: 'shelf-reports', title: "Shelves' reports" });
  expect(readFileSync(path.join(dir, 'remote.manifest.ts'), 'utf8')).toContain('title: "Shelves\' reports"');
  // In place of an install: the template has the same packages.
  symlinkSync(path.join(TEMPLATE, 'node_modules'), path.join(dir, 'node_modules'));
  const run = (script: string, ...args: string[]) =>
    execFileSync(process.execPath, [path.join(REPOSITORY, 'node_modules', script), ...args], { cwd: root, stdio: 'pipe' });

  run('prettier/bin/prettier.cjs', '--check', '--config', path.join(REPOSITORY, '.prettierrc.json'), dir);
  run('jest/bin/jest.js', '--rootDir', root, '--selectProjects', 'web', '--testPathPatterns', 'remote-shelf-reports');

  const said: string[] = [];
  const say = (line: string) => said.push(line);
  const buildDir = path.join(root, 'build');
  mkdirSync(buildDir);
  // A name that a shared package lacks is `undefined` at run time, and shows nowhere but in the types.
  const wrong = path.join(dir, 'src', 'wrong.ts');
  writeFileSync(wrong, "import { Accordion } from '@console/shared-ui/basics';\nexport const part = Accordion;\n");
  const release = () => runCommand('release', ['shelf-reports'], { root, buildDir, env: {}, say });
  await expect(release()).rejects.toThrow(/has no exported member 'Accordion'[^]*Nothing was published/);
  rmSync(wrong);

  await release();
  expect(said.filter((line) => line.startsWith('FAILED'))).toEqual([]);
  const manifest = path.join(buildDir, 'remotes', 'shelf-reports', '1.0.0', 'manifest.json');
  expect(existsSync(manifest)).toBe(true);
  const { routes } = JSON.parse(readFileSync(manifest, 'utf8')) as { routes: unknown[] };
  expect(routes).toMatchObject([
    { path: '/shelf-reports', component: './shelf-reports#ShelfReportsPage', nav: { label: "Shelves' reports" } },
  ]);
}, 240_000);
