import { defineConfig } from '@playwright/test';

const executablePath = process.env.CHROMIUM;
if (!executablePath) throw new Error('CHROMIUM is not set: run the browser tests with `npm test -- e2e`.');

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './support/global-setup.ts',
  fullyParallel: false,
  // The server, PostgreSQL and the browser share two cores: a second worker makes both slower than one after the other.
  workers: 1,
  forbidOnly: true,
  // As `tools/jest/run-again.cjs`.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
  use: {
    baseURL: process.env.CONSOLE_URL,
    viewport: { width: 1366, height: 820 },
    actionTimeout: 15_000,
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
