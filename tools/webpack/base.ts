import path from 'node:path';
import MinimizerPlugin from 'minimizer-webpack-plugin';
import type { Configuration } from 'webpack';

export interface BuildOptions {
  /** Folder of the package. */
  dir: string;
  /** Output folder; the package's `dist` by default. */
  outDir?: string;
  mode?: 'production' | 'development';
}

export const ROOT = path.resolve(__dirname, '..', '..');

/** Matches worker scripts, which are started by `new Worker(new URL('./name.worker.ts', import.meta.url))`. */
const WORKER_FILE = /\.worker\.ts$/;

/** Returns the webpack configuration that all builds share: host, remotes and standalone pages. */
export function createBaseConfig(
  { dir, outDir, mode = 'production' }: BuildOptions,
  name: string,
  getCustomTransformers?: () => object,
): Configuration {
  const isProduction = mode === 'production';
  const filename = isProduction ? '[name].[contenthash:8].js' : '[name].js';
  return {
    name,
    context: dir,
    mode,
    target: ['web', 'es2022'],
    devtool: isProduction ? 'source-map' : 'eval-cheap-module-source-map',
    output: {
      path: outDir ?? path.join(dir, 'dist'),
      filename,
      chunkFilename: filename,
      cssFilename: isProduction ? '[name].[contenthash:8].css' : '[name].css',
      assetModuleFilename: '[name].[contenthash:8][ext]',
      uniqueName: name,
      // The name must be unique. Builds with the same name share their chunks, so a new version of a remote would run the old code.
      chunkLoadingGlobal: `chunks_${name.replace(/[^a-zA-Z0-9]/g, '_')}`,
      // Removes a module that threw an error from the module cache, because a retry would otherwise return the incomplete module. The newer
      // option `strictModuleErrorHandling` does not help: it stores the error and throws it again.
      strictModuleExceptionHandling: true,
      crossOriginLoading: 'anonymous',
      // The specification of the console requires this timeout. The user can retry after 8 seconds.
      chunkLoadTimeout: 120_000,
    },
    resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js'] },
    cache: process.env.BUILD_CACHE !== 'off' && {
      type: 'filesystem',
      cacheDirectory: path.join(ROOT, '.cache', 'webpack'),
      // A change of this file invalidates the cache, because the cached paths depend on this configuration.
      buildDependencies: { config: [__filename] },
      name: `${path.basename(dir)}-${mode}${getCustomTransformers ? '-refresh' : ''}`,
    },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          exclude: [/node_modules/, WORKER_FILE],
          use: {
            loader: require.resolve('ts-loader'),
            options: {
              transpileOnly: true,
              onlyCompileBundledFiles: true,
              configFile: path.join(dir, 'tsconfig.json'),
              compilerOptions: { noEmit: false, sourceMap: true },
              getCustomTransformers,
            },
          },
        },
        {
          // Bundle the script of a worker separately. As a chunk of this build, it would contain the runtime of Module Federation.
          test: WORKER_FILE,
          type: 'asset/resource',
          generator: { filename: isProduction ? '[name].[contenthash:8].js' : '[name].js' },
          use: { loader: path.join(__dirname, 'worker-loader.cjs'), options: { minify: isProduction } },
        },
        {
          // Copy OpenCV, which only workers load. Its file name marks it as a worker script.
          test: /[\\/]opencv\.js$/,
          type: 'asset/resource',
          generator: { filename: isProduction ? '[name].worker.[contenthash:8].js' : '[name].worker.js' },
        },
        { test: /\.css$/, type: 'css/auto' },
        { test: /\.(svg|png|woff2?)$/, type: 'asset/resource' },
      ],
    },
    experiments: { css: true },
    optimization: isProduction
      ? {
          minimizer: [
            // Use swc, which takes a third of terser's time and produces files of the same size.
            new MinimizerPlugin({
              minify: MinimizerPlugin.swcMinify,
              parallel: 2,
              extractComments: false,
              // Copied files, such as WebAssembly in base64, are already minified.
              exclude: /^opencv\./,
            }),
            new MinimizerPlugin({ test: /\.css$/, minify: MinimizerPlugin.esbuildMinifyCss, parallel: false }),
          ],
        }
      : {},
    performance: false,
    infrastructureLogging: { level: 'error' },
  };
}
