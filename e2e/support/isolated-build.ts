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

const execFileAsync = promisify(execFile);
const REPOSITORY_ROOT = path.resolve(__dirname, '..', '..');
const DEPLOY_TOKEN = 'a-deploy-token-for-these-tests-alone';
/** Compressed copies of files, which a modified release does not need. */
const COMPRESSED_FILE = /\.(gz|br)$/;
const TEXT_FILE = /\.(js|css|json)$/;

interface ReleaseFile {
  entry: string;
  integrity: string;
  manifest: Manifest;
}

/** Copies a folder with hard links. Tests must replace files and never modify them, because the original would change too. */
async function linkFolder(sourceFolder: string, targetFolder: string): Promise<void> {
  await mkdir(targetFolder, { recursive: true });
  for (const folderEntry of await readdir(sourceFolder, { withFileTypes: true })) {
    const source = path.join(sourceFolder, folderEntry.name);
    const target = path.join(targetFolder, folderEntry.name);
    if (folderEntry.isDirectory()) await linkFolder(source, target);
    // Hard links do not work across file systems.
    else await link(source, target).catch(() => copyFile(source, target));
  }
}

const computeIntegrity = (content: Buffer): string => `sha384-${createHash('sha384').update(content).digest('base64')}`;
/** Computes the hash of a chunk in the same encoding as in the entry. */
const computeChunkHash = (content: Buffer | string): string => createHash('sha256').update(content).digest('base64');

/** A server with its own build folder and a deploy token. Tests may change its registry. */
export class IsolatedBuild {
  private constructor(
    readonly dir: string,
    readonly server: ConsoleServer,
  ) {}

  get url(): string {
    return this.server.url;
  }

  /** @param env additional environment variables, such as `{ ALLOW_OVERRIDES: 'on' }` */
  static async create(env: NodeJS.ProcessEnv = {}): Promise<IsolatedBuild> {
    const dir = await mkdtemp(path.join(tmpdir(), 'console-build-'));
    const builtFolder = path.join(REPOSITORY_ROOT, 'build');
    for (const folder of ['host', 'remotes']) await linkFolder(path.join(builtFolder, folder), path.join(dir, folder));
    await copyFile(path.join(builtFolder, 'registry.json'), path.join(dir, 'registry.json'));
    return new IsolatedBuild(dir, await ConsoleServer.create({ DEPLOY_TOKEN, ...env, BUILD_DIR: dir }));
  }

  async readRegistry(): Promise<Registry> {
    return JSON.parse(await readFile(path.join(this.dir, 'registry.json'), 'utf8')) as Registry;
  }

  /** Returns the active version. */
  async getActiveVersion(name: string): Promise<string> {
    const version = (await this.readRegistry()).remotes[name]?.active;
    if (!version) throw new Error(`${name} has no active version`);
    return version;
  }

  /**
   * Creates an unpublished release from the active release. Returns its folder.
   * @param modify changes the text of each file
   * @param manifestChanges replaces properties of the manifest
   */
  async createRelease(
    name: string,
    version: string,
    modify: (text: string, file: string) => string = (text) => text,
    manifestChanges: Partial<Manifest> = {},
  ): Promise<string> {
    const active = await this.getActiveVersion(name);
    const activeFolder = path.join(this.dir, 'remotes', name, active);
    const folder = path.join(this.dir, '.created', name, version);
    await mkdir(folder, { recursive: true });
    const releaseFile = path.join(folder, 'release.json');
    const { entry: entryFile } = JSON.parse(await readFile(path.join(activeFolder, 'release.json'), 'utf8')) as ReleaseFile;
    const hashes = new Map<string, string>();
    // The entry comes last, because it contains the hashes of the chunks.
    for (const file of [...(await readdir(activeFolder)).filter((fileName) => fileName !== entryFile), entryFile]) {
      if (COMPRESSED_FILE.test(file) || file.endsWith('.map')) continue;
      if (!TEXT_FILE.test(file)) {
        await copyFile(path.join(activeFolder, file), path.join(folder, file));
        continue;
      }
      const text = await readFile(path.join(activeFolder, file), 'utf8');
      const renamedText = text.replaceAll(getContainerName(name, active), getContainerName(name, version));
      let content = modify(renamedText, file);
      if (file === entryFile)
        for (const [originalHash, changedHash] of hashes) content = content.replaceAll(originalHash, changedHash);
      else hashes.set(computeChunkHash(text), computeChunkHash(content));
      await writeFile(path.join(folder, file), content);
    }
    const release = JSON.parse(await readFile(releaseFile, 'utf8')) as ReleaseFile;
    release.integrity = computeIntegrity(await readFile(path.join(folder, release.entry)));
    release.manifest = { ...release.manifest, ...manifestChanges, version };
    await writeFile(releaseFile, JSON.stringify(release));
    return folder;
  }

