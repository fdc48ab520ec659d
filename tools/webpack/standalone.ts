import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Manifest } from '@console/shared-contract/federation';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import refreshTypeScript from 'react-refresh-typescript';
import webpack, { type Configuration } from 'webpack';
import { baseConfig } from './base';
import { liveClient } from './live-client';
import { exposesOf, loadManifest, packageVersion } from './remote-manifest';

/** Written where the remote's own packages are found, and where ts-loader does not look. */
function writeEntry(dir: string, manifest: Manifest): string {
  const file = path.join(dir, 'node_modules', '.cache', 'standalone', 'index.mjs');
  const modules = Object.entries(exposesOf(dir, manifest)).map(
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

/** A remote's pages on a page of their own, everything in one build, with Fast Refresh. */
export async function makeStandaloneConfig({ dir, port }: { dir: string; port: number }): Promise<Configuration> {
  const manifest = await loadManifest(dir, packageVersion(dir));
  const base = baseConfig({ dir, mode: 'development' }, `standalone_${manifest.name}`, () => ({ before: [refreshTypeScript()] }));
  return {
    ...base,
    entry: { main: [...liveClient({ port, isHot: true }), writeEntry(dir, manifest)] },
    output: { ...base.output, publicPath: '/' },
    plugins: [
      new HtmlWebpackPlugin({ template: path.join(__dirname, 'standalone.html'), title: manifest.title }),
      new webpack.HotModuleReplacementPlugin(),
      new ReactRefreshPlugin({ overlay: false, exclude: [/node_modules/] }),
    ],
  };
}
