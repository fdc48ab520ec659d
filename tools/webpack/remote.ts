import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { getContainerName } from '@console/shared-contract/federation';
import type { Configuration } from 'webpack';
import { ChunkIntegrityPlugin } from './chunk-integrity-plugin';
import { ChunkRetryPlugin } from './chunk-retry-plugin';
import { createBaseConfig, type BuildOptions } from './base';
import { listExposes, loadManifest, readPackageVersion } from './remote-manifest';
import { ReleasePlugin } from './release-plugin';
import { createSharedOption } from './shared-packages';

export interface RemoteBuildOptions extends BuildOptions {
  /** Version of the release; the version in package.json by default. */
  version?: string;
}

/** Returns the build that the host loads: a container and its chunks without any shared packages. */
export async function createRemoteConfig(options: RemoteBuildOptions): Promise<Configuration> {
  const { dir, version = process.env.RELEASE_VERSION ?? readPackageVersion(dir) } = options;
  const manifest = await loadManifest(dir, version);
  const container = getContainerName(manifest.name, version);
  const base = createBaseConfig({ outDir: process.env.RELEASE_OUT, ...options }, container);
  return {
    ...base,
    entry: {},
    output: { ...base.output, publicPath: 'auto' },
    plugins: [
      new ModuleFederationPlugin({
        name: container,
        filename: options.mode === 'development' ? 'entry.js' : 'entry.[contenthash:8].js',
        exposes: listExposes(dir, manifest),
        shared: createSharedOption(dir, 'remote'),
        // The build exports no types, because micro-frontends use the types of shared-contract. It writes no manifest of the
        // plugin, because the registry contains the manifest.
        dts: false,
        manifest: false,
        shareStrategy: 'loaded-first',
        experiments: {
          // Use the host's runtime (ADR 0021): a copy would make up two thirds of the entry.
          externalRuntime: true,
          optimization: { disableSnapshot: true, target: 'web' },
        },
      }),
      new ChunkRetryPlugin(),
      // A development server replaces chunks while the page is open.
      ...(options.mode === 'development' ? [] : [new ChunkIntegrityPlugin()]),
      new ReleasePlugin(manifest, container),
    ],
  };
}
