import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Registry, type RemoteReleases } from '@console/shared-contract/federation';
import { expect, test } from '../support/test';
import { createBucketStore } from '../../server/src/operations/releases/bucket-store';
import { startConditionalS3 } from '../../server/src/testing/s3/conditional-s3';
import { createReleaseFiles } from '../../server/src/testing/releases/release-samples';
import { startConsole } from '../../server/src/testing/releases/test-console';
import { openDeployment, runCommand } from '../../tools/release/commands';
import { publishBuilt } from '../../tools/release/release';

const ROOT = path.resolve(__dirname, '..', '..');
const BUILD = path.join(ROOT, 'build');
const TOKEN = 'a-deploy-token-for-these-tests-alone';
const FIRST = '0.9.0';
/** Ordered so that each remote follows the remotes whose widgets it needs. */
const REMOTES = ['similarity', 'annotate', 'catalogue', 'training'];

const built = Registry.parse(JSON.parse(readFileSync(path.join(BUILD, 'registry.json'), 'utf8')));

/** Returns folder and version of the checkout's build of a remote. */
function buildOf(name: string): { version: string; dir: string } {
  const version = built.remotes[name]?.active;
  if (!version) throw new Error(`${name} is not built`);
  return { version, dir: path.join(BUILD, 'remotes', name, version) };
}

interface Place {
  /** URL of the server. */
  url: string;
  /** Runs a command like `npm run COMMAND -- ...`. */
  run: (line: string) => Promise<string[]>;
  /** Publishes files without the checks of the release command. */
  publish: (files: ReadonlyMap<string, Uint8Array>, name: string, version: string) => Promise<unknown>;
  /** Checks and publishes the build of a remote. */
  release: (name: string) => Promise<string[]>;
  close: () => Promise<void>;
}

/** A release folder or bucket with a server. Commands access it directly or over HTTP. */
async function open(kind: 'folder' | 'bucket', how: 'commands' | 'HTTP'): Promise<Place> {
  const buildDir = mkdtempSync(path.join(tmpdir(), 'console-real-'));
  mkdirSync(path.join(buildDir, 'host'));
  cpSync(path.join(BUILD, 'host', 'offer.json'), path.join(buildDir, 'host', 'offer.json'));
  const bucket = kind === 'bucket' ? await startConditionalS3() : undefined;
  const releases = bucket && createBucketStore({ settings: bucket.settings, prefix: 'live/', oneWriter: false });
  const server = await startConsole(buildDir, TOKEN, releases);
  const ofBucket = bucket && {
    RELEASES: `s3://${bucket.settings.bucket}/live`,
    S3_ENDPOINT: bucket.settings.endpoint,
    S3_ACCESS_KEY_ID: bucket.settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.settings.secretAccessKey,
  };
  const env = how === 'HTTP' ? { DEPLOY_TOKEN: TOKEN } : { ...ofBucket };
  const host = how === 'HTTP' ? server.url : undefined;
  const said: string[] = [];
  const context = { root: ROOT, buildDir, env, print: (line: string) => said.push(line) };
  const deployment = await openDeployment('release', host, context);
  return {
    url: server.url,
    run: async (line) => {
      const [command = '', ...args] = line.split(' ');
      await runCommand(command, host === undefined ? args : [...args, '--host', host], context);
      return said.splice(0);
    },
    publish: (files, name, version) => deployment.publish(files, name, version),
    release: async (name) => {
      const { dir, version } = buildOf(name);
      await publishBuilt(dir, { ...context, deployment, name }, version);
      return said.splice(0);
    },
    close: async () => {
      await server.close();
      await bucket?.close();
      rmSync(buildDir, { recursive: true, force: true });
    },
  };
}

async function offered(url: string, name: string): Promise<RemoteReleases | undefined> {
  const registry = Registry.parse(await (await fetch(`${url}/registry.json`)).json());
  return registry.remotes[name];
}

for (const kind of ['folder', 'bucket'] as const) {
  for (const how of ['commands', 'HTTP'] as const) {
    test(`the built remotes are released, canaried, activated and rolled back in a ${kind} by ${how}`, async () => {
      const place = await open(kind, how);
      try {
        for (const name of REMOTES) {
          const { version, dir } = buildOf(name);
          await place.publish(createReleaseFiles(FIRST, { name }), name, FIRST);
          await place.run(`activate ${name} ${FIRST}`);
          expect((await place.release(name)).filter((line) => line.startsWith('FAILED'))).toEqual([]);
          expect(await place.run(`canary ${name} ${version} --share 10`)).toContain(`${name} ${version} is the canary.`);
          expect(await place.run(`activate ${name} ${version}`)).toContain(`${name} ${version} is active.`);
          expect(await place.run(`rollback ${name}`)).toContain(`${name} ${FIRST} is active again.`);
          expect(await place.run(`rollback ${name}`)).toContain(`${name} ${version} is active again.`);

          await expect.poll(async () => (await offered(place.url, name))?.active).toBe(version);
          const entry = (await offered(place.url, name))?.versions[version]?.entry ?? '';
          const answer = await fetch(place.url + entry, { headers: { 'accept-encoding': 'br' } });
          expect(answer.headers.get('content-encoding')).toBe('br');
          const asBuilt = readFileSync(path.join(dir, path.basename(entry)));
          expect(Buffer.from(await answer.arrayBuffer()).equals(asBuilt)).toBe(true);
        }
        expect((await place.run('registry')).join('\n')).toContain(`canary training ${buildOf('training').version} --share 10`);
      } finally {
        await place.close();
      }
    });
  }
}
