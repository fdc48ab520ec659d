import { mkdirSync, readdirSync, existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import webpack, { type Configuration } from 'webpack';
import { createBaseConfig, type BuildOptions, ROOT } from './base';
import { listExposes, loadManifest, readPackageVersion } from './remote-manifest';
import { readSharedVersions } from './shared-packages';

async function describeRemote(folder: string): Promise<string> {
  const dir = path.join(ROOT, folder);
  const manifest = await loadManifest(dir, readPackageVersion(dir));
  const modules = Object.entries(listExposes(dir, manifest)).map(
    ([expose, source]) => `${JSON.stringify(expose)}: () => import(${JSON.stringify(source)})`,
  );
  return `{ manifest: ${JSON.stringify(manifest)}, modules: { ${modules.join(', ')} } }`;
}

/** Writes a module with a list of all remotes for `start.ts` of the single bundle: manifests, and exposed modules as dynamic imports. */
async function writeRemoteList(): Promise<string> {
  const folders = readdirSync(ROOT).filter((name) => existsSync(path.join(ROOT, name, 'remote.manifest.ts')));
  const remotes = await Promise.all(folders.map(describeRemote));
  const file = path.join(ROOT, '.cache', 'one-bundle', 'remotes.mjs');
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `export const remotes = [\n${remotes.join(',\n')}\n];\n`);
  return file;
}

/**
 * Returns a build configuration that combines the host and all remotes into one application without federation, split by page. Benchmarks
 * compare the federated build with this build. The source code is the same except for the modules in `replacements`.
 */
export async function createOneBundleConfig({
  replacements,
  ...options
}: BuildOptions & {
  /** Files that replace modules of the host. Keys are paths relative to its `src`, without extension. */
  replacements: Record<string, string>;
}): Promise<Configuration> {
  const hostDir = path.join(ROOT, 'host');
  const baseConfig = createBaseConfig({ outDir: process.env.RELEASE_OUT, ...options }, 'one_bundle');
  const toHostFile = (module: string) => path.join(hostDir, 'src', `${module}.ts`);
  return {
    ...baseConfig,
    context: hostDir,
    entry: { main: './src/bootstrap.tsx' },
    output: { ...baseConfig.output, publicPath: '/' },
    resolve: {
      ...baseConfig.resolve,
      alias: {
        '@one-bundle/remotes$': await writeRemoteList(),
        ...Object.fromEntries(Object.entries(replacements).map(([module, file]) => [toHostFile(module), file])),
      },
    },
    plugins: [
      new webpack.DefinePlugin({
        __SHARED_VERSIONS__: JSON.stringify(readSharedVersions(hostDir)),
        __HOST_VERSION__: JSON.stringify(readPackageVersion(hostDir)),
      }),
      new HtmlWebpackPlugin({
        template: path.join(hostDir, 'src', 'index.html'),
        favicon: path.join(hostDir, 'src', 'favicon.svg'),
        scriptLoading: 'defer',
      }),
    ],
  };
}
