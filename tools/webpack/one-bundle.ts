import { mkdirSync, readdirSync, existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import webpack, { type Configuration } from 'webpack';
import { baseConfig, type BuildOptions, ROOT } from './base';
import { exposesOf, loadManifest, packageVersion } from './remote-manifest';
import { sharedVersions } from './shared-packages';

async function describeRemote(folder: string): Promise<string> {
  const dir = path.join(ROOT, folder);
  const manifest = await loadManifest(dir, packageVersion(dir));
  const modules = Object.entries(exposesOf(dir, manifest)).map(
    ([expose, source]) => `${JSON.stringify(expose)}: () => import(${JSON.stringify(source)})`,
  );
  return `{ manifest: ${JSON.stringify(manifest)}, modules: { ${modules.join(', ')} } }`;
}

/** The list of remotes that `start.ts` of the one bundle takes: manifests, and exposes as ordinary dynamic imports. */
async function writeRemotes(): Promise<string> {
  const folders = readdirSync(ROOT).filter((name) => existsSync(path.join(ROOT, name, 'remote.manifest.ts')));
  const remotes = await Promise.all(folders.map(describeRemote));
  const file = path.join(ROOT, '.cache', 'one-bundle', 'remotes.mjs');
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `export const remotes = [\n${remotes.join(',\n')}\n];\n`);
  return file;
}

/**
 * Host and remotes as one application without federation, split by page as such an application is: what the federated
 * build is measured against. The source is the product's own, but for the modules that `replaced` names.
 */
export async function makeOneBundleConfig({
  replaced,
  ...options
}: BuildOptions & {
  /** Module of the host, from its `src`, and the file that takes its place. */
  replaced: Record<string, string>;
}): Promise<Configuration> {
  const hostDir = path.join(ROOT, 'host');
  const base = baseConfig({ outDir: process.env.RELEASE_OUT, ...options }, 'one_bundle');
  const resource = (module: string) => path.join(hostDir, 'src', `${module}.ts`);
  return {
    ...base,
    context: hostDir,
    entry: { main: './src/bootstrap.tsx' },
    output: { ...base.output, publicPath: '/' },
    resolve: {
      ...base.resolve,
      alias: {
        '@one-bundle/remotes$': await writeRemotes(),
        ...Object.fromEntries(Object.entries(replaced).map(([module, file]) => [resource(module), file])),
      },
    },
    plugins: [
      new webpack.DefinePlugin({
        __SHARED_VERSIONS__: JSON.stringify(sharedVersions(hostDir)),
        __HOST_VERSION__: JSON.stringify(packageVersion(hostDir)),
      }),
      new HtmlWebpackPlugin({
        template: path.join(hostDir, 'src', 'index.html'),
        favicon: path.join(hostDir, 'src', 'favicon.svg'),
        scriptLoading: 'defer',
      }),
    ],
  };
}
