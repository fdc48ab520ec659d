// Forbids cyclic imports between folders (ADR 0022). Excludes tests, which start the complete server or screen.
const { options } = require('./.dependency-cruiser.cjs');

/** The packages without cycles. Add a package here once it has none. */
const PACKAGES = [
  'server',
  'tools',
  'e2e',
  'host',
  'remote-annotate',
  'remote-catalogue',
  'remote-similarity',
  'remote-training',
  'shared-auth',
  'shared-contract',
  'shared-ui',
];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [{ name: 'no-circle-of-folders', severity: 'error', scope: 'folder', from: {}, to: { circular: true } }],
  options: {
    ...options,
    includeOnly: { path: `^(${PACKAGES.join('|')})/` },
    exclude: { path: `${options.exclude.path}|\\.test\\.tsx?$` },
  },
};
