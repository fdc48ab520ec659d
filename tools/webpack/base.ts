import path from 'node:path';
import MinimizerPlugin from 'minimizer-webpack-plugin';
import type { Configuration } from 'webpack';

export interface BuildOptions {
  /** The package's folder. */
  dir: string;
  /** Where the files go; the package's `dist` when left out. */
  outDir?: string;
  mode?: 'production' | 'development';
}

export const ROOT = path.resolve(__dirname, '..', '..');

/** What every build of ours has in common, whichever side of the federation it is on. */
export function baseConfig(
  { dir, outDir, mode = 'production' }: BuildOptions,
  name: string,
  getCustomTransformers?: () => object,
): Configuration {
  const production = mode === 'production';
  const filename = production ? '[name].[contenthash:8].js' : '[name].js';
  return {
    name,
    context: dir,
    mode,
    target: ['web', 'es2022'],
    devtool: production ? 'source-map' : 'eval-cheap-module-source-map',
    output: {
      path: outDir ?? path.join(dir, 'dist'),
      filename,
      chunkFilename: filename,
      cssFilename: production ? '[name].[contenthash:8].css' : '[name].css',
      assetModuleFilename: '[name].[contenthash:8][ext]',
      uniqueName: name,
      // Two builds with one such name take each other's chunks: a redeployed remote would run its old code.
      chunkLoadingGlobal: `chunks_${name.replace(/[^a-zA-Z0-9]/g, '_')}`,
      // Without it a module that threw stays cached half done, and Retry gets the half.
      strictModuleErrorHandling: true,
      crossOriginLoading: 'anonymous',
      // Given up long after the boundary has offered Retry; the specification's figure.
      chunkLoadTimeout: 120_000,
    },
    resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js'] },
    cache: {
      type: 'filesystem',
      cacheDirectory: path.join(ROOT, '.cache', 'webpack'),
      name: `${path.basename(dir)}-${mode}${getCustomTransformers ? '-refresh' : ''}`,
    },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          exclude: /node_modules/,
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
        { test: /\.css$/, type: 'css/auto' },
        { test: /\.(svg|png|woff2?)$/, type: 'asset/resource' },
      ],
    },
    experiments: { css: true },
    optimization: production
      ? {
          minimizer: [
            // swc takes a third of terser's time at the same size.
            new MinimizerPlugin({ minify: MinimizerPlugin.swcMinify, parallel: 2, extractComments: false }),
            new MinimizerPlugin({ test: /\.css$/, minify: MinimizerPlugin.esbuildMinifyCss, parallel: false }),
          ],
        }
      : {},
    performance: false,
    infrastructureLogging: { level: 'error' },
  };
}
