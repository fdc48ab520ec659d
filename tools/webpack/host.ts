import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import { CONTRACT_VERSION, type HostOffer } from '@console/shared-contract/federation';
import webpack, { type Compiler, type Configuration, sources } from 'webpack';
import { createBaseConfig, type BuildOptions, ROOT } from './base';
import { ChunkIntegrityPlugin } from './chunk-integrity-plugin';
import { ChunkRetryPlugin } from './chunk-retry-plugin';
import { createHostCacheGroups } from './host-files';
import { readPackageVersion } from './remote-manifest';
import { createSharedOption, readSharedVersions } from './shared-packages';

/**
 * Returns the file with the fetch adapter of axios, so that the build can leave it out (3 kB with brotli). The console never uses this
 * adapter: axios prefers XMLHttpRequest, which reports the progress of uploads.
 */
function findUnusedAdapter(): string {
  const axios = require.resolve('axios/package.json', { paths: [path.join(ROOT, 'shared-auth')] });
  return path.join(path.dirname(axios), 'lib/adapters/fetch.js');
}

/** Writes `offer.json`: the contract and the shared packages that releases of remotes must be compatible with. */
class OfferPlugin {
  constructor(private readonly offer: HostOffer) {}

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('OfferPlugin', (compilation) => {
      compilation.hooks.processAssets.tap('OfferPlugin', () => {
        compilation.emitAsset('offer.json', new sources.RawSource(JSON.stringify(this.offer)));
      });
    });
  }
}

/** Returns the build configuration of the host. The host provides the shared packages and is built without knowledge of the remotes. */
export function createHostConfig(options: BuildOptions): Configuration {
  const { dir } = options;
  const baseConfig = createBaseConfig({ outDir: process.env.RELEASE_OUT, ...options }, 'console_host');
  return {
    ...baseConfig,
    entry: { main: './src/index.ts', provided: './src/federation/provided.ts' },
    output: { ...baseConfig.output, publicPath: '/' },
    resolve: { ...baseConfig.resolve, alias: { [findUnusedAdapter()]: false } },
    optimization: { ...baseConfig.optimization, splitChunks: { cacheGroups: createHostCacheGroups(ROOT) } },
    plugins: [
      new ModuleFederationPlugin({
        name: 'console_host',
        remotes: {},
        shared: createSharedOption(dir, 'host'),
        dts: false,
        manifest: false,
        // The alternative `version-first` would fetch the entry scripts of all registered remotes before the first shared package is used.
        shareStrategy: 'loaded-first',
        experiments: { optimization: { disableSnapshot: true, target: 'web' } },
      }),
      new OfferPlugin({ contract: CONTRACT_VERSION, shared: readSharedVersions(dir) }),
      new ChunkRetryPlugin(),
      // Do not check hashes during development, because the development server replaces chunks while a page is open.
      ...(options.mode === 'development' ? [] : [new ChunkIntegrityPlugin()]),
      new webpack.DefinePlugin({
        __SHARED_VERSIONS__: JSON.stringify(readSharedVersions(dir)),
        __HOST_VERSION__: JSON.stringify(process.env.RELEASE_VERSION ?? readPackageVersion(dir)),
      }),
      new HtmlWebpackPlugin({
        chunks: ['main'],
        template: path.join(dir, 'src', 'index.html'),
        favicon: path.join(dir, 'src', 'favicon.svg'),
        scriptLoading: 'defer',
      }),
    ],
  };
}
