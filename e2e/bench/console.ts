import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import { percentile } from '../../server/src/bench/measure';
import { goOnWithoutReader } from '../../server/src/cli/closed-pipe.mjs';
import { demo, openConsole } from '../support/accounts';
import { Api } from '../support/api';
import { ConsoleServer } from '../support/console-server';

/** The first rounds fill caches, of a remote's code and of the server, and are not counted. */
export const WARM_UP = 2;

export const say = (text: string) => process.stdout.write(`${text}\n`);

/** A line of a table: median, 95th percentile and the most of some milliseconds. */
export const figures = (name: string, taken: readonly number[]) => [
  name,
  ...[0.5, 0.95, 1].map((share) => `${percentile(taken, share).toFixed(1)} ms`),
];

/** What a bench of the composed console has at hand: a server of its own, of which the demo's owner is signed in. */
export interface ConsoleBench {
  readonly rounds: number;
  readonly server: ConsoleServer;
  readonly browser: Browser;
  readonly api: Api;
  /** Id of the demo's workspace. */
  readonly workspace: string;
  /** A signed-in tab of 1366 x 768, with what has to run in it before its own code. */
  readonly open: (before?: () => void) => Promise<Page>;
}

/** What the compiler writes around functions that are named, some of which run in the page. */
export const NAMES = 'globalThis.__name = (value) => value';

async function withConsole(rounds: number, run: (bench: ConsoleBench) => Promise<boolean>): Promise<boolean> {
  const server = await ConsoleServer.create();
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const api = await Api.signIn(server.url, demo);
    const open = async (before?: () => void) => {
      const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1366, height: 768 } });
      const page = await context.newPage();
      page.setDefaultTimeout(120_000);
      await page.addInitScript(NAMES);
      if (before) await page.addInitScript(before);
      await openConsole(page);
      return page;
    };
    return await run({ rounds, server, browser, api, workspace: await api.workspaceId('Demo'), open });
  } finally {
    await browser.close();
    await server.remove();
  }
}

/**
 * Runs a bench as the command that it is, `npm run bench -- name [--rounds usual]`, and ends the process: with 1 where a limit
 * is broken, which is what `run` says by false.
 */
export function benchConsole(
  { name, usual, least = 1 }: { name: string; usual: number; least?: number },
  run: (bench: ConsoleBench) => Promise<boolean>,
): void {
  goOnWithoutReader();
  const { values } = parseArgs({ options: { rounds: { type: 'string', default: String(usual) } } });
  const rounds = Number(values.rounds);
  if (!(rounds >= least)) {
    console.error(`npm run bench -- ${name} [--rounds ${usual}]`);
    process.exit(2);
  }
  withConsole(rounds, run).then(
    (isHeld) => process.exit(isHeld ? 0 : 1),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
}
