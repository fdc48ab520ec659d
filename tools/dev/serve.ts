// `npm run dev -- <remote> [--port 3100] [--api http://localhost:8080]`: serves one remote standalone with Fast Refresh on any
// API, and its federation container with live reload for a deployed host.
import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { parseArgs } from 'node:util';
import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import { goOnWithoutReader } from '../../server/src/operations/cli/closed-pipe.mjs';
import { IN_HOST_PATH, createInHostConfig, createStandaloneConfig } from '../webpack';

/** Serves the container's release.json at the root, where a host looks for the description of an overridden remote. */
function rewriteReleasePath(request: IncomingMessage, _response: ServerResponse, next: () => void): void {
  if (request.url === '/release.json') request.url = `${IN_HOST_PATH}release.json`;
  next();
}

async function serve(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { port: { type: 'string', default: '3100' }, api: { type: 'string', default: 'http://localhost:8080' } },
  });
  const dir = path.resolve(__dirname, '..', '..', `remote-${positionals[0]}`);
  if (!existsSync(path.join(dir, 'remote.manifest.ts'))) throw new Error('Name a remote: npm run dev -- annotate');
  const port = Number(values.port);
  // The API's documentation writes its URL with /api at the end. Accept both forms.
  const api = values.api.replace(/\/api\/?$/, '');
  const compiler = webpack(await Promise.all([createStandaloneConfig({ dir, port }), createInHostConfig({ dir, port })]));
  if (!compiler) throw new Error('webpack returned no compiler');
  const server = new WebpackDevServer(
    {
      port,
      host: 'localhost',
      historyApiFallback: true,
      static: false,
      // Each build contains its own client: Fast Refresh for the standalone page, a page reload for the container.
      client: false,
      hot: false,
      // The deployed host's name is unknown, and the server listens on localhost only.
      allowedHosts: 'all',
      headers: { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Private-Network': 'true' },
      setupMiddlewares: (middlewares) => [{ name: 'release', middleware: rewriteReleasePath }, ...middlewares],
      // The deployed console has the API on its own origin, too. A local API receives this page's Host header, so that image
      // URLs in its responses point to this server. A deployed API only accepts its own host name.
      proxy: [
        {
          context: ['/api', '/config.json'],
          target: api,
          changeOrigin: !/^http:\/\/(localhost|127\.0\.0\.1)(:|\/|$)/.test(api),
        },
      ],
    },
    compiler,
  );
  await server.start();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.stop().then(() => process.exit(0)));
  const name = String(positionals[0]);
  console.log(
    [
      '',
      `${name} runs at http://localhost:${port} with the API at ${api} and Fast Refresh.`,
      `To use it in a deployed host that allows overrides, with live reload: https://HOST/?override=${name}@http://localhost:${port}`,
    ].join('\n'),
  );
}

goOnWithoutReader();
serve().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
