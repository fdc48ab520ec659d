// The server without its tests, which start all of it: among its folders there is no circle (ADR 0022).
const { options } = require('./.dependency-cruiser.cjs');
/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [{ name: 'no-circle-of-folders', severity: 'error', scope: 'folder', from: {}, to: { circular: true } }],
  options: { ...options, exclude: { path: `${options.exclude.path}|\\.test\\.ts$` } },
};
