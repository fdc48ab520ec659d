// Jest configuration for a remote in another repository than the console.
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
  // Transform these packages, which are TypeScript or ES modules. Jest cannot load them directly.
  transformIgnorePatterns: ['/node_modules/(?!(@console|uuid|eventsource-parser)/)'],
  moduleNameMapper: { '\\.(css|svg)$': require.resolve('./jest/style-stub.cjs') },
  setupFiles: [require.resolve('./jest/setup-globals.cjs')],
  setupFilesAfterEnv: [require.resolve('./jest/setup-web.cjs')],
  testTimeout: 30_000,
};
