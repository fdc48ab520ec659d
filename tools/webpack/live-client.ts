import { createRequire } from 'node:module';

const require = createRequire(__filename);

export interface LiveClient {
  port: number;
  /** Fast Refresh, where the build is made for it; else the page is loaded anew. */
  isHot: boolean;
}

/**
 * Modules that a page must have to hear of new builds. Added by hand and not by the server, which would add the same to
 * each of its builds: a hot one does not work in a container.
 */
export function liveClient({ port, isHot }: LiveClient): string[] {
  const settings = new URLSearchParams({
    protocol: 'ws',
    hostname: 'localhost',
    port: String(port),
    pathname: '/ws',
    hot: String(isHot),
    'live-reload': 'true',
    reconnect: '10',
    logging: 'warn',
    overlay: 'false',
  });
  const client = `${require.resolve('webpack-dev-server/client/index.js')}?${settings.toString()}`;
  return isHot ? [client, require.resolve('webpack/hot/dev-server.js')] : [client];
}
