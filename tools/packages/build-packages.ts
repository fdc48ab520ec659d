// Builds the packages that a remote in another repository needs for its build, and the script that creates such a remote.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';
import { listTemplateFiles, TEMPLATE_DIR } from '../new-remote/create-remote';
import { compilePackages, toCompiledExport } from './compile-packages';
import { packIcons } from './pack-icons';
import { packReducedPackages } from './pack-reduced';
import { createVersionResolver, packPackage, readPackageJson, type PackageJson } from './pack-package';

/** Packages that are published as ES modules with declarations. */
const SHARED_PACKAGES = ['shared-contract', 'shared-auth', 'shared-ui'];
/** Packages that the tools load at run time. All other packages are bundled into the tools. */
const TOOL_DEPENDENCIES = [
  ...['@module-federation/enhanced', '@module-federation/runtime', '@swc/core', 'esbuild', 'jsdom'],
  ...['minimizer-webpack-plugin', 'ts-loader', 'tsx', 'typescript', 'webpack'],
];
/** Packages that the tests of remotes need. Their versions come from the root of the checkout. */
const TEST_DEPENDENCIES = [
  ...['@swc/jest', '@testing-library/dom', '@testing-library/jest-dom', '@testing-library/react', '@testing-library/user-event'],
  ...['@types/jest', '@types/node', 'jest', 'jest-environment-jsdom', 'typescript', 'typescript-native'],
];
const OUTSIDE_TEMPLATE_DIR = path.join(__dirname, 'template');

/** Content of `index.json`, from which `create-remote.mjs` creates a remote. */
interface PackageIndex {
  /** File names of the tarballs. */
  files: string[];
  packageJson: PackageJson;
  /** Contents of the template's files by path. */
  template: Record<string, string>;
}

const externalTools: Plugin = {
  name: 'external-tools',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^[^./]/ }, ({ path: id }) =>
      TOOL_DEPENDENCIES.some((name) => id === name || id.startsWith(`${name}/`)) ? { path: id, external: true } : undefined,
    );
  },
};

async function bundle(entryPoint: string): Promise<Uint8Array> {
  const { outputFiles } = await build({
    entryPoints: [path.join(__dirname, entryPoint)],
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node20',
    format: entryPoint.endsWith('.mjs') ? 'esm' : 'cjs',
    plugins: [externalTools],
    logLevel: 'error',
    ...(entryPoint.endsWith('/console-remote.ts') && { banner: { js: '#!/usr/bin/env node' } }),
  });
  const [file] = outputFiles;
  if (!file) throw new Error(`${entryPoint} could not be bundled`);
  return file.contents;
}

const pickVersions = (dependencies: Record<string, string>, names: readonly string[]) =>
  Object.fromEntries(names.flatMap((name) => (dependencies[name] === undefined ? [] : [[name, dependencies[name]]])));

/** Packs the package `@console/tools`: build configuration, release commands and test setup. */
async function packTools(root: string): Promise<{ packageJson: PackageJson; tarball: Uint8Array }> {
  const resolveVersion = createVersionResolver(root);
  const sourcePackageJson = readPackageJson(path.join(root, 'tools'));
  const packageJson: PackageJson = {
    name: sourcePackageJson.name,
    version: sourcePackageJson.version,
    description: sourcePackageJson.description,
    bin: { 'console-remote': './console-remote.cjs' },
    exports: {
      './webpack': './webpack.cjs',
      './jest': './jest.cjs',
      './tsconfig.base.json': './tsconfig.base.json',
      './package.json': './package.json',
    },
    dependencies: pickVersions(resolveVersion(sourcePackageJson.dependencies), TOOL_DEPENDENCIES),
  };
  const readText = (file: string) => readFileSync(path.join(root, file));
  const jestFiles = ['setup-globals.cjs', 'setup-web.cjs', 'setup-dom.cjs', 'style-stub.cjs'];
  const files = new Map<string, Uint8Array>([
    ['webpack.cjs', await bundle('../webpack/remote.ts')],
    ['console-remote.cjs', await bundle('../release/console-remote.ts')],
    ['worker-loader.cjs', readText('tools/webpack/worker-loader.cjs')],
    ['jest.cjs', readText('tools/packages/jest.cjs')],
    ['tsconfig.base.json', readText('tsconfig.base.json')],
    ['THIRD_PARTY_NOTICES.md', readText('THIRD_PARTY_NOTICES.md')],
    ...jestFiles.map((name): [string, Uint8Array] => [`jest/${name}`, readText(`tools/jest/${name}`)]),
  ]);
  return { packageJson, tarball: await packPackage(packageJson, files) };
}

