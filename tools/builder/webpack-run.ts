// Runs one webpack build in its own process, so that its memory is released afterwards: `webpack-run <package folder>`.
import { runWebpack } from './run-webpack';

const [dir] = process.argv.slice(2);
if (dir === undefined) throw new Error('Usage: webpack-run <package folder>');
runWebpack(dir).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
