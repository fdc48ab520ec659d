import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Release } from '@console/shared-contract/federation';
import { buildDocs } from '../docs/build-docs';
import { buildPackages } from '../packages/build-packages';
import { readPackageVersion } from '../webpack/remote-manifest';
import type { ReleaseFile } from '../webpack/release-plugin';
import { compressFolder } from './compress';
import { hashInputs } from './inputs';

/** A part of the product with its own build, such as the host or a remote. */
export interface BuildTarget {
  name: string;
  isUpToDate: boolean;
  build: () => Promise<void>;
}
export interface RemoteTarget extends BuildTarget {
  isBuilt: () => boolean;
  /** Reads the release from the build folder. Call it only if `isBuilt()`. */
  readRelease: () => Release;
}

/** Files and folders on which every web build depends. */
const COMMON_INPUTS = ['pnpm-lock.yaml', 'tsconfig.base.json', 'shared-contract/src', 'tools/webpack'];
/**
 * Environment of the first build of a target. Writing webpack's cache takes a third of the CPU time of a build, and only later builds of a
 * checkout read the cache.
 */
const FIRST_BUILD_ENV = { BUILD_CACHE: 'off' };
/** Number of host builds whose files are kept for open tabs. */
const MAX_HOST_BUILDS = 3;

function runNode(root: string, args: string[], env: Record<string, string> = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`${args.at(-1)} could not be built`))));
  });
}

/** Builds a package with webpack into the `staging` folder, which is emptied first. */
export async function buildWithWebpack(
  root: string,
  folder: string,
  staging: string,
  env: Record<string, string> = {},
): Promise<void> {
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging, { recursive: true });
  await runNode(root, ['--import', 'tsx', 'tools/builder/webpack-run.ts', folder], {
    ...env,
    RELEASE_OUT: staging,
    NODE_ENV: 'production',
  });
}

/** Returns the build target of a remote. Its output folder is named after the hash of the inputs, so its files never change. */
export function createRemoteTarget(root: string, buildDir: string, folder: string): RemoteTarget {
  const name = folder.replace(/^remote-/, '');
  const remoteInputs = ['src', 'remote.manifest.ts', 'package.json', 'tsconfig.json', 'webpack.config.mjs'].map(
    (file) => `${folder}/${file}`,
  );
  const hash = hashInputs(root, [...remoteInputs, ...COMMON_INPUTS]).slice(0, 8);
  const version = `${readPackageVersion(path.join(root, folder))}-local-${hash}`;
  const dir = path.join(buildDir, 'remotes', name, version);
  const file = path.join(dir, 'release.json');
  return {
    name,
    isUpToDate: existsSync(file),
    isBuilt: () => existsSync(file),
    build: async () => {
      const staging = path.join(buildDir, '.staging', name);
      const isFirstBuild = !existsSync(path.dirname(dir));
      await buildWithWebpack(root, folder, staging, { RELEASE_VERSION: version, ...(isFirstBuild && FIRST_BUILD_ENV) });
      await compressFolder(staging);
      mkdirSync(path.dirname(dir), { recursive: true });
      rmSync(dir, { recursive: true, force: true });
      renameSync(staging, dir);
    },
    readRelease: () => {
      const { entry, integrity, manifest } = JSON.parse(readFileSync(file, 'utf8')) as ReleaseFile;
      return { entry: `/remotes/${name}/${version}/${entry}`, integrity, manifest, publishedAt: new Date().toISOString() };
    },
  };
}

/** Content of `host.stamp.json`, which records the last host build. */
interface HostStamp {
  /** Hash of the inputs. */
  inputs: string;
  /** File names of the latest builds, newest first. */
  builds: string[][];
}

function readStamp(file: string): HostStamp {
  if (!existsSync(file)) return { inputs: '', builds: [] };
  return JSON.parse(readFileSync(file, 'utf8')) as HostStamp;
}

