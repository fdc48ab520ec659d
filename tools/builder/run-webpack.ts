import path from 'node:path';
import { pathToFileURL } from 'node:url';
import webpack, { type Configuration } from 'webpack';

/** Runs the webpack build of a package's folder. Returns the exit code. */
export async function runWebpack(dir: string): Promise<number> {
  const file = path.join(path.resolve(dir), 'webpack.config.mjs');
  const { default: config } = (await import(pathToFileURL(file).href)) as { default: Configuration | Promise<Configuration> };
  const compiler = webpack(await config);
  return new Promise((resolve, reject) => {
    compiler.run((error, stats) => {
      if (error) return reject(error);
      if (stats?.hasErrors() || stats?.hasWarnings()) console.error(stats.toString('errors-warnings'));
      // Close the compiler, which writes the cache for the next build.
      compiler.close((closeError) => (closeError ? reject(closeError) : resolve(stats?.hasErrors() ? 1 : 0)));
    });
  });
}
