// jest loads every test file's modules anew, and `@fluentui/react-components` is 2,000 of them: 1.4 s a file, a third of the
// run. Bundled once into one file it is 0.15 s. React stays outside: there is one of it.
const { existsSync } = require('node:fs');
const path = require('node:path');
const { buildSync } = require('esbuild');

const root = path.resolve(__dirname, '../..');
const from = path.join(root, 'shared-ui');
const { version } = require(require.resolve('@fluentui/react-components/package.json', { paths: [from] }));

/** The bundle's path; it may not exist before `bundle` has run. */
const file = path.join(from, 'node_modules/.cache', `fluent-${version}.cjs`);

module.exports = function bundle() {
  if (existsSync(file)) return;
  buildSync({
    entryPoints: ['@fluentui/react-components'],
    absWorkingDir: from,
    outfile: file,
    bundle: true,
    platform: 'browser',
    format: 'cjs',
    target: 'node20',
    external: ['react', 'react-dom', 'react/*', 'react-dom/*', 'scheduler'],
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"test"' },
  });
};
module.exports.file = file;
