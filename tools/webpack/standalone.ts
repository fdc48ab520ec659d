import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Manifest } from '@console/shared-contract/federation';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import refreshTypeScript from 'react-refresh-typescript';
import webpack, { type Configuration } from 'webpack';
import { createBaseConfig } from './base';
import { listLiveClientModules } from './live-client';
import { listExposes, loadManifest, readPackageVersion } from './remote-manifest';

/** Writes the entry module into `node_modules`, where imports of the remote's packages resolve and ts-loader does not compile it. */
function writeEntry(dir: string, manifest: Manifest): string {
  const file = path.join(dir, 'node_modules', '.cache', 'standalone', 'index.mjs');
  const modules = Object.entries(listExposes(dir, manifest)).map(
    ([expose, source]) => `  ${JSON.stringify(expose)}: () => import(${JSON.stringify(source)}),`,
  );
  const lines = [
    "import { runStandalone } from '@console/shared-ui/standalone';",
    `import { manifest } from ${JSON.stringify(path.join(dir, 'remote.manifest.ts'))};`,
    `runStandalone(manifest, {\n${modules.join('\n')}\n});`,
  ];
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

/** Returns the build configuration of a remote's standalone page, which includes all packages and uses Fast Refresh. */
export async function createStandaloneConfig({ dir, port }: { dir: string; port: number }): Promise<Configuration> {
  const manifest = await loadManifest(dir, readPackageVersion(dir));
  const baseConfig = createBaseConfig({ dir, mode: 'development' }, `standalone_${manifest.name}`, () => ({
    before: [refreshTypeScript()],
  }));
  return {
    ...baseConfig,
    entry: { main: [...listLiveClientModules({ port, isHot: true }), writeEntry(dir, manifest)] },
    output: { ...baseConfig.output, publicPath: '/' },
    plugins: [
      new HtmlWebpackPlugin({ template: path.join(__dirname, 'standalone.html'), title: manifest.title }),
      new webpack.HotModuleReplacementPlugin(),
      new ReactRefreshPlugin({ overlay: false, exclude: [/node_modules/] }),
    ],
  };
}
