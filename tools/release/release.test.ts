import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getContainerName, type Manifest, type Registry } from '@console/shared-contract/federation';
import { getAuditFile, createFolderStore } from '../../server/src/operations/releases';
import { runCommand } from './commands';
import { createStoreDeployment } from './deployment';
import { publishBuilt } from './release';

const root = path.resolve(__dirname, '..', '..');
let buildDir: string;
let output: string[];

beforeEach(() => {
  buildDir = mkdtempSync(path.join(tmpdir(), 'console-release-'));
  output = [];
});
afterEach(() => rmSync(buildDir, { recursive: true, force: true }));

function createManifest(version: string, overrides: Partial<Manifest> = {}): Manifest {
  const route = { path: '/images', title: 'Images', resources: [], component: './images#ImagesPage' };
  const emptyLists = { cards: [], widgets: [], needs: [], shared: {} };
  return { name: 'annotate', version, contract: '^1.0.0', title: 'Images', routes: [route], ...emptyLists, ...overrides };
}

interface BuildOptions {
  version?: string;
  manifest?: Partial<Manifest>;
  /** Source of the exports of the container's module `./images`. */
  exports?: string;
  /** Sources listed in the source map of the entry. */
  sources?: string[];
  /** Contents of the sources in the source map of the entry. */
  sourcesContent?: string[];
  /** Number of incompressible bytes to add. */
  padding?: number;
  /** Number of incompressible bytes in a worker script. */
  workerBytes?: number;
  /** Content of a WebAssembly file. */
  webAssembly?: Uint8Array;
}

/** Creates a folder that looks like the output of a build, with a handwritten container. */
function createBuild({
  version = '1.0.0',
  manifest,
  exports = '{ ImagesPage() {} }',
  sources = ['src/images.ts'],
  sourcesContent,
  padding = 0,
  workerBytes = 0,
  webAssembly = new Uint8Array(),
}: BuildOptions = {}) {
  const dir = path.join(buildDir, 'built');
  mkdirSync(dir, { recursive: true });
  const fullManifest = createManifest(version, manifest);
  const code = `var ${getContainerName(fullManifest.name, version)} = {
    init() {},
    async get(name) { if (name !== './images') throw new Error('no module ' + name); return () => (${exports}); },
  };//${randomBytes(padding).toString('base64')}`;
  const integrity = `sha384-${createHash('sha384').update(code).digest('base64')}`;
  writeFileSync(path.join(dir, 'tool.worker.0123abcd.js'), randomBytes(workerBytes));
  writeFileSync(path.join(dir, 'runtime.0123abcd.wasm'), webAssembly);
  writeFileSync(path.join(dir, 'entry.js'), code);
  writeFileSync(path.join(dir, 'entry.js.map'), JSON.stringify({ sources, sourcesContent }));
  writeFileSync(path.join(dir, 'release.json'), JSON.stringify({ entry: 'entry.js', integrity, manifest: fullManifest }));
  return dir;
}
function publish(options: BuildOptions = {}) {
  const { version = '1.0.0', manifest } = options;
  const name = manifest?.name ?? 'annotate';
  const deployment = createStoreDeployment(createFolderStore(buildDir), root, 'a test');
  return publishBuilt(
    createBuild(options),
    { packageDir: path.join(root, 'remote-annotate'), deployment, name, print: (line) => output.push(line) },
    version,
  );
}
const runRelease = (line: string) => {
  const [command = '', ...args] = line.split(' ');
  return runCommand(command, args, { root, buildDir, env: {}, print: (text) => output.push(text) });
};
const readRegistry = () => JSON.parse(readFileSync(path.join(buildDir, 'registry.json'), 'utf8')) as Registry;
const readAnnotate = () => readRegistry().remotes.annotate;