function createIndex(root: string, tarballs: Record<string, string>): PackageIndex {
  const resolveVersion = createVersionResolver(root);
  const template = Object.fromEntries(
    [...readTemplate(TEMPLATE_DIR), ...readTemplate(OUTSIDE_TEMPLATE_DIR)].filter(([name]) => name !== 'package.json'),
  );
  const { name, version, description, dependencies } = readPackageJson(TEMPLATE_DIR);
  const vendoredVersions = Object.fromEntries(Object.entries(tarballs).map(([id, file]) => [id, `file:vendor/${file}`]));
  const packageJson: PackageJson = {
    name,
    version,
    private: true,
    description,
    scripts: {
      build: 'console-remote build',
      typecheck: 'console-remote typecheck',
      test: 'jest',
      release: 'console-remote release',
      activate: 'console-remote activate',
      rollback: 'console-remote rollback',
      canary: 'console-remote canary',
    },
    dependencies: { ...resolveVersion(dependencies), ...pickVersions(vendoredVersions, Object.keys(dependencies ?? {})) },
    devDependencies: {
      ...pickVersions(vendoredVersions, ['@console/tools', '@fluentui/react-icons', 'jsoneditor', '@module-federation/rspack']),
      ...pickVersions(resolveVersion(readPackageJson(TEMPLATE_DIR).devDependencies), ['@types/react', '@types/react-dom']),
      ...pickVersions(resolveVersion(readPackageJson(root).devDependencies), TEST_DEPENDENCIES),
    },
  };
  // Add this file only to the published template: in this repository, the template could not resolve `@console/tools/jest`.
  template['jest.config.cjs'] = "module.exports = require('@console/tools/jest');\n";
  return { files: Object.values(tarballs), packageJson, template };
}

/** Reads the files of the template as text, including tests. */
function readTemplate(dir: string): [string, string][] {
  return listTemplateFiles(dir).map((file) => [file, readFileSync(path.join(dir, file), 'utf8')]);
}

/** Writes the tarballs, `index.json` and `create-remote.mjs` into an empty folder. */
export async function buildPackages(root: string, dir: string): Promise<void> {
  const resolveVersion = createVersionResolver(root);
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  const tarballs: Record<string, string> = {};
  const writeTarball = ({ name, version }: PackageJson, tarball: Uint8Array) => {
    const file = `${name.replace(/^@[\w-]+\//, '')}-${version}.tgz`;
    tarballs[name] = file;
    writeFileSync(path.join(dir, file), tarball);
  };
  const compiled = compilePackages(root, SHARED_PACKAGES);
  for (const [folder, files] of compiled) {
    const {
      private: _private,
      devDependencies = {},
      exports = {},
      ...sourcePackageJson
    } = readPackageJson(path.join(root, folder));
    const types = Object.keys(devDependencies).filter((name) => name.startsWith('@types/'));
    const packageJson: PackageJson = {
      ...sourcePackageJson,
      exports: Object.fromEntries(Object.entries(exports).map(([id, file]) => [id, toCompiledExport(String(file))])),
      dependencies: {
        ...resolveVersion(sourcePackageJson.dependencies),
        ...pickVersions(resolveVersion(devDependencies), types),
      },
    };
    writeTarball(packageJson, await packPackage(packageJson, files));
  }
  const sharedUi = path.join(root, 'shared-ui');
  for (const { packageJson, tarball } of [
    await packTools(root),
    await packIcons(sharedUi, compiled.get('shared-ui')?.values() ?? []),
    ...(await packReducedPackages(root)),
  ])
    writeTarball(packageJson, tarball);
  writeFileSync(path.join(dir, 'index.json'), JSON.stringify(createIndex(root, tarballs)));
  writeFileSync(path.join(dir, 'create-remote.mjs'), await bundle('create-remote.mjs'));
}
