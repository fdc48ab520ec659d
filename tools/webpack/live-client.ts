import { createRequire } from 'node:module';

const require = createRequire(__filename);

export interface LiveClient {
  port: number;
  /** Whether to use Fast Refresh; otherwise the page is reloaded. */
  isHot: boolean;
}

/**
 * Lists the modules through which a page learns about new builds. The development server would add the same client to all its
 * builds, but hot reloading does not work in a container. Therefore each build adds its own.
 */
export function listLiveClientModules({ port, isHot }: LiveClient): string[] {
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