describe('release', () => {
  it('publishes into a separate folder and does not activate the version', async () => {
    await publish();
    expect(existsSync(path.join(buildDir, 'remotes', 'annotate', '1.0.0', 'entry.js'))).toBe(true);
    expect(readAnnotate()?.versions['1.0.0']?.entry).toBe('/remotes/annotate/1.0.0/entry.js');
    expect(readAnnotate()?.active).toBeUndefined();
  });

  it('refuses a published version and leaves its files unchanged', async () => {
    await publish();
    const file = path.join(buildDir, 'remotes', 'annotate', '1.0.0', 'entry.js');
    const originalContent = readFileSync(file, 'utf8');
    await expect(publish({ padding: 5 })).rejects.toThrow('annotate 1.0.0 is already published');
    expect(readFileSync(file, 'utf8')).toBe(originalContent);
    await expect(runRelease('release annotate --version 1.0.0')).rejects.toThrow('annotate 1.0.0 is already published');
  });

  it.each([
    ['a missing component', { exports: '{ Other() {} }' }, './images has no component ImagesPage'],
    ['an export that is not a component', { exports: '{ ImagesPage: 3 }' }, './images has no component ImagesPage'],
    ['a module that throws', { exports: '(() => { throw new Error("module failed"); })()' }, 'module failed'],
    ['a second React', { sources: ['webpack://x/node_modules/.pnpm/react@19/node_modules/react/index.js'] }, 'a copy of react'],
    ['a second design system', { sources: ['webpack://x/../shared-ui/src/core.ts'] }, 'a copy of @console/shared-ui'],
    ['an entry that is too large', { padding: 50_000 }, 'the limit is 24.0 kB'],
    ['a worker that is too large', { workerBytes: 4_001_000 }, 'the limit is 4000.0 kB'],
    ['a WebAssembly file that is too large', { webAssembly: randomBytes(4_001_000) }, 'the WebAssembly files have 4001.0 kB'],
    ['an unsupported contract', { manifest: { contract: '^9.0.0' } }, 'needs contract ^9.0.0'],
    ['an unsupported React version', { manifest: { shared: { react: '^3.0.0' } } }, 'needs react ^3.0.0'],
    [
      'an unknown service',
      { manifest: { background: { resources: ['detection'], start: './images#ImagesPage' } } },
      'detection is not a service; the services are recognition,',
    ],
    ['an unknown widget', { manifest: { needs: [{ id: 'map', range: '^1.0.0' }] } }, 'annotate needs the widget map ^1.0.0'],
  ])('refuses a release with %s', async (_title, options: BuildOptions, problem) => {
    await expect(publish(options)).rejects.toThrow('annotate 1.0.0 was not published');
    expect(output.join('\n')).toContain(problem);
    expect(existsSync(path.join(buildDir, 'remotes'))).toBe(false);
  });

  it('names the modules that made a release too large', async () => {
    const sources = ['webpack://old/src/a.ts', 'webpack://old/src/b.ts'];
    await publish({ sources, sourcesContent: ['a'.repeat(2000), 'b'.repeat(3000)] });
    await runRelease('activate annotate 1.0.0');
    const newSources = [...sources, 'node_modules/moment/moment.js'].map((source) => source.replace('old', 'new'));
    const sourcesContent = ['a'.repeat(2000), 'b'.repeat(3700), 'm'.repeat(90_000)];
    const nextRelease = publish({ version: '1.1.0', padding: 50_000, sources: newSources, sourcesContent });
    await expect(nextRelease).rejects.toThrow('annotate 1.1.0 was not published');
    expect(output.slice(-3)).toEqual([
      '       Modules that are new or longer than in the active version:',
      '         +90.0 kB of source in node_modules/moment/moment.js',
      '         +0.7 kB of source in src/b.ts',
    ]);
  });

  it('compresses WebAssembly files, and accepts large ones', async () => {
    await publish({ webAssembly: Buffer.alloc(5_000_000, 'module ') });
    expect(existsSync(path.join(buildDir, 'remotes', 'annotate', '1.0.0', 'runtime.0123abcd.wasm.br'))).toBe(true);
  });

  it('accepts a large script of a worker, which has no source map', async () => {
    await publish({ workerBytes: 400_000 });
    expect(existsSync(path.join(buildDir, 'remotes', 'annotate', '1.0.0', 'tool.worker.0123abcd.js'))).toBe(true);
  });

  it('refuses a path or widget that belongs to another remote', async () => {
    const widget = { id: 'browser', version: '1.0.0', component: './images#ImagesPage' };
    await publish({ manifest: { widgets: [widget] } });
    await runRelease('activate annotate 1.0.0');
    const similarityManifest = { name: 'similarity', widgets: [widget] };
    await expect(publish({ manifest: similarityManifest })).rejects.toThrow('was not published');
    expect(output.join('\n')).toContain("the path /images is annotate's");
    expect(output.join('\n')).toContain("the widget browser is annotate's");
  });

  it('refuses to remove a widget version that another remote needs', async () => {
    const widget = { id: 'browser', version: '1.0.0', component: './images#ImagesPage' };
    await publish({ manifest: { widgets: [widget] } });
    await runRelease('activate annotate 1.0.0');
    await publish({ manifest: { name: 'training', routes: [], needs: [{ id: 'browser', range: '^1.0.0' }] } });
    await runRelease('activate training 1.0.0');
    const nextBuild: BuildOptions = { version: '2.0.0', manifest: { widgets: [{ ...widget, version: '2.0.0' }] } };
    await expect(publish(nextBuild)).rejects.toThrow('was not published');
    expect(output.join('\n')).toContain('training needs the widget browser ^1.0.0; there is 2.0.0');
  });

  it.each(['1.2', '1.0.0-local-0123abcd'])('refuses the version %s', async (version) => {
    await expect(runRelease(`release annotate --version ${version}`)).rejects.toThrow(version);
  });

  it('refuses an unknown remote', async () => {
    await expect(runRelease('release nothing')).rejects.toThrow('remote-nothing/ does not contain a remote.');
  });
});

