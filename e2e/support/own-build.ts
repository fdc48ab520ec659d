import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, link, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { getContainerName, type Manifest, type Registry } from '@console/shared-contract/federation';
import { ConsoleServer } from './console-server';
import { test } from './test';

const run = promisify(execFile);
const ROOT = path.resolve(__dirname, '..', '..');
const DEPLOY_TOKEN = 'a-deploy-token-for-these-tests-alone';
/** Extensions of compressed copies. Changed files have none. */
const COMPRESSED = /\.(gz|br)$/;
const TEXT = /\.(js|css|json)$/;

interface ReleaseFile {
  entry: string;
  integrity: string;
  manifest: Manifest;
}

/** Copies a folder with hard links. The files are only ever replaced, never modified. */
async function linkFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const item of await readdir(from, { withFileTypes: true })) {
    const source = path.join(from, item.name);
    const target = path.join(to, item.name);
    if (item.isDirectory()) await linkFolder(source, target);
    // Hard links do not work across file systems.
    else await link(source, target).catch(() => copyFile(source, target));
  }
}

const integrityOf = (content: Buffer): string => `sha384-${createHash('sha384').update(content).digest('base64')}`;

/** A server with its own build folder and a deploy token, whose registry a test may change. */
export class OwnBuild {
  private constructor(
    readonly dir: string,
    readonly server: ConsoleServer,
  ) {}

  get url(): string {
    return this.server.url;
  }

  /** @param env additional environment variables, such as `{ ALLOW_OVERRIDES: 'on' }` */
  static async create(env: NodeJS.ProcessEnv = {}): Promise<OwnBuild> {
    const dir = await mkdtemp(path.join(tmpdir(), 'console-build-'));
    const built = path.join(ROOT, 'build');
    for (const folder of ['host', 'remotes']) await linkFolder(path.join(built, folder), path.join(dir, folder));
    await copyFile(path.join(built, 'registry.json'), path.join(dir, 'registry.json'));
    return new OwnBuild(dir, await ConsoleServer.create({ DEPLOY_TOKEN, ...env, BUILD_DIR: dir }));
  }

  async registry(): Promise<Registry> {
    return JSON.parse(await readFile(path.join(this.dir, 'registry.json'), 'utf8')) as Registry;
  }

  /** Returns the active version. */
  async active(name: string): Promise<string> {
    const version = (await this.registry()).remotes[name]?.active;
    if (!version) throw new Error(`${name} has no live version`);
    return version;
  }

  /**
   * A release like the live one, but for its version and what `change` does to the text of its files; not published.
   * Answers its folder.
   * @param declares what its manifest says otherwise
   */
  async makeRelease(
    name: string,
    version: string,
    change: (text: string, file: string) => string = (text) => text,
    declares: Partial<Manifest> = {},
  ): Promise<string> {
    const before = await this.active(name);
    const from = path.join(this.dir, 'remotes', name, before);
    const folder = path.join(this.dir, '.made', name, version);
    await mkdir(folder, { recursive: true });
    for (const file of await readdir(from)) {
      if (COMPRESSED.test(file) || file.endsWith('.map')) continue;
      if (!TEXT.test(file)) {
        await copyFile(path.join(from, file), path.join(folder, file));
        continue;
      }
      const text = await readFile(path.join(from, file), 'utf8');
      const own = text.replaceAll(getContainerName(name, before), getContainerName(name, version));
      await writeFile(path.join(folder, file), change(own, file));
    }
    const release = JSON.parse(await readFile(path.join(folder, 'release.json'), 'utf8')) as ReleaseFile;
    release.integrity = integrityOf(await readFile(path.join(folder, release.entry)));
    release.manifest = { ...release.manifest, ...declares, version };
    await writeFile(path.join(folder, 'release.json'), JSON.stringify(release));
    return folder;
  }

  private async deploy(method: string, where: string, body: BodyInit, type: string): Promise<void> {
    const headers = { authorization: `Bearer ${DEPLOY_TOKEN}`, 'content-type': type };
    const answer = await fetch(`${this.url}/remotes/${where}`, { method, headers, body });
    if (!answer.ok) throw new Error(`${method} /remotes/${where} was answered ${answer.status}: ${await answer.text()}`);
  }

  /**
   * Publishes a release's folder over HTTP, as a CI system does, under a host that has what the release needs: one that the
   * host of these tests cannot run was published before that host was taken back. Nobody gets it yet.
   */
  async publish(name: string, version: string, folder: string): Promise<void> {
    const { manifest } = JSON.parse(await readFile(path.join(folder, 'release.json'), 'utf8')) as ReleaseFile;
    const offer = path.join(this.dir, 'host', 'offer.json');
    // So far this is a link to the checkout's folder.
    await rm(offer, { force: true });
    await writeFile(offer, JSON.stringify({ contract: manifest.contract.replace(/^\D+/, ''), shared: {} }));
    const { stdout } = await run('tar', ['-czf', '-', '-C', folder, '.'], { encoding: 'buffer', maxBuffer: 50_000_000 });
    await this.deploy('PUT', `${name}/${version}`, new Uint8Array(stdout), 'application/gzip');
  }

  /** Creates and publishes a release. */
  async publishChanged(name: string, version: string, change?: (text: string, file: string) => string): Promise<void> {
    await this.publish(name, version, await this.makeRelease(name, version, change));
  }

  /** Moves a release pointer over HTTP. */
  move(name: string, action: 'activate' | 'rollback' | 'canary', body: object = {}): Promise<void> {
    return this.deploy('POST', `${name}/${action}`, JSON.stringify(body), 'application/json');
  }

  /** Runs a command of `docs/remote-team.md`, such as `command('activate', 'similarity', '1.1.0')`. Returns its output. */
  async command(...args: string[]): Promise<string> {
    const { stdout } = await run(process.execPath, [path.join(ROOT, 'tools', 'run.mjs'), ...args], {
      env: { ...process.env, BUILD_DIR: this.dir },
    });
    return stdout;
  }

  async remove(): Promise<void> {
    await this.server.remove();
    if (existsSync(this.dir)) await rm(this.dir, { recursive: true, force: true });
  }
}

/** `test` with a server and build folder for each test file. `build` changes its registry. */
export const testOnOwnBuild = test.extend<object, { build: OwnBuild }>({
  build: [
    async ({}, provide) => {
      const build = await OwnBuild.create();
      await provide(build);
      await build.remove();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: ({ build }, provide) => provide(build.url),
});
