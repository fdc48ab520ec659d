// `npm run bench -- load [--runs 7]`: measures loading the console against fixed limits and against a single bundle.
import { parseArgs } from 'node:util';
import { type Browser, chromium } from '@playwright/test';
import { Registry, SIZE_BUDGET } from '@console/shared-contract/federation';
import { type Cell, percentile, formatTable } from '../../support/measure';
import { ignoreClosedOutput } from '../../../../server/src/operations/cli/closed-pipe.mjs';
import { demo } from '../../../support/accounts';
import { Api } from '../../../support/api';
import { ConsoleServer } from '../../../support/console-server';
import { getRequestChain } from './request-chain';
import { compareBuilds, measureColdLoad, type ServedBuild } from './compare-builds';
import { LIMITS } from '../limits';
import { navigateLoaded, navigatePrefetched } from './navigation';
import { buildOneBundle } from './one-bundle/build';
import { listBenchPages } from './pages';
import { openSignIn } from './sign-in';
import { OFFICE_CONDITIONS } from './cold-tab';
import { sumBytes, formatKilobytes, median, formatMs } from './transfer-size';
import { formatLoad, print } from '../../support/output';

/** Collects the rows of the result table. Counts the rows that exceed their limit. */
class Figures {
  private readonly rows: Cell[][] = [];
  exceeded = 0;

  add(name: string, figure: string, limit: string, isWithinLimit: boolean): void {
    if (!isWithinLimit) this.exceeded += 1;
    this.rows.push([name, figure, limit, isWithinLimit ? 'ok' : 'exceeded']);
  }

  print(title: string): void {
    print(`\n${title}\n${formatTable(['', 'figure', 'limit', 'result'], this.rows)}`);
  }
}

async function prepareBuild(server: ConsoleServer): Promise<ServedBuild> {
  const { url } = server;
  return { url, storage: await Api.createTokens(url, demo), pages: await listBenchPages(await Api.signIn(url, demo)) };
}

/** Returns the compressed bytes of each remote's entry. */
async function measureEntries(url: string): Promise<[string, number][]> {
  const { remotes } = Registry.parse(await (await fetch(`${url}/registry.json`)).json());
  return Promise.all(
    Object.entries(remotes).map(async ([name, { active = '', versions }]): Promise<[string, number]> => {
      const response = await fetch(url + versions[active]?.entry, { headers: { 'accept-encoding': 'gzip' } });
      return [name, Number(response.headers.get('content-length'))];
    }),
  );
}

async function measureFixedLimits(browser: Browser, console: ServedBuild, rounds: number): Promise<Figures> {
  const figures = new Figures();
  const { url, storage, pages } = console;
  const signInRequests = await openSignIn(browser, url);
  const scripts = sumBytes(signInRequests.filter(({ type }) => type === 'Script'));
  figures.add(
    'Sign-in page, script over the wire',
    formatKilobytes(scripts),
    formatKilobytes(LIMITS.signIn),
    scripts <= LIMITS.signIn,
  );

  for (const [name, bytes] of await measureEntries(url))
    figures.add(`Entry of ${name}, gzip`, formatKilobytes(bytes), formatKilobytes(SIZE_BUDGET.entry), bytes <= SIZE_BUDGET.entry);

  for (const page of pages.filter(({ remote }) => remote !== '')) {
    const { requests } = await measureColdLoad(browser, console, page, OFFICE_CONDITIONS);
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

  // Do not throttle the CPU, because the limits below are absolute times on the machine of the benchmark.
  const conditions = { ...OFFICE_CONDITIONS, cpu: 1 };
  const loadedTimings = await navigateLoaded(browser, url, conditions, storage, rounds);
  const prefetchedTimings = await navigatePrefetched(browser, url, conditions, storage, Math.ceil(rounds / 2));
  for (const [name, durations, limit] of [
    ['Click to a page of a loaded remote', loadedTimings, LIMITS.loaded],
    ['Click to a page of a remote prefetched on hover', prefetchedTimings, LIMITS.prefetched],
  ] as const) {
    const medianFrame = median(durations.map((duration) => duration.frame));
    const p90 = percentile(
      durations.map((duration) => duration.frame),
      0.9,
    );
    figures.add(`${name}, heading and frame, p50`, formatMs(medianFrame), formatMs(limit), medianFrame <= limit);
    print(`${name}: frame p90 ${formatMs(p90)}; first rows p50 ${formatMs(median(durations.map((duration) => duration.rows)))}`);
  }
  return figures;
}

async function measureRatios(browser: Browser, federated: ServedBuild, oneBundle: ServedBuild, runs: number): Promise<Figures> {
  const figures = new Figures();
  const rows: Cell[][] = [];
  for (const { page, ...durations } of await compareBuilds(browser, federated, oneBundle, OFFICE_CONDITIONS, runs)) {
    const name = page.path.replace(/[0-9a-f-]{36}/, 'ID');
    const bytes = [
      median(durations.federated.map((visit) => visit.bytes)),
      median(durations.oneBundle.map((visit) => visit.bytes)),
    ] as const;
    const interactive = [
      median(durations.federated.map((visit) => visit.interactive)),
      median(durations.oneBundle.map((visit) => visit.interactive)),
    ] as const;
    const count = [durations.federated, durations.oneBundle].map((visits) =>
      median(visits.map(({ requests }) => requests.length)),
    );
    rows.push([
      name,
      formatKilobytes(bytes[0]),
      formatKilobytes(bytes[1]),
      formatMs(interactive[0]),
      formatMs(interactive[1]),
      count[0] ?? 0,
      count[1] ?? 0,
    ]);
    for (const [measurement, [ownValue, otherValue]] of [
      ['bytes', bytes],
      ['time to interactive', interactive],
    ] as const) {
      const ratio = ownValue / otherValue;
      figures.add(`${name}, ${measurement}`, ratio.toFixed(2), LIMITS.ratio.toFixed(2), ratio <= LIMITS.ratio);
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
    const [federated, oneBundle] = await Promise.all(servers.map(prepareBuild));
    if (!federated || !oneBundle) throw new Error('The servers did not start');
    print(`${formatLoad()}. Emulated: ${OFFICE_CONDITIONS.megabitsPerSecond} Mbit/s, ${OFFICE_CONDITIONS.latencyMs} ms.\n`);
    const fixedFigures = await measureFixedLimits(browser, federated, runs);
    const ratioFigures = await measureRatios(browser, federated, oneBundle, runs);
    fixedFigures.print('Loading');
    ratioFigures.print('Federated against the same pages in one bundle, cold cache, medians');
    print(`\n${formatLoad()}`);
    return fixedFigures.exceeded + ratioFigures.exceeded;
  } finally {
    await browser.close();
    for (const server of servers) await server.stopAndDelete();
  }
}

ignoreClosedOutput();
main().then(
  (exceededCount) => {
    if (exceededCount > 0) console.error(`${exceededCount} limits are exceeded.`);
    process.exit(exceededCount > 0 ? 1 : 0);
  },
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
