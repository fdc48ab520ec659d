// jest loads every test file's modules anew, and `@fluentui/react-components` is 2,000 of them: 1.4 s a file, a third of the
// run. Bundled once into one file it is 0.15 s. React stays outside: there is one of it.
const { existsSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { buildSync } = require('esbuild');

const root = path.resolve(__dirname, '../..');
const from = path.join(root, 'shared-ui');
const { version } = require(require.resolve('@fluentui/react-components/package.json', { paths: [from] }));

/** The bundle's path; it may not exist before `bundle` has run. */
const file = path.join(from, 'node_modules/.cache', `fluent-${version}-of-tests.cjs`);

/**
 * A dialog that opens within milliseconds of another's end takes the focus, and the one that ends gives it back to its
 * button later than that, by a timer: no dialog counts as active then, and the open one is hidden from roles until the
 * focus enters it. Only a test is that quick; one run in three met it. While none is active, none is hidden.
 */
const HIDES = '} else {\n            hiddenElements.push(el);';
const HIDES_BESIDE_ACTIVE = '} else if (activeId !== undefined) {\n            hiddenElements.push(el);';

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
  if (text.split(HIDES).length !== 2)
    throw new Error('Tabster hides what is beside the active dialog in another way than before');
  writeFileSync(draft, text.replace(HIDES, HIDES_BESIDE_ACTIVE));
  renameSync(draft, file);
};
module.exports.file = file;
