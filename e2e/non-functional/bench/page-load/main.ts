// `npm run bench -- load [--runs 7]`: measures loading the console against fixed limits and against a single bundle.
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from '@playwright/test';
import { type Cell, percentile, formatTable } from '../../support/measure';
import { ignoreClosedOutput } from '../../../../server/src/operations/cli/closed-pipe.mjs';
import { demo } from '../../../support/accounts';
import { Api } from '../../../support/api';
import { ConsoleServer } from '../../../support/console-server';
import { getRequestChain } from './request-chain';
import { compareBuilds, openCold, type ServedConsole } from './compare-builds';
import { LIMITS } from '../limits';
import { navigateLoaded, navigatePrefetched } from './navigation';
import { buildOneBundle } from './one-bundle/build';
import { listBenchPages } from './pages';
import { openSignIn } from './sign-in';
import { OFFICE } from './cold-tab';
import { sumBytes, formatKilobytes, median, formatMs } from './transfer-size';

const print = (text: string) => process.stdout.write(`${text}\n`);

/** Rows of a table, and whether each is within its limit. */
class LimitTable {
  private readonly rows: Cell[][] = [];
  exceeded = 0;

  add(name: string, figure: string, limit: string, isWithinLimit: boolean): void {
    if (!isWithinLimit) this.exceeded += 1;
    this.rows.push([name, figure, limit, isWithinLimit ? 'ok' : 'BROKEN']);
  }

  print(title: string): void {
    print(`\n${title}\n${formatTable(['', 'figure', 'limit', 'verdict'], this.rows)}`);
  }
}

async function serve(server: ConsoleServer): Promise<ServedConsole> {
  const { url } = server;
  return { url, storage: await Api.createTokens(url, demo), pages: await listBenchPages(await Api.signIn(url, demo)) };
}

async function checkFixedLimits(browser: Browser, console: ServedConsole, rounds: number): Promise<LimitTable> {
  const figures = new LimitTable();
  const { url, storage, pages } = console;
  const signIn = await openSignIn(browser, url);
  const scripts = sumBytes(signIn.filter(({ type }) => type === 'Script'));
  figures.add(
    'Sign-in page, script over the wire',
    formatKilobytes(scripts),
    formatKilobytes(LIMITS.signIn),
    scripts <= LIMITS.signIn,
  );

  for (const page of pages.filter(({ remote }) => remote !== '')) {
    const { requests } = await openCold(browser, console, page, OFFICE);
    const { links, federated } = getRequestChain(page.remote, requests);
    print(`${page.path}: ${links.join(' > ')}`);
    const name = page.path.replace(/[0-9a-f-]{36}/, 'ID');
    figures.add(
      `Waterfall of ${name}, from the registry on`,
      String(federated.length),
      `${LIMITS.chain}`,
      federated.length <= LIMITS.chain,
    );
  }

  // Without CPU throttling: these are absolute figures of this machine.
  const conditions = { ...OFFICE, cpu: 1 };
  const loaded = await navigateLoaded(browser, url, conditions, storage, rounds);
  const prefetched = await navigatePrefetched(browser, url, conditions, storage, Math.ceil(rounds / 2));
  for (const [name, timings, limit] of [
    ['Click to a page of a loaded remote', loaded, LIMITS.loaded],
    ['Click to a page of a remote prefetched on hover', prefetched, LIMITS.prefetched],
  ] as const) {
    const frame = median(timings.map((item) => item.frame));
    const p90 = percentile(
      timings.map((item) => item.frame),
      0.9,
    );
    figures.add(`${name}, heading and frame, p50`, formatMs(frame), formatMs(limit), frame <= limit);
    print(`${name}: frame p90 ${formatMs(p90)}; first rows p50 ${formatMs(median(timings.map((item) => item.rows)))}`);
  }
  return figures;
}

async function compareWithOneBundle(
  browser: Browser,
  federated: ServedConsole,
  oneBundle: ServedConsole,
  runs: number,
): Promise<LimitTable> {
  const figures = new LimitTable();
  const rows: Cell[][] = [];
  for (const { page, ...timings } of await compareBuilds(browser, federated, oneBundle, OFFICE, runs)) {
    const name = page.path.replace(/[0-9a-f-]{36}/, 'ID');
    const bytes = [
      median(timings.federated.map((item) => item.bytes)),
      median(timings.oneBundle.map((item) => item.bytes)),
    ] as const;
    const interactive = [
      median(timings.federated.map((item) => item.interactive)),
      median(timings.oneBundle.map((item) => item.interactive)),
    ] as const;
    const count = [timings.federated, timings.oneBundle].map((item) => median(item.map(({ requests }) => requests.length)));
    rows.push([
      name,
      formatKilobytes(bytes[0]),
      formatKilobytes(bytes[1]),
      formatMs(interactive[0]),
      formatMs(interactive[1]),
      count[0] ?? 0,
      count[1] ?? 0,
    ]);
    for (const [name, [own, other]] of [
      ['bytes', bytes],
      ['time to interactive', interactive],
    ] as const) {
      const ratio = own / other;
      figures.add(`${name}, ${name}`, ratio.toFixed(2), LIMITS.ratio.toFixed(2), ratio <= LIMITS.ratio);
    }
  }
  print(`\n${formatTable(['', 'federated', 'one bundle', 'federated', 'one bundle', 'requests', 'one bundle'], rows)}`);
  return figures;
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { runs: { type: 'string', default: '7' } } });
  const runs = Number(values.runs);
  if (!(runs > 0)) throw new Error('npm run bench -- load [--runs 7]');
  const oneBundleDir = await buildOneBundle();
  const servers: ConsoleServer[] = [];
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });
  try {
    for (const env of [{}, { BUILD_DIR: oneBundleDir }]) servers.push(await ConsoleServer.create(env));
    const [federated, oneBundle] = await Promise.all(servers.map(serve));
    if (!federated || !oneBundle) throw new Error('The servers did not start');
    const load = () =>
      loadavg()
        .map((value) => value.toFixed(1))
        .join(', ');
    print(`Load of the machine: ${load()}. Emulated: ${OFFICE.megabitsPerSecond} Mbit/s, ${OFFICE.latencyMs} ms.\n`);
    const fixed = await checkFixedLimits(browser, federated, runs);
    const compared = await compareWithOneBundle(browser, federated, oneBundle, runs);
    fixed.print('Loading');
    compared.print('Federated against the same pages in one bundle, cold cache, medians');
    print(`\nLoad of the machine: ${load()}`);
    return fixed.exceeded + compared.exceeded;
  } finally {
    await browser.close();
    for (const server of servers) await server.stopAndDelete();
  }
}

ignoreClosedOutput();
main().then(
  (exceeded) => {
    if (exceeded > 0) console.error(`${exceeded} limits are broken.`);
    process.exit(exceeded > 0 ? 1 : 0);
  },
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