/** Returns the build target of the host, which contains the shared packages. */
export function createHostTarget(root: string, buildDir: string): BuildTarget {
  const hostInputs = [
    'host/src',
    'host/package.json',
    'host/tsconfig.json',
    'host/webpack.config.mjs',
    'shared-auth/src',
    'shared-ui/src',
  ];
  const inputs = hashInputs(root, [...hostInputs, ...COMMON_INPUTS]);
  const dir = path.join(buildDir, 'host');
  const stampFile = path.join(buildDir, 'host.stamp.json');
  const storedStamp = readStamp(stampFile);
  return {
    name: 'host',
    isUpToDate: storedStamp.inputs === inputs && existsSync(path.join(dir, 'index.html')),
    build: async () => {
      const staging = path.join(buildDir, '.staging', 'host');
      const version = `${readPackageVersion(path.join(root, 'host'))}+${inputs.slice(0, 8)}`;
      await buildWithWebpack(root, 'host', staging, { RELEASE_VERSION: version, ...(!existsSync(dir) && FIRST_BUILD_ENV) });
      await compressFolder(staging);
      mkdirSync(dir, { recursive: true });
      const names = readdirSync(staging);
      // Move `index.html` last, so that it never refers to a file that does not exist yet.
      for (const name of [...names.filter((file) => file !== 'index.html'), 'index.html'])
        renameSync(path.join(staging, name), path.join(dir, name));
      const recentBuilds = [names, ...storedStamp.builds].slice(0, MAX_HOST_BUILDS);
      const retainedNames = new Set(recentBuilds.flat());
      for (const name of readdirSync(dir)) if (!retainedNames.has(name)) rmSync(path.join(dir, name), { recursive: true });
      writeFileSync(stampFile, JSON.stringify({ inputs, builds: recentBuilds } satisfies HostStamp));
    },
  };
}

/** Returns the build target of the documentation pages at /docs/. */
export function createDocsTarget(root: string, buildDir: string): BuildTarget {
  const inputs = hashInputs(root, ['pnpm-lock.yaml', 'docs', 'tools/docs', 'host/src/favicon.svg'], /(^|\/)adr$|\.test\.ts$/);
  const dir = path.join(buildDir, 'docs');
  const stampFile = path.join(buildDir, 'docs.stamp');
  return {
    name: 'docs',
    isUpToDate: existsSync(dir) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === inputs,
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

/** Returns the build target of the packages for remotes outside this repository. */
export function createPackagesTarget(root: string, buildDir: string): BuildTarget {
  const folders = ['shared-contract', 'shared-auth', 'shared-ui', 'tools', 'server/src/operations/releases'];
  const inputs = hashInputs(
    root,
    [...folders, 'pnpm-lock.yaml', 'pnpm-workspace.yaml', 'tsconfig.base.json'],
    /(^|\/)(node_modules|dist)$/,
  );
  const dir = path.join(buildDir, 'packages');
  const stampFile = path.join(buildDir, 'packages.stamp');
  return {
    name: 'packages',
    isUpToDate: existsSync(dir) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === inputs,
    build: async () => {
      const staging = path.join(buildDir, '.staging', 'packages');
      await buildPackages(root, staging);
      rmSync(dir, { recursive: true, force: true });
      renameSync(staging, dir);
      writeFileSync(stampFile, inputs);
    },
  };
}

/** Returns the build target of the server: bundles that Node runs. */
export function createServerTarget(root: string): BuildTarget {
  const inputs = hashInputs(root, [
    'pnpm-lock.yaml',
    'shared-contract/src',
    'server/src',
    'server/demo/src',
    'server/demo/data',
    'server/learner/src',
    'server/learner/package.json',
    'server/build.mjs',
    'server/load-bundle.mjs',
    'server/package.json',
    'package.json',
  ]);
  const stampFile = path.join(root, 'server', 'dist', 'inputs');
  const isUpToDate =
    existsSync(path.join(root, 'server', 'dist', 'main.mjs')) &&
    existsSync(stampFile) &&
    readFileSync(stampFile, 'utf8') === inputs;
  return {
    name: 'server',
    isUpToDate,
    build: async () => {
      await runNode(root, ['server/build.mjs']);
      writeFileSync(stampFile, inputs);
    },
  };
}
