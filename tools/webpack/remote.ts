import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { containerName } from '@console/shared-contract/federation';
import type { Configuration } from 'webpack';
import { ChunkRetryPlugin } from './chunk-retry-plugin';
import { baseConfig, type BuildOptions } from './base';
import { exposesOf, loadManifest, packageVersion } from './remote-manifest';
import { ReleasePlugin } from './release-plugin';
import { sharedOption } from './shared-packages';

export interface RemoteBuildOptions extends BuildOptions {
  /** Version of the release; the package's own when left out. */
  version?: string;
}

/** The build that the host loads: a container and its chunks, without any shared package in them. */
export async function makeRemoteConfig(options: RemoteBuildOptions): Promise<Configuration> {
  const { dir, version = process.env.RELEASE_VERSION ?? packageVersion(dir) } = options;
  const manifest = await loadManifest(dir, version);
  const container = containerName(manifest.name, version);
  const base = baseConfig({ outDir: process.env.RELEASE_OUT, ...options }, container);
  return {
    ...base,
    entry: {},
    output: { ...base.output, publicPath: 'auto' },
    plugins: [
      new ModuleFederationPlugin({
        name: container,
        filename: options.mode === 'development' ? 'entry.js' : 'entry.[contenthash:8].js',
        exposes: exposesOf(dir, manifest),
        shared: sharedOption(dir, 'remote'),
        // Types come from shared-contract, and the registry holds the manifest.
        dts: false,
        manifest: false,
        shareStrategy: 'loaded-first',
        experiments: {
          // The host's (ADR 0021): a copy would be two thirds of the entry.
          externalRuntime: true,
          optimization: { disableSnapshot: true, target: 'web' },
        },
      }),
      new ChunkRetryPlugin(),
      new ReleasePlugin(manifest, container),
    ],
  };
}
