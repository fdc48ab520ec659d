// Import rules within the server (ADR 0022), used by .dependency-cruiser.cjs.

/**
 * The groups of src and their folders, both from bottom to top. Each folder may only import from folders before it, in its own
 * group or in a group before.
 */
const GROUPS = {
  platform: [
    ...[
      'errors',
      'statistics',
      'config',
      'tracing',
      'mail',
      'database',
      'events',
      'files',
      'access',
      'live',
      'children',
      'images',
      'oidc',
    ],
    ...['http', 'queue'],
  ],
  'data-access': ['facets', 'rows', 'shapes', 'shape-similarity', 'shape-kinds', 'csv'],
  ml: ['learning', 'comparison', 'models', 'similar-items', 'map-layout', 'duplicates', 'prediction-runs', 'next-batch'],
  domain: [
    ...[
      'notices',
      'account',
      'oidc',
      'invitations',
      'credentials',
      'webhooks',
      'team',
      'training',
      'quality',
      'recognition',
      'detection',
      'segmentation',
      'interactive-model',
      'similarity',
      'product',
      'evaluation',
      'flows',
      'annotation',
      'quality-report',
      'training-rules',
      'uploaded-models',
      'comments',
    ],
    'rule-checks',
    'labelled-shapes',
    'map',
    'long-work',
    'matching',
    'pre-label',
    'dependents',
    'history',
    'presence',
  ],
  exchange: ['datasets', 'readers', 'exports', 'imports'],
  operations: ['releases', 'console-site', 'backup', 'first-start\\.ts', 'conformance', 'cli'],
};
const foldersOf = (group) => GROUPS[group].map((folder) => `${group}/${folder}`);
const LAYERS = Object.keys(GROUPS).flatMap(foldersOf);
/** Folders with routes. Only the composition at the root of src binds them. */
const FOLDERS_WITH_ROUTES = ['ml/prediction-runs', 'ml/next-batch', ...foldersOf('domain'), ...foldersOf('exchange')];
/** Folders that start the complete server like main.ts. */
const STARTERS = ['testing'];

const src = (...folders) => `^server/src/(${folders.join('|')})(/|$)`;
const tests = '\\.test\\.ts$';

const layers = LAYERS.slice(0, -1).map((folder, at) => ({
  name: `server-${folder}-not-upwards`,
  severity: 'error',
  comment: 'Server folders may only import from folders before them in the order of server/import-rules.cjs.',
  from: { path: src(folder), pathNot: tests },
  to: { path: src(...LAYERS.slice(at + 1)) },
}));

module.exports = [
  ...layers,
  {
    name: 'learner-through-its-protocol',
    severity: 'error',
    comment:
      'The learner is a separate process. The server may only import the types of its messages, its minimum requirements, its average precision and its random numbers, and tests its test models.',
    from: { path: '^server/(src|demo)/' },
    to: {
      path: '^server/learner/',
      pathNot: '^server/learner/src/(protocol/(protocol|requirements)|sampling/random|scores/average-precision|testing/.+)\\.ts$',
    },
  },
  {
    name: 'learner-alone',
    severity: 'error',
    comment: 'The learner must not depend on database, API or console. It shares only the protocol of child processes.',
    from: { path: '^server/learner/' },
    to: {
      path: '^(server/(src|demo)|shared-[^/]+)/',
      pathNot: '^server/src/platform/children/(protocol|serve-requests)\\.ts$',
    },
  },
  {
    name: 'server-folder-without-place',
    severity: 'error',
    comment: 'Each folder of the server belongs to a group. Add new folders to server/import-rules.cjs.',
    from: { path: `^server/src/(?!(${[...LAYERS, ...STARTERS].join('|')})(/|$))[^/]+/` },
    to: {},
  },
  {
    name: 'server-not-to-composition',
    severity: 'error',
    comment: 'Only the files directly in server/src compose the application. Other folders must not import them or test helpers.',
    from: { path: src(...LAYERS), pathNot: tests },
    to: { path: `^server/src/([^/]+\\.ts$|(${STARTERS.join('|')})/)` },
  },
  {
    name: 'server-folder-not-to-its-parent',
    severity: 'error',
    comment: 'The rule against cyclic folders does not detect cycles between a folder and its subfolder.',
    from: { path: '^(server/src/.+)/[^/]+/[^/]+\\.ts$', pathNot: tests },
    to: { path: '^$1/[^/]+\\.ts$' },
  },
  {
    name: 'server-decodes-in-children',
    severity: 'error',
    comment:
      'Decoding may need any amount of memory, so it runs in child processes (ADR 0037). The model server example and check are separate processes.',
    from: {
      path: '^server/src/',
      pathNot: [
        tests,
        src('testing'),
        src('operations/conformance'),
        '^server/src/platform/images/(decode|decode-[a-z]+|[a-z]+-task)\\.ts$',
      ],
    },
    to: { path: 'node_modules/(sharp|libheif-js)/' },
  },
  {
    name: 'server-tasks-in-children',
    severity: 'error',
    comment: 'Decoding tasks may only be run through the pool of child processes.',
    from: {
      path: '^server/',
      pathNot: [tests, '^server/src/child\\.ts$', '^server/src/platform/images/(decode|decode-[a-z]+|[a-z]+-task)\\.ts$'],
    },
    to: { path: '^server/src/platform/images/(decode|decode-[a-z]+|[a-z]+-task)\\.ts$' },
  },
  {
    name: 'server-routes-bound-at-root',
    severity: 'error',
    comment: 'Domains may import functions that read and write rows, but not the route registration of other domains.',
    from: { path: '^server/src/([^/]+/[^/]+)/', pathNot: tests },
    to: { path: `${src(...FOLDERS_WITH_ROUTES)}.*(routes|index)\\.ts$`, pathNot: '^server/src/$1/' },
  },
  {
    name: 'demo-through-its-bundle',
    severity: 'error',
    comment: 'The server loads the demo as a separate bundle, only when the first start needs it.',
    from: { pathNot: '^server/demo/' },
    to: { path: '^server/demo/' },
  },
  {
    name: 'demo-through-exports',
    severity: 'error',
    comment: 'The demo may only import server modules that are listed in the exports of server/package.json.',
    from: { path: '^server/demo/' },
    to: { path: '^server/src/', dependencyTypes: ['local'] },
  },
];
