// Who may import whom within the server (ADR 0022), for .dependency-cruiser.cjs.

/** The folders of src, from the ground up: each imports only what stands before it. */
const GROUND = [
  'errors',
  'config',
  'database',
  'files',
  'access',
  'facets',
  'children',
  'pictures',
  'shapes',
  'rows',
  'csv',
  'http',
  'work',
  'learning',
  'similar',
  'models',
  'prediction-runs',
];
const DOMAINS = [
  ...['account', 'recognition', 'detection', 'segmentation', 'similarity', 'product', 'evaluation', 'flows', 'annotate'],
  'matching',
  'datasets',
  'exchange',
];
const LAYERS = [...GROUND, ...DOMAINS, 'console', 'backup', 'conformance', 'cli'];
/** These start the server for the suite, for figures and for attacks, from its composition as main.ts does. */
const STARTERS = ['testing', 'bench', 'attack', 'process'];

const src = (...folders) => `^server/src/(${folders.join('|')})/`;
const tests = '\\.test\\.ts$';

const layers = LAYERS.slice(0, -1).map((folder, at) => ({
  name: `server-${folder}-not-upwards`,
  severity: 'error',
  comment: 'The folders of the server stand on one another in the order of server/import-rules.cjs.',
  from: { path: src(folder), pathNot: tests },
  to: { path: src(...LAYERS.slice(at + 1)) },
}));

module.exports = [
  ...layers,
  {
    name: 'learner-through-its-protocol',
    severity: 'error',
    comment:
      'What learns is a process of its own: the server knows the types of its messages, and what a training needs at least.',
    from: { path: '^server/(src|demo)/' },
    to: { path: '^server/learner/', pathNot: '^server/learner/src/(protocol|requirements)\\.ts$' },
  },
  {
    name: 'learner-alone',
    severity: 'error',
    comment: 'What learns knows no database, no API and no console.',
    from: { path: '^server/learner/' },
    to: { path: '^(server/(src|demo)|shared-[^/]+)/' },
  },
  {
    name: 'server-folder-without-place',
    severity: 'error',
    comment: 'A new folder of the server gets its place in server/import-rules.cjs.',
    from: { path: `^server/src/(?!(${[...LAYERS, ...STARTERS].join('|')})/)[^/]+/` },
    to: {},
  },
  {
    name: 'server-not-to-composition',
    severity: 'error',
    comment: 'The root puts the parts together; no part knows the root, the suite or the bench.',
    from: { path: src(...LAYERS), pathNot: tests },
    to: { path: `^server/src/([^/]+\\.ts$|(${STARTERS.join('|')})/)` },
  },
  {
    name: 'server-folder-not-to-its-parent',
    severity: 'error',
    comment: 'The rule on circles of folders does not see those of a folder and one inside it.',
    from: { path: '^(server/src/.+)/[^/]+/[^/]+\\.ts$', pathNot: tests },
    to: { path: '^$1/[^/]+\\.ts$' },
  },
  {
    name: 'server-decodes-in-children',
    severity: 'error',
    comment:
      'Decoding may take any memory: the API process hands it to a child (ADR 0035). The example and the check of model servers are processes of their own.',
    from: {
      path: '^server/src/',
      pathNot: [
        tests,
        src('testing', 'bench', 'attack'),
        '^server/src/conformance/',
        '^server/src/pictures/(decode|[a-z]+-task)\\.ts$',
      ],
    },
    to: { path: 'node_modules/sharp/' },
  },
  {
    name: 'server-tasks-in-children',
    severity: 'error',
    comment: 'What decodes is reached through the pool alone.',
    from: { path: '^server/', pathNot: [tests, '^server/src/child\\.ts$', '^server/src/pictures/[a-z]+-task\\.ts$'] },
    to: { path: '^server/src/pictures/(decode|[a-z]+-task)\\.ts$' },
  },
  {
    name: 'server-routes-bound-at-root',
    severity: 'error',
    comment: 'Domains share what reads and writes rows, not the binding of their calls.',
    from: { path: `^server/src/([^/]+)/`, pathNot: tests },
    to: { path: `${src(...DOMAINS)}.*(routes|index)\\.ts$`, pathNot: '^server/src/$1/' },
  },
  {
    name: 'demo-through-its-bundle',
    severity: 'error',
    comment: 'The server reads the demo as a bundle beside its own, when a first start asks for it.',
    from: { pathNot: '^server/demo/' },
    to: { path: '^server/demo/' },
  },
  {
    name: 'demo-through-exports',
    severity: 'error',
    comment: 'What the demo may use of the server is named in the exports of server/package.json.',
    from: { path: '^server/demo/' },
    to: { path: '^server/src/', dependencyTypes: ['local'] },
  },
];
