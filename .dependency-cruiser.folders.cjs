// Forbids cyclic imports between folders (ADR 0022). Excludes tests, which start the complete server or screen.
const { options } = require('./.dependency-cruiser.cjs');
/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [{ name: 'no-circle-of-folders', severity: 'error', scope: 'folder', from: {}, to: { circular: true } }],
  options: { ...options, exclude: { path: `${options.exclude.path}|\\.test\\.tsx?$` } },
};
