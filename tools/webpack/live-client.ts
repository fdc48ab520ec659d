import { createRequire } from 'node:module';

const require = createRequire(__filename);

/** Settings of the client code in the page that detects new builds. */
interface LiveClient {
  port: number;
  /** Whether to use Fast Refresh after a build. If false, the page is reloaded. */
  isHot: boolean;
}

/**
 * Lists the modules that connect a page to the development server. The server does not inject them, because it would add the same modules
 * to all builds. A container needs other settings, because hot reloading does not work in a container.
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