  private async sendDeployRequest(method: string, urlPath: string, body: BodyInit, type: string): Promise<void> {
    const headers = { authorization: `Bearer ${DEPLOY_TOKEN}`, 'content-type': type };
    const response = await fetch(`${this.url}/remotes/${urlPath}`, { method, headers, body });
    if (!response.ok)
      throw new Error(`${method} /remotes/${urlPath} failed with status ${response.status}: ${await response.text()}`);
  }

  /**
   * Publishes a release folder over HTTP, as a CI system does, without activating it. First writes an `offer.json` of a host that
   * satisfies the requirements of the release, as if a later host were deployed.
   */
  async publish(name: string, version: string, folder: string): Promise<void> {
    const { manifest } = JSON.parse(await readFile(path.join(folder, 'release.json'), 'utf8')) as ReleaseFile;
    const hostOfferFile = path.join(this.dir, 'host', 'offer.json');
    // The file is still a hard link to the checkout's build, so writing to it would change the original.
    await rm(hostOfferFile, { force: true });
    await writeFile(hostOfferFile, JSON.stringify({ contract: manifest.contract.replace(/^\D+/, ''), shared: {} }));
    const { stdout } = await execFileAsync('tar', ['-czf', '-', '-C', folder, '.'], {
      encoding: 'buffer',
      maxBuffer: 50_000_000,
    });
    await this.sendDeployRequest('PUT', `${name}/${version}`, new Uint8Array(stdout), 'application/gzip');
  }

  /** Creates and publishes a release. See `createRelease`. */
  async publishModified(name: string, version: string, modify?: (text: string, file: string) => string): Promise<void> {
    await this.publish(name, version, await this.createRelease(name, version, modify));
  }

  /** Activates a release, rolls back or sets a canary release over HTTP. */
  runAction(name: string, action: 'activate' | 'rollback' | 'canary', body: object = {}): Promise<void> {
    return this.sendDeployRequest('POST', `${name}/${action}`, JSON.stringify(body), 'application/json');
  }

  /** Runs a command of `docs/remote-team.md`, such as `runCommand('activate', 'similarity', '1.1.0')`. Returns its output. */
  async runCommand(...args: string[]): Promise<string> {
    const { stdout } = await execFileAsync(process.execPath, [path.join(REPOSITORY_ROOT, 'tools', 'run.mjs'), ...args], {
      env: { ...process.env, BUILD_DIR: this.dir },
    });
    return stdout;
  }

  /** Stops the server and deletes the build folder. */
  async stopAndDelete(): Promise<void> {
    await this.server.stopAndDelete();
    if (existsSync(this.dir)) await rm(this.dir, { recursive: true, force: true });
  }
}

/** `test` with the fixture `build`: a separate server and build folder for each worker. The server allows overrides. */
export const testWithIsolatedBuild = test.extend<object, { build: IsolatedBuild }>({
  build: [
    async ({}, provide) => {
      const build = await IsolatedBuild.create({ ALLOW_OVERRIDES: 'on' });
      await provide(build);
      await build.stopAndDelete();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: ({ build }, provide) => provide(build.url),
});
