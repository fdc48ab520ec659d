const bundlePackages = require('./tools/jest/bundle-packages.cjs');

// Workers inherit it. With V8's default of 16 MB for new objects, front-end tests spend a tenth more CPU time, on garbage collection.
process.execArgv.push('--max-semi-space-size=64');

const swc = [
  '@swc/jest',
  {
    jsc: { parser: { syntax: 'typescript', tsx: true }, transform: { react: { runtime: 'automatic' } }, target: 'es2022' },
    module: { type: 'commonjs' },
  },
];
const shared = {
  // Compiles each module once per worker.
  runtime: '<rootDir>/tools/jest/runtime.cjs',
  transform: { '^.+\\.tsx?$': swc, 'node_modules.+\\.m?js$': swc },
  // These packages are ES modules only, which Jest cannot load as CommonJS without a transformation.
  transformIgnorePatterns: [
    '/node_modules/(?!(\\.pnpm/)?(clipper2-ts|konva|react-konva|@nivo|d3-[a-z-]+|internmap|delaunator|robust-predicates|@react-spring|lodash-es|rbush|quickselect|uuid|content-disposition|cookie|marked|github-slugger))',
  ],
  moduleNameMapper: {
    '\\.(css|svg)$': '<rootDir>/tools/jest/style-stub.cjs',
    '^fast-check$': '<rootDir>/tools/jest/fast-check.cjs',
  },
};
/** @type {import('jest').Config} */
module.exports = {
  projects: [
    {
      ...shared,
      displayName: 'web',
      moduleNameMapper: { ...shared.moduleNameMapper, ...bundlePackages('web') },
      testEnvironment: '<rootDir>/tools/jest/web-environment.cjs',
      setupFiles: ['<rootDir>/tools/jest/setup-globals.cjs'],
      setupFilesAfterEnv: ['<rootDir>/tools/jest/setup-long-run.cjs', '<rootDir>/tools/jest/setup-web.cjs'],
      testMatch: ['<rootDir>/{host,remote-*,shared-*,tools/new-remote/template}/src/**/*.test.ts?(x)'],
    },
    {
      ...shared,
      displayName: 'server',
      moduleNameMapper: { ...shared.moduleNameMapper, ...bundlePackages('server') },
      testEnvironment: '<rootDir>/tools/jest/host-environment.cjs',
      setupFilesAfterEnv: ['<rootDir>/tools/jest/setup-long-run.cjs'],
      testMatch: ['<rootDir>/{server/src,server/demo/src,server/learner/src,e2e/non-functional,tools}/**/*.test.ts'],
      globalSetup: '<rootDir>/server/src/testing/global-setup.ts',
      globalTeardown: '<rootDir>/server/src/testing/global-teardown.ts',
    },
  ],
  testSequencer: '<rootDir>/tools/jest/sequencer.cjs',
  testTimeout: 30000,
};
