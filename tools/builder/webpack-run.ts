// Runs one webpack build in its own process, so that its memory is released afterwards: `webpack-run <package folder>`.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import webpack, { type Configuration } from 'webpack';

async function run(dir: string): Promise<number> {
  const file = path.join(path.resolve(dir), 'webpack.config.mjs');
  const { default: config } = (await import(pathToFileURL(file).href)) as { default: Configuration | Promise<Configuration> };
  const compiler = webpack(await config);
  return new Promise((resolve, reject) => {
    compiler.run((error, stats) => {
      if (error) return reject(error);
      if (stats?.hasErrors() || stats?.hasWarnings()) console.error(stats.toString('errors-warnings'));
      // Closing the compiler writes the cache for the next build.
      compiler.close((closeError) => (closeError ? reject(closeError) : resolve(stats?.hasErrors() ? 1 : 0)));
    });
  });
}

const [dir] = process.argv.slice(2);
if (dir === undefined) throw new Error('Usage: webpack-run <package folder>');
run(dir).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