describe('activate, rollback and canary', () => {
  beforeEach(async () => {
    await publish();
    await publish({ version: '1.1.0' });
    await runRelease('activate annotate 1.0.0');
  });

  it('activate a version and roll it back', async () => {
    await runRelease('activate annotate 1.1.0');
    expect(readAnnotate()).toMatchObject({ active: '1.1.0', previous: '1.0.0' });
    await runRelease('rollback annotate');
    expect(readAnnotate()).toMatchObject({ active: '1.0.0', previous: '1.1.0' });
  });

  it('refuse versions that are not published', async () => {
    await expect(runRelease('activate annotate 9.0.0')).rejects.toThrow(
      'annotate 9.0.0 is not published. Published: 1.1.0, 1.0.0.',
    );
    await expect(runRelease('activate nothing 1.0.0')).rejects.toThrow(
      'There is no remote nothing in the registry. There are: annotate.',
    );
    await expect(runRelease('rollback annotate')).rejects.toThrow(
      'annotate has no previous version to go back to: 1.0.0 is the first that was made live. Publish a fixed version and activate it, or activate one that is published: 1.1.0.',
    );
  });

  it('refuse an outdated revision', async () => {
    const { revision } = readRegistry();
    await expect(runRelease(`activate annotate 1.1.0 --revision ${revision - 1}`)).rejects.toThrow('someone else has changed it');
    expect(readAnnotate()?.active).toBe('1.0.0');
    await runRelease(`activate annotate 1.1.0 --revision ${revision}`);
    expect(readAnnotate()?.active).toBe('1.1.0');
  });

  it('change nothing if the registry cannot be read', async () => {
    writeFileSync(path.join(buildDir, 'registry.json'), '{"schema":');
    await expect(runRelease('activate annotate 1.1.0')).rejects.toThrow('cannot be read. Nothing was changed');
    expect(readFileSync(path.join(buildDir, 'registry.json'), 'utf8')).toBe('{"schema":');
  });

  it('serve a canary until it is activated or turned off', async () => {
    await runRelease('canary annotate 1.1.0 --share 10 --workspace w1');
    expect(readAnnotate()?.canary).toEqual({ version: '1.1.0', share: 10, workspaces: ['w1'] });
    await runRelease('canary annotate --off');
    expect(readAnnotate()?.canary).toBeUndefined();
    await runRelease('canary annotate 1.1.0 --share 10');
    await runRelease('activate annotate 1.1.0');
    expect(readAnnotate()?.canary).toBeUndefined();
  });

  it.each([
    ['canary annotate 1.1.0', 'Choose who gets the canary'],
    ['canary annotate 1.1.0 --share 120', '--share must be a whole number from 0 to 100, not 120.'],
    ['canary annotate 1.0.0 --share 10', 'is live for everyone already'],
    ['activate annotate', 'npm run activate -- NAME VERSION'],
    ['activate annotate 1.1.0 --force', "Unknown option '--force'"],
  ])('refuse "%s" with a message', async (line, message) => {
    await expect(runRelease(line)).rejects.toThrow(message);
  });

  it('appear in the registry listing and in the audit log', async () => {
    await runRelease('canary annotate 1.1.0 --share 10 --workspace w1');
    output = [];
    await runRelease('registry');
    const listing = output.join('\n');
    expect(listing).toMatch(/active +1\.0\.0, since \d{4}-\d\d-\d\d/);
    expect(listing).toContain('canary    1.1.0, for 10 % of users and workspace w1');
    const auditLog = readFileSync(getAuditFile(buildDir), 'utf8').trim().split('\n');
    expect(auditLog.map((line) => (JSON.parse(line) as { action: string }).action)).toEqual([
      'publish annotate 1.0.0',
      'publish annotate 1.1.0',
      'activate annotate 1.0.0',
      'canary annotate 1.1.0 --share 10 --workspace w1',
    ]);
  });
});
