const serverRules = require('./server/import-rules.cjs');

const remotes = '^remote-([^/]+)/';
const annotatePanels = 'canvas|items|shape-card|side-panel|toolbar';
/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } } },
    { name: 'remote-not-to-remote', severity: 'error', from: { path: remotes }, to: { path: remotes, pathNot: '^remote-$1/' } },
    { name: 'nothing-imports-host', severity: 'error', from: { pathNot: '^(host|e2e)/' }, to: { path: '^host/' } },
    {
      name: 'host-not-to-remote',
      severity: 'error',
      comment: 'The host loads remotes only at runtime.',
      from: { path: '^host/' },
      to: { path: remotes },
    },
    {
      name: 'server-knows-only-contract',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^(host|remote-[^/]+|shared-auth|shared-ui|tools|e2e)/' },
    },
    {
      name: 'contract-is-the-root',
      severity: 'error',
      from: { path: '^shared-contract/' },
      to: { path: '^(host|remote-[^/]+|shared-auth|shared-ui|server|tools|e2e)/' },
    },
    {
      name: 'auth-knows-only-contract',
      severity: 'error',
      from: { path: '^shared-auth/' },
      to: { path: '^(host|remote-[^/]+|shared-ui|server|tools|e2e)/' },
    },
    {
      name: 'ui-not-upwards',
      severity: 'error',
      from: { path: '^shared-ui/' },
      to: { path: '^(host|remote-[^/]+|server|tools|e2e)/' },
    },
    {
      name: 'front-end-not-to-server',
      severity: 'error',
      from: { path: '^(host|remote-[^/]+)/' },
      to: { path: '^(server|e2e)/' },
    },
    {
      name: 'fluent-through-shared-ui',
      severity: 'error',
      comment: 'The complete Fluent library has 322 kB (gzip). shared-ui re-exports a curated set as the only shared instance.',
      from: { path: '^(host|remote-[^/]+)/src' },
      to: { path: '@fluentui/' },
    },
    {
      name: 'canvas-core-without-react',
      severity: 'error',
      comment: 'Tests use the annotation document without a browser.',
      from: { path: '^remote-annotate/src/(editor|shape-kinds)/', pathNot: '/view/' },
      to: { path: '(node_modules/(react|konva|react-konva)/)' },
    },
    {
      name: 'annotate-data-not-to-screens',
      severity: 'error',
      comment: 'Document and data are below the features, features below the panels, and panels below the screen.',
      from: {
        path: '^remote-annotate/src/(editor|outbox|shape-kinds|image-decoding|files|text|workers)/',
        pathNot: '[.]test[.]',
      },
      to: {
        path: '^remote-annotate/src/',
        pathNot: '^remote-annotate/src/(editor|outbox|shape-kinds|image-decoding|files|text|workers)/',
      },
    },
    {
      name: 'annotate-features-not-to-panels',
      severity: 'error',
      from: {
        path: '^remote-annotate/src/image/',
        pathNot: `^remote-annotate/src/image/(${annotatePanels}|screen|testing|index)|[.]test[.]`,
      },
      to: { path: `^remote-annotate/src/image/(${annotatePanels}|screen)/` },
    },
    {
      name: 'annotate-panels-not-to-screen',
      severity: 'error',
      from: { path: `^remote-annotate/src/image/(${annotatePanels})/`, pathNot: '[.]test[.]' },
      to: { path: '^remote-annotate/src/image/screen/' },
    },
    ...serverRules,
    { name: 'not-to-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^@one-bundle/' } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|build)/' },
    tsPreCompilationDeps: true,
    // Otherwise cycles of modules and of folders are computed although no rule of the file refers to them.
    skipAnalysisNotInRules: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      // Files do not change during a run. With the default of 4 s, they are read again many times.
      cachedInputFileSystem: { cacheDuration: 1_800_000 },
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'],
    },
  },
};
