// `npm run dev -- <remote> [--port 3100] [--api http://localhost:8080]`: a remote alone, with Fast Refresh, on any API.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import { makeStandaloneConfig } from '../webpack';

async function serve(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { port: { type: 'string', default: '3100' }, api: { type: 'string', default: 'http://localhost:8080' } },
  });
  const dir = path.resolve(__dirname, '..', '..', `remote-${positionals[0]}`);
  if (!existsSync(path.join(dir, 'remote.manifest.ts'))) throw new Error('Say which remote: npm run dev -- annotate');
  const compiler = webpack(await makeStandaloneConfig({ dir }));
  if (!compiler) throw new Error('webpack gave no compiler');
  const server = new WebpackDevServer(
    {
      port: Number(values.port),
      host: 'localhost',
      historyApiFallback: true,
      client: { overlay: false },
      // Under the same origin, as the deployed console has them. An API on this machine hears this page's own address, so
      // that the pictures' addresses in its answers lead through here; a deployed one answers to its own name alone.
      proxy: [
        {
          context: ['/api', '/config.json'],
          target: values.api,
          changeOrigin: !/^http:\/\/(localhost|127\.0\.0\.1)(:|\/|$)/.test(values.api),
        },
      ],
    },
    compiler,
  );
  await server.start();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.stop().then(() => process.exit(0)));
  console.log(`\n${positionals[0]} runs at http://localhost:${values.port} on the API at ${values.api}`);
}

serve().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
