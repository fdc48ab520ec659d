// Jest reloads all modules for each test file, and `@fluentui/react-components` has 2,000 of them: 1.4 s per test file, a third
// of the run. Bundled into one file it loads in 0.15 s. React is external, because there must be only one instance.

const { existsSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { buildSync } = require('esbuild');

const root = path.resolve(__dirname, '../..');
const from = path.join(root, 'shared-ui');
const { version } = require(require.resolve('@fluentui/react-components/package.json', { paths: [from] }));

/** Path of the bundle. The file may not exist before `bundle` has run. */
const file = path.join(from, 'node_modules/.cache', `fluent-${version}-of-tests.cjs`);

/**
 * Patches a race in Tabster. A dialog that opens within milliseconds after another one closed takes the focus, and then the
 * closed one returns the focus to its button in a timer. No dialog counts as active at that moment, so Tabster hides the open
 * dialog from the accessibility tree. Only tests are that fast; one run in three was affected. With the patch, nothing is
 * hidden while no dialog is active.
 */
const HIDE_ELEMENT = '} else {\n            hiddenElements.push(el);';
const HIDE_ELEMENT_IF_ACTIVE = '} else if (activeId !== undefined) {\n            hiddenElements.push(el);';

module.exports = function bundle() {
  if (existsSync(file)) return;
  const draft = `${file}.${process.pid}`;
  buildSync({
    entryPoints: ['@fluentui/react-components'],
    absWorkingDir: from,
    outfile: draft,
    bundle: true,
    platform: 'browser',
    format: 'cjs',
    target: 'node20',
    external: ['react', 'react-dom', 'react/*', 'react-dom/*', 'scheduler'],
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"test"' },
  });
  const text = readFileSync(draft, 'utf8');
  if (text.split(HIDE_ELEMENT).length !== 2) throw new Error('The code of Tabster has changed: update this patch');
  writeFileSync(draft, text.replace(HIDE_ELEMENT, HIDE_ELEMENT_IF_ACTIVE));
  renameSync(draft, file);
};
module.exports.file = file;
