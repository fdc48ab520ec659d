// `npm run dev -- <remote> [--port 3100] [--api http://localhost:8080]` serves a remote as a standalone page with Fast Refresh. It also
// serves the remote as a federation container with live reload, which a deployed host can load.
import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { parseArgs } from 'node:util';
import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import { ignoreClosedOutput } from '../../server/src/operations/cli/closed-pipe.mjs';
import { IN_HOST_PATH, createInHostConfig, createStandaloneConfig } from '../webpack';

/** Serves `release.json` at the root, where a host looks for the description of a remote that it overrides. */
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
  // Accept the URL with and without `/api` at the end, because the documentation of the API writes it with `/api`.
  const api = values.api.replace(/\/api\/?$/, '');
  const compiler = webpack(await Promise.all([createStandaloneConfig({ dir, port }), createInHostConfig({ dir, port })]));
  if (!compiler) throw new Error('webpack returned no compiler');
  const server = new WebpackDevServer(
    {
      port,
      host: 'localhost',
      historyApiFallback: true,
      static: false,
      // Do not inject a client, because each build contains its own: Fast Refresh for the standalone page, live reload for the container.
      client: false,
      hot: false,
      // Allow all host names, because the name of the deployed host is unknown. The server listens only on localhost.
      allowedHosts: 'all',
      headers: { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Private-Network': 'true' },
      setupMiddlewares: (middlewares) => [{ name: 'release', middleware: rewriteReleasePath }, ...middlewares],
      // Proxy the API, so that it has the same origin as the page, as in a deployed console. A local API gets the Host header of the page,
      // so that image URLs in responses point to this server. A deployed API accepts only its own host name.
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

ignoreClosedOutput();
serve().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
