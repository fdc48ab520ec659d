import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Release } from '@console/shared-contract/federation';
import { buildDocs } from '../docs/build-docs';
import { packageVersion } from '../webpack/remote-manifest';
import type { ReleaseFile } from '../webpack/release-plugin';
import { compressFolder } from './compress';
import { hashInputs } from './inputs';

export interface Target {
  name: string;
  upToDate: boolean;
  build: () => Promise<void>;
}
export interface RemoteTarget extends Target {
  isBuilt: () => boolean;
  /** The release in the build folder; only when it is built. */
  release: () => Release;
}

const COMMON = ['pnpm-lock.yaml', 'tsconfig.base.json', 'shared-contract/src', 'tools/webpack'];
/** Builds whose files of the host stay, for tabs that were opened on them. */
const HOSTS_KEPT = 3;

function node(root: string, args: string[], env: Record<string, string> = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`${args.at(-1)} could not be built`))));
  });
}

/** Builds a package into an empty folder. */
export async function webpackInto(
  root: string,
  folder: string,
  staging: string,
  env: Record<string, string> = {},
): Promise<void> {
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging, { recursive: true });
  await node(root, ['--import', 'tsx', 'tools/builder/webpack-run.ts', folder], {
    ...env,
    RELEASE_OUT: staging,
    NODE_ENV: 'production',
  });
}

/** A remote of the checkout: an immutable folder per content of its inputs. */
export function remoteTarget(root: string, buildDir: string, folder: string): RemoteTarget {
  const name = folder.replace(/^remote-/, '');
  const own = ['src', 'remote.manifest.ts', 'package.json', 'tsconfig.json', 'webpack.config.mjs'].map(
    (file) => `${folder}/${file}`,
  );
  const hash = hashInputs(root, [...own, ...COMMON]).slice(0, 8);
  const version = `${packageVersion(path.join(root, folder))}-local-${hash}`;
  const dir = path.join(buildDir, 'remotes', name, version);
  const file = path.join(dir, 'release.json');
  return {
    name,
    upToDate: existsSync(file),
    isBuilt: () => existsSync(file),
    build: async () => {
      const staging = path.join(buildDir, '.staging', name);
      await webpackInto(root, folder, staging, { RELEASE_VERSION: version });
      await compressFolder(staging);
      mkdirSync(path.dirname(dir), { recursive: true });
      rmSync(dir, { recursive: true, force: true });
      renameSync(staging, dir);
    },
    release: () => {
      const { entry, integrity, manifest } = JSON.parse(readFileSync(file, 'utf8')) as ReleaseFile;
      return { entry: `/remotes/${name}/${version}/${entry}`, integrity, manifest, publishedAt: new Date().toISOString() };
    },
  };
}

interface HostStamp {
  inputs: string;
  /** File names of the last builds, newest first. */
  builds: string[][];
}

function readStamp(file: string): HostStamp {
  if (!existsSync(file)) return { inputs: '', builds: [] };
  return JSON.parse(readFileSync(file, 'utf8')) as HostStamp;
}

/** The shell, with the shared packages in it. */
export function hostTarget(root: string, buildDir: string): Target {
  const own = [
    'host/src',
    'host/package.json',
    'host/tsconfig.json',
    'host/webpack.config.mjs',
    'shared-auth/src',
    'shared-ui/src',
  ];
  const inputs = hashInputs(root, [...own, ...COMMON]);
  const dir = path.join(buildDir, 'host');
  const stampFile = path.join(buildDir, 'host.stamp.json');
  const stamp = readStamp(stampFile);
  return {
    name: 'host',
    upToDate: stamp.inputs === inputs && existsSync(path.join(dir, 'index.html')),
    build: async () => {
      const staging = path.join(buildDir, '.staging', 'host');
      const version = `${packageVersion(path.join(root, 'host'))}+${inputs.slice(0, 8)}`;
      await webpackInto(root, 'host', staging, { RELEASE_VERSION: version });
      await compressFolder(staging);
      mkdirSync(dir, { recursive: true });
      const names = readdirSync(staging);
      // The document last: it must never name a file that is not there yet.
      for (const name of [...names.filter((file) => file !== 'index.html'), 'index.html'])
        renameSync(path.join(staging, name), path.join(dir, name));
      const builds = [names, ...stamp.builds].slice(0, HOSTS_KEPT);
      const kept = new Set(builds.flat());
      for (const name of readdirSync(dir)) if (!kept.has(name)) rmSync(path.join(dir, name), { recursive: true });
      writeFileSync(stampFile, JSON.stringify({ inputs, builds } satisfies HostStamp));
    },
  };
}

/** The pages at /docs/. */
export function docsTarget(root: string, buildDir: string): Target {
  const inputs = hashInputs(root, ['pnpm-lock.yaml', 'docs', 'tools/docs', 'host/src/favicon.svg'], /(^|\/)adr$|\.test\.ts$/);
  const dir = path.join(buildDir, 'docs');
  const stampFile = path.join(buildDir, 'docs.stamp');
  return {
    name: 'docs',
    upToDate: existsSync(dir) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === inputs,
    build: async () => {
      const staging = path.join(buildDir, '.staging', 'docs');
      rmSync(staging, { recursive: true, force: true });
      buildDocs(root, staging);
      await compressFolder(path.join(staging, 'assets'));
      rmSync(dir, { recursive: true, force: true });
      renameSync(staging, dir);
      writeFileSync(stampFile, inputs);
    },
  };
}

/** The server as one file that Node runs, its packages left outside. */
export function serverTarget(root: string): Target {
  const inputs = hashInputs(root, [
    'pnpm-lock.yaml',
    'shared-contract/src',
    'server/src',
    'server/demo/src',
    'server/learner/src',
    'server/learner/package.json',
    'server/build.mjs',
    'server/package.json',
  ]);
  const stampFile = path.join(root, 'server', 'dist', 'inputs');
  const built =
    existsSync(path.join(root, 'server', 'dist', 'main.mjs')) &&
    existsSync(stampFile) &&
    readFileSync(stampFile, 'utf8') === inputs;
  return {
    name: 'server',
    upToDate: built,
    build: async () => {
      await node(root, ['server/build.mjs']);
      writeFileSync(stampFile, inputs);
    },
  };
}
