// Bundles packages into one file each, because Jest loads all modules again for each test file. `@fluentui/react-components` has 2,000
// modules, which took 1.4 s per test file, and the testing library has another 420 modules. As bundles, both packages load in 0.2 s. On
// the server, 650 of 1,130 package modules are bundled. Packages with shared state, such as React, are not bundled, because there must
// be only one instance.

const { createHash } = require('node:crypto');
const { existsSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const path = require('node:path');
const { buildSync } = require('esbuild');

const root = path.resolve(__dirname, '../..');
const sharedUi = path.join(root, 'shared-ui');
const server = path.join(root, 'server');
const requireFromDom = createRequire(require.resolve('@testing-library/dom'));
const requireFromFluent = createRequire(createRequire(path.join(sharedUi, 'package.json')).resolve('@fluentui/react-components'));
const REACT_PACKAGES = ['react', 'react-dom', 'react/*', 'react-dom/*', 'scheduler'];
const RECIPE_HASH = createHash('sha256').update(readFileSync(__filename)).digest('hex').slice(0, 8);

/** The bundled packages of each Jest project. `from` is the folder that the package is imported from. */
const BUNDLED_PACKAGES = {
  web: [
    { name: '@fluentui/react-components', from: sharedUi, external: [...REACT_PACKAGES, '@griffel/react'], edit: patchTabster },
    // The style engine that Fluent's components and icons use.
    { name: '@griffel/react', from: path.dirname(requireFromFluent.resolve('@griffel/react')), external: REACT_PACKAGES },
    { name: '@tanstack/react-query', from: path.join(root, 'shared-auth'), external: REACT_PACKAGES },
    { name: 'aria-query', from: path.dirname(requireFromDom.resolve('aria-query')), external: [] },
    { name: '@testing-library/dom', from: root, external: ['aria-query'] },
    { name: '@testing-library/user-event', from: root, external: ['@testing-library/dom'] },
  ],
  server: [
    { name: 'kysely', from: server, external: [] },
    { name: 'yaml', from: server, external: [] },
    // This package is an ES module, which Jest cannot load as CommonJS without bundling.
    { name: 'openid-client', from: server, external: [] },
    { name: 'prom-client', from: server, external: [] },
    { name: 'fastify', from: server, external: [] },
    { name: '@fastify/swagger', from: server, external: ['yaml'] },
  ],
};

/** Returns the path of a bundle. Its name contains the version of the package and a hash of the bundling settings. */
function getBundlePath({ name, from }, folder) {
  const { version } = readPackage(name, from);
  return path.join(
    folder,
    'node_modules/.cache',
    `${name.replace('@', '').replace('/', '-')}-${version}-of-tests-${RECIPE_HASH}.cjs`,
  );
}

function readPackage(name, from) {
  for (let folder = from; ; folder = path.dirname(folder)) {
    for (const file of [path.join(folder, 'node_modules', name, 'package.json'), path.join(folder, 'package.json')]) {
      if (!existsSync(file)) continue;
      const content = JSON.parse(readFileSync(file, 'utf8'));
      if (content.name === name) return content;
    }
    if (folder === path.dirname(folder)) throw new Error(`${name} is not installed.`);
  }
}

/** Creates the missing bundles of a Jest project. Returns a `moduleNameMapper` that maps package names to bundles. */
module.exports = function bundlePackages(project) {
  const folder = project === 'web' ? sharedUi : server;
  return Object.fromEntries(
    BUNDLED_PACKAGES[project].map((entry) => {
      const file = getBundlePath(entry, folder);
      if (!existsSync(file)) bundlePackage(entry, project === 'web' ? 'browser' : 'node', file);
      return [`^${entry.name}$`, file];
    }),
  );
};

function bundlePackage({ name, from, external, edit }, platform, file) {
  const temporaryFile = `${file}.${process.pid}`;
  buildSync({
    entryPoints: [name],
    absWorkingDir: from,
    outfile: temporaryFile,
    bundle: true,
    platform,
    format: 'cjs',
    target: 'node20',
    external,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"test"' },
  });
  if (edit) writeFileSync(temporaryFile, edit(readFileSync(temporaryFile, 'utf8')));
  renameSync(temporaryFile, file);
}

/**
 * Patches a race in Tabster, Fluent's focus library. If a dialog opens within milliseconds after another dialog has closed, the closed
 * dialog moves the focus back to its button. No dialog is active then, and Tabster hides the open dialog from the accessibility tree. One
 * test run in three failed for this reason. With the patch, Tabster hides nothing while no dialog is active.
 */
function patchTabster(text) {
  const hideElement = '} else {\n            hiddenElements.push(el);';
  const hideElementIfActive = '} else if (activeId !== undefined) {\n            hiddenElements.push(el);';
  if (text.split(hideElement).length !== 2) throw new Error('The code of Tabster has changed: update this patch');
  return text.replace(hideElement, hideElementIfActive);
}
