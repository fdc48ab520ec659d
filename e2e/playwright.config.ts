import { defineConfig } from '@playwright/test';

const executablePath = process.env.CHROMIUM;
if (!executablePath) throw new Error('CHROMIUM is not set: run the browser tests with `npm test -- e2e`.');

export default defineConfig({
  testDir: '.',
  // Jest runs *.test.ts.
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  globalSetup: './support/global-setup.ts',
  fullyParallel: false,
  // Tests mostly wait for responses and animations, so one worker uses less than one of two cores. Each worker has its own
  // server.
  workers: 2,
  forbidOnly: true,
  grepInvert: process.env.LONG ? undefined : /@long/,
  // Only browser tests are retried. Flaky unit and server tests must be fixed.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
  use: {
    viewport: { width: 1366, height: 820 },
    actionTimeout: 15_000,
    // Recording every test costs a fifth to a third of the time, so only the retry of a failed test is recorded.
    trace: 'on-first-retry',
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
