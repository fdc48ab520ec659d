import path from 'node:path';
import webpack, { type Configuration } from 'webpack';
import { listLiveClientModules } from './live-client';
import { createRemoteConfig } from './remote';
import { readPackageVersion } from './remote-manifest';

/** Path of the container's files on the development server. `/release.json` is served from there, too. */
export const IN_HOST_PATH = '/in-host/';

/** Returns the build of a remote's container for the development server. A deployed host reloads its page after each build. */
export async function createInHostConfig({ dir, port }: { dir: string; port: number }): Promise<Configuration> {
  const config = await createRemoteConfig({ dir, mode: 'development', version: `${readPackageVersion(dir)}-dev` });
  return {
    ...config,
    // The host's content security policy forbids `eval`, which the faster source maps use.
    devtool: 'cheap-module-source-map',
    output: {
      ...config.output,
      path: path.join(dir, 'dist', 'in-host'),
      publicPath: `http://localhost:${port}${IN_HOST_PATH}`,
    },
    plugins: [
      ...(config.plugins ?? []),
      // A module without an entry name is added to every entry. The container is the only entry.
      ...listLiveClientModules({ port, isHot: false }).map((module) => new webpack.EntryPlugin(dir, module, { name: undefined })),
    ],
  };
}
