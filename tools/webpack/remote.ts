import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { getContainerName } from '@console/shared-contract/federation';
import type { Configuration } from 'webpack';
import { ChunkIntegrityPlugin } from './chunk-integrity-plugin';
import { ChunkRetryPlugin } from './chunk-retry-plugin';
import { createBaseConfig, type BuildOptions } from './base';
import { listExposes, loadManifest, readPackageVersion } from './remote-manifest';
import { ReleasePlugin } from './release-plugin';
import { createSharedOption } from './shared-packages';

interface RemoteBuildOptions extends BuildOptions {
  /** Version of the release; the version in package.json by default. */
  version?: string;
}

/** Returns the build configuration of a remote as the host loads it: a container with its chunks, without shared packages. */
export async function createRemoteConfig(options: RemoteBuildOptions): Promise<Configuration> {
  const { dir, version = process.env.RELEASE_VERSION ?? readPackageVersion(dir) } = options;
  const manifest = await loadManifest(dir, version);
  const container = getContainerName(manifest.name, version);
  const baseConfig = createBaseConfig({ outDir: process.env.RELEASE_OUT, ...options }, container);
  return {
    ...baseConfig,
    entry: {},
    output: { ...baseConfig.output, publicPath: 'auto' },
    plugins: [
      new ModuleFederationPlugin({
        name: container,
        filename: options.mode === 'development' ? 'entry.js' : 'entry.[contenthash:8].js',
        exposes: listExposes(dir, manifest),
        shared: createSharedOption(dir, 'remote'),
        // Do not export types, because micro-frontends use the types of `shared-contract`. Do not write the plugin's manifest, because the
        // registry contains the remote's own manifest.
        dts: false,
        manifest: false,
        shareStrategy: 'loaded-first',
        experiments: {
          // Use the federation runtime of the host (ADR 0021). A copy would make up two thirds of the entry script.
          externalRuntime: true,
          optimization: { disableSnapshot: true, target: 'web' },
        },
      }),
      new ChunkRetryPlugin(),
      // Do not check hashes during development, because the development server replaces chunks while a page is open.
      ...(options.mode === 'development' ? [] : [new ChunkIntegrityPlugin()]),
      new ReleasePlugin(manifest, container),
    ],
  };
}
