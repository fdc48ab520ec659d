import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Registry, type RemoteReleases } from '@console/shared-contract/federation';
import { expect, LONG_RUN, test } from '../support/test';
import { createBucketStore } from '../../server/src/operations/releases/bucket/bucket-store';
import { startConditionalS3 } from '../../server/src/testing/s3/conditional-s3';
import { createReleaseFiles } from '../../server/src/testing/releases/release-samples';
import { startConsole } from '../../server/src/testing/releases/test-console';
import { openDeployment, runCommand } from '../../tools/release/commands';
import { publishBuilt } from '../../tools/release/release';

const REPOSITORY_ROOT = path.resolve(__dirname, '..', '..');
const BUILD_DIR = path.join(REPOSITORY_ROOT, 'build');
const DEPLOY_TOKEN = 'a-deploy-token-for-these-tests-alone';
const FIRST_VERSION = '0.9.0';
/** Release order: a remote comes after the micro-frontends whose widgets it needs. */
const REMOTE_NAMES = ['similarity', 'annotate', 'catalogue', 'training'];
/** The remotes that have two releases. The long run releases every remote twice. */
const ROLLED_BACK_NAMES = process.env.LONG ? REMOTE_NAMES : ['training'];

// Each release runs the checks of all remotes, which takes minutes on a busy machine.
test.describe.configure({ timeout: 300_000 });

const builtRegistry = Registry.parse(JSON.parse(readFileSync(path.join(BUILD_DIR, 'registry.json'), 'utf8')));

/** Returns the version and folder of a remote that this checkout has built. */
function findBuild(name: string): { version: string; dir: string } {
  const version = builtRegistry.remotes[name]?.active;
  if (!version) throw new Error(`${name} is not built`);
  return { version, dir: path.join(BUILD_DIR, 'remotes', name, version) };
}

/** A release store with a server, and ways to change it. */
interface ReleaseEnvironment {
  /** URL of the server. */
  url: string;
  /** Runs a release command such as `activate training 1.0.0`. Returns the printed lines. */
  run: (line: string) => Promise<string[]>;
  /** Publishes files without the checks of the command `release`. */
  publish: (files: ReadonlyMap<string, Uint8Array>, name: string, version: string) => Promise<unknown>;
  /** Checks and publishes the build of a remote. Returns the printed lines. */
  release: (name: string) => Promise<string[]>;
  close: () => Promise<void>;
}

/** Creates an empty folder or bucket for releases and starts a server. Commands access the store directly or over HTTP. */
async function createEnvironment(storeKind: 'folder' | 'bucket', access: 'commands' | 'HTTP'): Promise<ReleaseEnvironment> {
  const buildDir = mkdtempSync(path.join(tmpdir(), 'console-real-'));
  mkdirSync(path.join(buildDir, 'host'));
  cpSync(path.join(BUILD_DIR, 'host', 'offer.json'), path.join(buildDir, 'host', 'offer.json'));
  const bucket = storeKind === 'bucket' ? await startConditionalS3() : undefined;
  const releases = bucket && createBucketStore({ settings: bucket.settings, prefix: 'live/', oneWriter: false });
  const server = await startConsole(buildDir, DEPLOY_TOKEN, releases);
  const bucketEnv = bucket && {
    RELEASES: `s3://${bucket.settings.bucket}/live`,
    S3_ENDPOINT: bucket.settings.endpoint,
    S3_ACCESS_KEY_ID: bucket.settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.settings.secretAccessKey,
  };
  const env = access === 'HTTP' ? { DEPLOY_TOKEN } : { ...bucketEnv };
  const host = access === 'HTTP' ? server.url : undefined;
  const printedLines: string[] = [];
  const context = { root: REPOSITORY_ROOT, buildDir, env, print: (line: string) => printedLines.push(line) };
  const deployment = await openDeployment('release', host, context);
  return {
    url: server.url,
    run: async (line) => {
      const [command = '', ...args] = line.split(' ');
      await runCommand(command, host === undefined ? args : [...args, '--host', host], context);
      return printedLines.splice(0);
    },
    publish: (files, name, version) => deployment.publish(files, name, version),
    release: async (name) => {
      const { dir, version } = findBuild(name);
      await publishBuilt(
        dir,
        { ...context, packageDir: path.join(REPOSITORY_ROOT, `remote-${name}`), deployment, name },
        version,
      );
      return printedLines.splice(0);
    },
    close: async () => {
      await server.close();
      await bucket?.close();
      rmSync(buildDir, { recursive: true, force: true });
    },
  };
}

async function readReleases(url: string, name: string): Promise<RemoteReleases | undefined> {
  const registry = Registry.parse(await (await fetch(`${url}/registry.json`)).json());
  return registry.remotes[name];
}

/** The soak run adds the other combinations. Unit tests cover all of them with small releases. */
const COMBINATIONS = [
  { storeKind: 'folder', access: 'commands', testOptions: LONG_RUN },
  { storeKind: 'folder', access: 'HTTP', testOptions: {} },
  { storeKind: 'bucket', access: 'HTTP', testOptions: LONG_RUN },
  { storeKind: 'bucket', access: 'commands', testOptions: LONG_RUN },
] as const;

for (const { storeKind, access, testOptions } of COMBINATIONS) {
  test(
    `the built remotes are released, canaried, activated and rolled back in a ${storeKind} by ${access}`,
    testOptions,
    async () => {
      const environment = await createEnvironment(storeKind, access);
      try {
        for (const name of REMOTE_NAMES) {
          const { version, dir } = findBuild(name);
          if (ROLLED_BACK_NAMES.includes(name)) {
            await environment.publish(createReleaseFiles(FIRST_VERSION, { name }), name, FIRST_VERSION);
            await environment.run(`activate ${name} ${FIRST_VERSION}`);
          }
          expect((await environment.release(name)).filter((line) => line.startsWith('FAILED'))).toEqual([]);
          if (!ROLLED_BACK_NAMES.includes(name)) {
            await environment.run(`activate ${name} ${version}`);
            continue;
          }
          expect(await environment.run(`canary ${name} ${version} --share 10`)).toContain(`${name} ${version} is the canary.`);
          expect(await environment.run(`activate ${name} ${version}`)).toContain(`${name} ${version} is active.`);
          expect(await environment.run(`rollback ${name}`)).toContain(`${name} ${FIRST_VERSION} is active again.`);
          expect(await environment.run(`rollback ${name}`)).toContain(`${name} ${version} is active again.`);

          await expect.poll(async () => (await readReleases(environment.url, name))?.active).toBe(version);
          const entry = (await readReleases(environment.url, name))?.versions[version]?.entry ?? '';
          const response = await fetch(environment.url + entry, { headers: { 'accept-encoding': 'br' } });
          expect(response.headers.get('content-encoding')).toBe('br');
          const builtEntry = readFileSync(path.join(dir, path.basename(entry)));
          expect(Buffer.from(await response.arrayBuffer()).equals(builtEntry)).toBe(true);
        }
        expect((await environment.run('registry')).join('\n')).toContain(
          `canary training ${findBuild('training').version} --share 10`,
        );
      } finally {
        await environment.close();
      }
    },
  );
}
