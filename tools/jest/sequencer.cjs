// Starts the slowest test files first. Without durations of an earlier run, as in CI, Jest starts with the largest files. Some test
// files are small but take up to a minute, for example because they start server processes. Jest would run them last, while other
// workers are idle.
const { createRequire } = require('node:module');

const requireFromJest = ['@jest/core', 'jest-config'].reduce(
  (from, name) => createRequire(from.resolve(name)),
  createRequire(require.resolve('jest')),
);
const { default: Sequencer } = requireFromJest('@jest/test-sequencer');

/** Matches test files that take longer than 20 s on two cores. */
const SLOW_TEST_FILE = new RegExp(
  [
    'server/src/testing/(process|all-calls)/|tools/new-remote/|server/demo/src/demo\\.|body/accept-null|learner/src/detection/train\\.',
    'similar-items/|evaluation/task-evaluation|quality/group-layers/|uploaded-models/|models/train-locally|prediction-runs/prediction-runs',
    'training-rules/training-rules|imports/(rotated-boxes|masks|attributes)\\.|facets/writes\\.property|releases/store-contract',
  ].join('|'),
);

module.exports = class extends Sequencer {
  sort(tests) {
    const sortedTests = super.sort(tests);
    return [
      ...sortedTests.filter(({ path }) => SLOW_TEST_FILE.test(path)),
      ...sortedTests.filter(({ path }) => !SLOW_TEST_FILE.test(path)),
    ];
  }
};
