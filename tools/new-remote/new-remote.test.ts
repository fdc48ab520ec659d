import { execFile, execFileSync } from 'node:child_process';
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
import { promisify } from 'node:util';
import { CONTRACT_VERSION } from '@console/shared-contract/federation';
import { startConsole } from '../../server/src/testing/releases/test-console';
import { buildPackages } from '../packages/build-packages';
import { runCommand } from '../release/commands';
import { loadFromOtherOrigin } from '../release/load-from-other-origin';
import { createRemote, TEMPLATE_DIR } from './create-remote';

const REPOSITORY_DIR = path.resolve(__dirname, '..', '..');
const UNLINKED_ENTRIES = ['build', '.git', '.cache', 'jest.config.cjs'];
let root: string;

/** Creates a temporary folder with links to the files of the checkout, so that tests can create remotes without changing the checkout. */
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'console-new-remote-'));
  for (const name of readdirSync(REPOSITORY_DIR)) {
    if (!UNLINKED_ENTRIES.includes(name)) symlinkSync(path.join(REPOSITORY_DIR, name), path.join(root, name));
  }
  // Copy the configuration of Jest. Jest would follow a link and use the checkout as its root.
  copyFileSync(path.join(REPOSITORY_DIR, 'jest.config.cjs'), path.join(root, 'jest.config.cjs'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it.each([
  ['Reports', 'is not a valid remote name'],
  ['-reports', 'is not a valid remote name'],
  ['big--reports', 'is not a valid remote name'],
  ['../reports', 'is not a valid remote name'],
  ['r', 'is not a valid remote name'],
  ['login', 'login is reserved for the console. Choose another name.'],
  ['example', 'example is reserved for the console. Choose another name.'],
  ['catalogue', 'remote-catalogue/ already exists.'],
  ['jobs', 'The path /jobs belongs to the remote training. Choose another name.'],
])('refuses the name %s', async (name, message) => {
  const originalEntries = readdirSync(root);
  await expect(createRemote({ root, name })).rejects.toThrow(message);
  expect(readdirSync(root)).toEqual(originalEntries);
});

it.each(['', '   ', 'Two\nlines', 'x'.repeat(61)])('refuses the title "%s"', async (title) => {
  await expect(createRemote({ root, name: 'reports', title })).rejects.toThrow('A title must be one line');
});

/** Creates a remote with the packages of the template, so that no install is needed. */
async function createTestRemote(): Promise<string> {
  const dir = await createRemote({ root, name: 'shelf-reports', title: "Shelves' reports" });
  symlinkSync(path.join(TEMPLATE_DIR, 'node_modules'), path.join(dir, 'node_modules'));
  return dir;
}

// `npm test` checks the format of the template, and runs its tests.
testInLongRun(
  'creates a formatted remote that passes its tests',
  async () => {
    const dir = await createTestRemote();
    const runScript = (script: string, ...args: string[]) =>
      execFileSync(process.execPath, [path.join(REPOSITORY_DIR, 'node_modules', script), ...args], { cwd: root, stdio: 'pipe' });
    runScript('oxfmt/bin/oxfmt', '--check', '--config', path.join(REPOSITORY_DIR, '.oxfmtrc.json'), dir);
    runScript('jest/bin/jest.js', '--rootDir', root, '--selectProjects', 'web', '--testPathPatterns', 'remote-shelf-reports');
  },
  120_000,
);

it('creates a remote that passes the type check and can be released', async () => {
  const dir = await createTestRemote();
  expect(readFileSync(path.join(dir, 'remote.manifest.ts'), 'utf8')).toContain('title: "Shelves\' reports"');
  const output: string[] = [];
  const print = (line: string) => output.push(line);
  const buildDir = path.join(root, 'build');
  mkdirSync(buildDir);
  // A missing export of a shared package is `undefined` at run time, so only the type check can find it.
  const invalidFile = path.join(dir, 'src', 'invalid.ts');
  writeFileSync(invalidFile, "import { Accordion } from '@console/shared-ui/basics';\nexport const part = Accordion;\n");
  const release = () => runCommand('release', ['shelf-reports'], { root, buildDir, env: {}, print });
  await expect(release()).rejects.toThrow(/has no exported member 'Accordion'[^]*Nothing was published/);
  rmSync(invalidFile);

  await release();
  expect(output.filter((line) => line.startsWith('FAILED'))).toEqual([]);
  const manifest = path.join(buildDir, 'remotes', 'shelf-reports', '1.0.0', 'manifest.json');
  expect(existsSync(manifest)).toBe(true);
  const { routes } = JSON.parse(readFileSync(manifest, 'utf8')) as { routes: unknown[] };
  expect(routes).toMatchObject([
    { path: '/shelf-reports', component: './shelf-reports#ShelfReportsPage', nav: { label: "Shelves' reports" } },
  ]);

  // The page loads the chunks of the remote from the origin of the entry script, even after a failure. The origin of the page has the
  // same files, but gets no requests.
  const loadResults = await loadFromOtherOrigin(path.dirname(manifest), dir, './shelf-reports');
  expect(loadResults.failures[0]).toContain('Loading chunk');
  expect(loadResults.module).toHaveProperty('ShelfReportsPage');
  expect(loadResults.cdn.filter((url) => url.includes('?retry=1'))).not.toEqual([]);
  expect(loadResults.page).toEqual([]);
}, 240_000);

testInLongRun(
  'creates a remote outside the repository with the packages of a server',
  async () => {
    const buildDir = path.join(root, 'build');
    await buildPackages(REPOSITORY_DIR, path.join(buildDir, 'packages'));
    const server = await startConsole(buildDir, 'a-deploy-token-for-tests');
    const script = path.join(root, 'create-remote.mjs');
    const runCreateRemote = (...args: string[]) => promisify(execFile)(process.execPath, [script, ...args], { cwd: root });
    try {
      const response = await fetch(`${server.url}/docs/packages/create-remote.mjs`);
      expect(response.headers.get('content-type')).toContain('javascript');
      writeFileSync(script, await response.text());
      await expect(runCreateRemote('login', '--host', server.url)).rejects.toThrow('login is reserved for the console.');
      await runCreateRemote('shelf-reports', '--host', server.url, '--title', 'Shelves');
      await expect(runCreateRemote('shelf-reports', '--host', server.url)).rejects.toThrow('already exists');
    } finally {
      await server.close();
    }
    const dir = path.join(root, 'remote-shelf-reports');
    const packageJson = JSON.parse(readFileSync(path.join(dir, 'package.json'), 'utf8')) as Record<
      string,
      Record<string, string>
    >;
    const versions = { ...packageJson.dependencies, ...packageJson.devDependencies };
    expect(versions['@console/shared-contract']).toBe(`file:vendor/shared-contract-${CONTRACT_VERSION}.tgz`);
    const vendoredPackages = Object.entries(versions).filter(([name]) => name.startsWith('@console/'));
    expect(vendoredPackages).toHaveLength(4);
    expect(versions['@fluentui/react-icons']).toMatch(/^file:vendor\/react-icons-.+\.tgz$/);
    // The packages are reduced, so that an install does not add Rspack and the text editor of jsoneditor (115 MB).
    for (const name of ['jsoneditor', '@module-federation/rspack']) {
      const tarball = path.join(dir, String(versions[name]).replace('file:', ''));
      const reducedPackageJson = JSON.parse(String(execFileSync('tar', ['-xzOf', tarball, 'package/package.json']))) as Record<
        string,
        object
      >;
      expect(Object.keys({ ...reducedPackageJson.dependencies, ...reducedPackageJson.peerDependencies })).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^(ace-builds|@rspack\/core)$/)]),
      );
    }
    for (const [, file] of vendoredPackages) expect(existsSync(path.join(dir, file.replace('file:', '')))).toBe(true);
    expect(Object.values(versions).filter((version) => /^(catalog|workspace):/.test(version))).toEqual([]);
    expect(readFileSync(path.join(dir, 'remote.manifest.ts'), 'utf8')).toContain('title: "Shelves"');
    expect(existsSync(path.join(dir, 'src', 'shelf-reports', 'shelf-reports-page.test.tsx'))).toBe(true);
    for (const [name, file] of vendoredPackages) {
      const folder = path.join(dir, 'node_modules', name);
      mkdirSync(folder, { recursive: true });
      execFileSync('tar', ['-xzf', path.join(dir, file.replace('file:', '')), '-C', folder, '--strip-components=1']);
      symlinkSync(path.join(REPOSITORY_DIR, name.replace('@console/', ''), 'node_modules'), path.join(folder, 'node_modules'));
    }
    // The tarball of the tools contains the build configuration. The packages that the tools need are installed as dependencies.
    const runNode = (cwd: string, ...args: string[]) => String(execFileSync(process.execPath, args, { cwd })).trim();
    const tools = path.join(dir, 'node_modules/@console/tools');
    expect(runNode(tools, '-p', 'typeof require("./webpack.cjs").createRemoteConfig')).toBe('function');
    // The shared packages contain no TypeScript sources. Their declarations must be valid with any compiler settings of the remote.
    const contractDir = path.join(dir, 'node_modules/@console/shared-contract');
    const files = readdirSync(contractDir, { recursive: true, encoding: 'utf8' }).filter(
      (file) => !file.includes('node_modules'),
    );
    expect(files.filter((file) => /(?<!\.d)\.tsx?$/.test(file))).toEqual([]);
    writeFileSync(
      path.join(dir, 'contract.ts'),
      "import type { ApiCalls } from '@console/shared-contract/api';\nexport type Key = keyof ApiCalls;\n",
    );
    // Skip the check of the compiler's own libraries, which takes most of the time.
    const compilerOptions = { skipLibCheck: false, skipDefaultLibCheck: true, types: [] };
    const settings = { extends: '@console/tools/tsconfig.base.json', compilerOptions };
    writeFileSync(path.join(dir, 'tsconfig.json'), JSON.stringify({ ...settings, files: ['contract.ts'] }));
    expect(runNode(dir, path.join(REPOSITORY_DIR, 'node_modules/typescript-native/bin/tsc'), '-p', dir, '--checkers', '1')).toBe(
      '',
    );
  },
  120_000,
);
