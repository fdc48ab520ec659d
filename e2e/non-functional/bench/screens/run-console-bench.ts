import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import { percentile } from '../../support/measure';
import { ignoreClosedOutput } from '../../../../server/src/operations/cli/closed-pipe.mjs';
import { demo } from '../../../support/accounts';
import { Api } from '../../../support/api';
import { openSignedIn } from '../../../support/console';
import { ConsoleServer } from '../../../support/console-server';

/** Number of rounds that only load the code and fill the server's caches. */
export const WARM_UP = 2;

/** Formats a table row: median, 95th percentile and maximum in milliseconds. */
export const formatDurationRow = (name: string, durations: readonly number[]) => [
  name,
  ...[0.5, 0.95, 1].map((ratio) => `${percentile(durations, ratio).toFixed(1)} ms`),
];

/** Context of a benchmark of the complete console: a server, and a session of the demo workspace's owner. */
interface ConsoleBench {
  readonly rounds: number;
  readonly server: ConsoleServer;
  readonly browser: Browser;
  readonly api: Api;
  /** Id of the demo workspace. */
  readonly workspace: string;
  /** Opens a signed-in tab of 1366 x 768. The given script runs before the page's code. */
  readonly open: (initScript?: () => void) => Promise<Page>;
}

/** Stub of a helper that the compiler adds to named functions, some of which run in the page. */
export const NAME_HELPER = 'globalThis.__name = (value) => value';

async function withConsole(rounds: number, run: (bench: ConsoleBench) => Promise<boolean>): Promise<boolean> {
  const server = await ConsoleServer.create();
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const api = await Api.signIn(server.url, demo);
    const open = async (initScript?: () => void) => {
      const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1366, height: 768 } });
      const page = await context.newPage();
      page.setDefaultTimeout(120_000);
      await page.addInitScript(NAME_HELPER);
      if (initScript) await page.addInitScript(initScript);
      await openSignedIn(page);
      return page;
    };
    return await run({ rounds, server, browser, api, workspace: await api.findWorkspaceId('Demo'), open });
  } finally {
    await browser.close();
    await server.stopAndDelete();
  }
}

interface BenchOptions {
  readonly name: string;
  readonly defaultRounds: number;
  readonly minRounds?: number;
  /** Whether options other than `--rounds` are refused. */
  readonly strict?: boolean;
}

/**
 * Runs a benchmark as the command `npm run bench -- name [--rounds defaultRounds]` and exits the process. `run` returns whether
 * all limits are met; otherwise the exit code is 1.
 */
export function runConsoleBench(
  { name, defaultRounds, minRounds = 1, strict = true }: BenchOptions,
  run: (bench: ConsoleBench) => Promise<boolean>,
): void {
  ignoreClosedOutput();
  const { values } = parseArgs({ options: { rounds: { type: 'string', default: String(defaultRounds) } }, strict });
  const rounds = Number(values.rounds);
  if (!(rounds >= minRounds)) {
    console.error(`npm run bench -- ${name} [--rounds ${defaultRounds}]`);
    process.exit(2);
  }
  withConsole(rounds, run).then(
    (isWithinLimit) => process.exit(isWithinLimit ? 0 : 1),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
}
