// `npm run dev -- <remote> [--port 3100] [--api http://localhost:8080]`: a remote alone, with Fast Refresh,
// on any API; and its container, with live reload, for a deployed host.
import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { parseArgs } from 'node:util';
import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import { goOnWithoutReader } from '../../server/src/cli/closed-pipe.mjs';
import { IN_HOST_PATH, makeInHostConfig, makeStandaloneConfig } from '../webpack';

/** Where a host looks for the description of a remote that runs here. */
function toContainer(request: IncomingMessage, _response: ServerResponse, next: () => void): void {
  if (request.url === '/release.json') request.url = `${IN_HOST_PATH}release.json`;
  next();
}

async function serve(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { port: { type: 'string', default: '3100' }, api: { type: 'string', default: 'http://localhost:8080' } },
  });
  const dir = path.resolve(__dirname, '..', '..', `remote-${positionals[0]}`);
  if (!existsSync(path.join(dir, 'remote.manifest.ts'))) throw new Error('Say which remote: npm run dev -- annotate');
  const port = Number(values.port);
  // Given with the path of its calls, as the API's own documents write it, it is the same API.
  const api = values.api.replace(/\/api\/?$/, '');
  const compiler = webpack(await Promise.all([makeStandaloneConfig({ dir, port }), makeInHostConfig({ dir, port })]));
  if (!compiler) throw new Error('webpack gave no compiler');
  const server = new WebpackDevServer(
    {
      port,
      host: 'localhost',
      historyApiFallback: true,
      static: false,
      // Each build brings its own client: Fast Refresh here, a reload in a host.
      client: false,
      hot: false,
      // Which deployed host will ask is not known here; no one but this machine can.
      allowedHosts: 'all',
      headers: { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Private-Network': 'true' },
      setupMiddlewares: (middlewares) => [{ name: 'release', middleware: toContainer }, ...middlewares],
      // Under the same origin, as the deployed console has them. An API on this machine hears this page's own address, so
      // that the pictures' addresses in its answers lead through here; a deployed one answers to its own name alone.
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
      `${name} runs at http://localhost:${port} on the API at ${api}, with Fast Refresh.`,
      `In a deployed host that allows overrides, with live reload: https://HOST/?override=${name}@http://localhost:${port}`,
    ].join('\n'),
  );
}

goOnWithoutReader();
serve().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
