import path from 'node:path';
import webpack, { type Configuration } from 'webpack';
import { liveClient } from './live-client';
import { makeRemoteConfig } from './remote';
import { packageVersion } from './remote-manifest';

/** Where the development server has the container's files; `/release.json` leads there. */
export const IN_HOST_PATH = '/in-host/';

/** The container of a remote as its development server gives it to a deployed host, whose page is loaded anew with each build. */
export async function makeInHostConfig({ dir, port }: { dir: string; port: number }): Promise<Configuration> {
  const config = await makeRemoteConfig({ dir, mode: 'development', version: `${packageVersion(dir)}-dev` });
  return {
    ...config,
    // The host's policy forbids `eval`, which the faster source maps are made of.
    devtool: 'cheap-module-source-map',
    output: {
      ...config.output,
      path: path.join(dir, 'dist', 'in-host'),
      publicPath: `http://localhost:${port}${IN_HOST_PATH}`,
    },
    plugins: [
      ...(config.plugins ?? []),
      // Without a name it belongs to every entry, of which the container is the only one.
      ...liveClient({ port, isHot: false }).map((module) => new webpack.EntryPlugin(dir, module, { name: undefined })),
    ],
  };
}
