import path from 'node:path';
import webpack, { type Configuration } from 'webpack';
import { listLiveClientModules } from './live-client';
import { createRemoteConfig } from './remote';
import { readPackageVersion } from './remote-manifest';

/** Path of the container's files on the development server, including `release.json`. */
export const IN_HOST_PATH = '/in-host/';

/** Returns the build configuration of a remote's container on the development server. A host that loads it reloads after each build. */
export async function createInHostConfig({ dir, port }: { dir: string; port: number }): Promise<Configuration> {
  const config = await createRemoteConfig({ dir, mode: 'development', version: `${readPackageVersion(dir)}-dev` });
  return {
    ...config,
    // Do not use the faster kinds of source maps: they need `eval`, which the host's content security policy forbids.
    devtool: 'cheap-module-source-map',
    output: {
      ...config.output,
      path: path.join(dir, 'dist', 'in-host'),
      publicPath: `http://localhost:${port}${IN_HOST_PATH}`,
    },
    plugins: [
      ...(config.plugins ?? []),
      // Without an entry name, a module is added to every entry. The container is the only entry.
      ...listLiveClientModules({ port, isHot: false }).map((module) => new webpack.EntryPlugin(dir, module, { name: undefined })),
    ],
  };
}
