// The Jest configuration of a remote outside this repository.
const swc = [
  '@swc/jest',
  {
    jsc: { parser: { syntax: 'typescript', tsx: true }, transform: { react: { runtime: 'automatic' } }, target: 'es2022' },
    module: { type: 'commonjs' },
  },
];
module.exports = {
  rootDir: process.cwd(),
  testEnvironment: 'jsdom',
  transform: { '^.+\\.tsx?$': swc, 'node_modules.+\\.m?js$': swc },
  // These packages are TypeScript or ES modules, which Jest cannot load without a transformation.
  transformIgnorePatterns: ['/node_modules/(?!(@console|uuid|eventsource-parser)/)'],
  moduleNameMapper: { '\\.(css|svg)$': require.resolve('./jest/style-stub.cjs') },
  setupFiles: [require.resolve('./jest/setup-globals.cjs')],
  setupFilesAfterEnv: [require.resolve('./jest/setup-web.cjs')],
  testTimeout: 30_000,
};
