// Jest reloads all modules for each test file, and `@fluentui/react-components` has 2,000 of them: 1.4 s per test file, a third
// of the run. Bundled into one file it loads in 0.15 s. React is external, because there must be only one instance.

const { existsSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { buildSync } = require('esbuild');

const root = path.resolve(__dirname, '../..');
const packageDir = path.join(root, 'shared-ui');
const { version } = require(require.resolve('@fluentui/react-components/package.json', { paths: [packageDir] }));

/** Path of the bundle. `bundle` creates the file if it does not exist. */
const file = path.join(packageDir, 'node_modules/.cache', `fluent-${version}-of-tests.cjs`);

/**
 * Patches a race in Tabster. If a dialog opens within milliseconds after another one closed, the closed dialog moves the focus
 * back to its button. Then no dialog is active, and Tabster hides the open dialog from the accessibility tree. This made one
 * test run in three fail. With the patch, Tabster hides nothing while no dialog is active.
 */
const HIDE_ELEMENT = '} else {\n            hiddenElements.push(el);';
const HIDE_ELEMENT_IF_ACTIVE = '} else if (activeId !== undefined) {\n            hiddenElements.push(el);';

module.exports = function bundle() {
  if (existsSync(file)) return;
  const temporaryFile = `${file}.${process.pid}`;
  buildSync({
    entryPoints: ['@fluentui/react-components'],
    absWorkingDir: packageDir,
    outfile: temporaryFile,
    bundle: true,
    platform: 'browser',
    format: 'cjs',
    target: 'node20',
    external: ['react', 'react-dom', 'react/*', 'react-dom/*', 'scheduler'],
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"test"' },
  });
  const text = readFileSync(temporaryFile, 'utf8');
  if (text.split(HIDE_ELEMENT).length !== 2) throw new Error('The code of Tabster has changed: update this patch');
  writeFileSync(temporaryFile, text.replace(HIDE_ELEMENT, HIDE_ELEMENT_IF_ACTIVE));
  renameSync(temporaryFile, file);
};
module.exports.file = file;
