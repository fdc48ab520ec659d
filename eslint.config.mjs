import { readFileSync } from 'node:fs';
import js from '@eslint/js';
import hooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** The exports of the router that the host shares. Its other exports are missing at runtime. */
const SHARED_OF_ROUTER = [
  ...readFileSync(new URL('host/src/federation/router.ts', import.meta.url), 'utf8').matchAll(/\{([^}]*)\}/g),
]
  .flatMap(([, names]) => names.split(','))
  .map((name) => name.trim())
  .filter((name) => name !== '');

// Import directions between packages are checked by .dependency-cruiser.cjs, which sees resolved files.
export default tseslint.config(
  { ignores: ['**/node_modules/**', '**/dist/**', 'build/**', 'coverage/**', 'test-results/**', '.data/**', '.cache/**'] },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  hooks.configs.flat['recommended-latest'],
  {
    files: ['**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': ['error', { allow: ['warn', 'error'] }],
    },
  },
  {
    files: ['**/*.{cjs,mjs}', 'server/src/operations/cli/**', 'tools/**', 'e2e/**'],
    languageOptions: {
      globals: {
        console: 'readonly',
        process: 'readonly',
        module: 'writable',
        require: 'readonly',
        __dirname: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        Buffer: 'readonly',
        URL: 'readonly',
        fetch: 'readonly',
        performance: 'readonly',
        AbortSignal: 'readonly',
      },
    },
    rules: { 'no-console': 'off', '@typescript-eslint/no-require-imports': 'off' },
  },
  {
    files: ['e2e/**/*.ts'],
    // Playwright requires an object pattern as first argument of a fixture, even if it is empty.
    rules: { 'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }] },
  },
  {
    files: ['host/src/**', 'remote-*/src/**', 'shared-ui/src/**', 'tools/new-remote/template/src/**'],
    // The standalone page and the tests include a separate router.
    ignores: ['**/*.test.tsx', 'host/src/testing/**', 'shared-ui/src/standalone/**'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          name: 'react-router-dom',
          allowImportNames: SHARED_OF_ROUTER,
          allowTypeImports: true,
          message: 'The host does not share this export. Add it to host/src/federation/router.ts first.',
        },
        {
          name: '@console/shared-ui',
          allowTypeImports: true,
          message: 'This entry contains and loads the complete package. Use a sub-path such as @console/shared-ui/basics.',
        },
      ],
    },
  },
  {
    files: ['shared-ui/src/**/virtual-*.tsx'],
    // The rule reports that the React compiler skips components with TanStack Virtual. 'use no memo' already declares that.
    rules: { 'react-hooks/incompatible-library': 'off' },
  },
  {
    files: ['e2e/**/*.spec.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          name: '@playwright/test',
          allowTypeImports: true,
          message: 'Import test and expect from e2e/support/test, which fails on uncaught errors and policy violations.',
        },
      ],
    },
  },
);
