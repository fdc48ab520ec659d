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
  // Each worker has its own server. With three workers on two cores, all tests took 385 s instead of 331 to 365 s.
  workers: 2,
  forbidOnly: true,
  grepInvert: process.env.LONG ? undefined : /@long/,
  // Flaky tests must be fixed. Generous timeouts keep a busy machine from failing tests, and cost nothing in tests that pass.
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
  use: {
    viewport: { width: 1366, height: 820 },
    actionTimeout: 30_000,
    // Painting animations takes a quarter of the CPU time of a page load. `WITH_ANIMATIONS` turns them on.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording every test costs a fifth to a third of the time, so only repeated runs with `--retries 1` are recorded.
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
