import type { CDPSession, Page } from '@playwright/test';
import { demo } from '../support/accounts';
import { Api } from '../support/api';
import { openSignedIn } from '../support/console';
import { expect, LONG_RUN, test, WITH_ANIMATIONS } from '../support/test';

// Running animations can keep elements in memory.
test.use(WITH_ANIMATIONS);

const getConsoleUrl = () => process.env.CONSOLE_URL ?? '';
/** Rounds before the first measurement. They load all code and fill the caches. */
const WARM_UP_ROUNDS = 5;
/** Number of rounds, including the warm-up. `npm run soak -- browser` runs more rounds. */
const TOTAL_ROUNDS = process.env.LONG ? 100 : 10;
/**
 * Allowed growth after warm-up, in nodes. A leak of two nodes in each of the 5 remaining rounds exceeds it. Without a leak, at most
 * 8 were measured.
 */
const LEAK_TOLERANCE = 8;
/**
 * Allowed growth during warm-up, in nodes: the remote adds script elements, and the application shell creates elements on first
 * use.
 */
const WARM_UP_LEAK_TOLERANCE = 150;

/** A page that a round visits. */
interface PageVisit {
  path: string;
  /** Selector of an element that exists when the page's data is loaded. */
  ready: string;
}
/** A page of the shell, on which all micro-frontends are unmounted. */
const UNKNOWN_PAGE: PageVisit = { path: '/nowhere', ready: 'main a[href="/"]' };

interface NodeCounts {
  nodes: number;
  listeners: number;
}

async function countNodes(session: CDPSession): Promise<NodeCounts> {
  // The second garbage collection frees objects that were released by finalizers during the first collection.
  for (let collection = 0; collection < 2; collection++) await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const readMetric = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return { nodes: readMetric('Nodes'), listeners: readMetric('JSEventListeners') };
}

/**
 * Waits until the counts have grown by at most `tolerance`, and returns them. A pending response can keep a page in memory
 * for a while, a leak keeps it forever.
 *
 * Switches between empty pages while waiting. Without these switches, the 165 to 184 nodes of one page remained in memory for 15 s
 * in some runs. The cause is unknown. The number of these nodes did not grow with the number of rounds.
 */
async function waitForGarbageCollection(
  page: Page,
  session: CDPSession,
  baseline: NodeCounts,
  tolerance: number,
): Promise<NodeCounts> {
  let counts = baseline;
  await expect
    .poll(
      async () => {
        await visitPages(page, [{ ...UNKNOWN_PAGE, path: '/nowhere/else' }, UNKNOWN_PAGE], 1);
        counts = await countNodes(session);
        return Math.max(counts.nodes - baseline.nodes, counts.listeners - baseline.listeners);
      },
      { message: 'growth of the number of DOM nodes or event listeners' },
    )
    .toBeLessThanOrEqual(tolerance);
  return counts;
}

/** Visits the pages in this order through the client-side router, without reloading the document. */
async function visitPages(page: Page, visits: readonly PageVisit[], rounds: number): Promise<void> {
  await page.evaluate(
    async ({ visits, rounds }) => {
      const waitForElement = (selector: string) =>
        new Promise<void>((resolve) => {
          const resolveIfFound = () => {
            if (!document.querySelector(selector)) return;
            observer.disconnect();
            resolve();
          };
          const observer = new MutationObserver(resolveIfFound);
          observer.observe(document.body, { subtree: true, childList: true, attributes: true });
          resolveIfFound();
        });
      for (let round = 0; round < rounds; round++) {
        for (const { path, ready } of visits) {
          history.pushState(null, '', path);
          dispatchEvent(new PopStateEvent('popstate'));
          await waitForElement(ready);
        }
      }
    },
    { visits, rounds },
  );
}

const getRowSelector = (table: string) => `main table[aria-label="${table}"] tbody tr`;
const HEADING_SELECTOR = 'main h2';

/** The pages of each remote, with ids of items in the demo workspace. */
async function listVisits(): Promise<Record<string, PageVisit[]>> {
  const api = await Api.signIn(getConsoleUrl(), demo);
  const workspace = await api.findWorkspaceId('Demo');
  const findFirstId = async (list: string): Promise<string> => {
    const page = await api.requestOk<{ results: { id: string }[] }>('GET', `${list}?workspace=${workspace}&page_size=1`);
    return page.results[0]?.id ?? '';
  };
  return {
    annotate: [
      { path: '/images', ready: 'main img' },
      { path: `/image/${await findFirstId('/recognition/v2/training-image/')}`, ready: '[role="application"] canvas' },
      { path: `/imagejob/${await findFirstId('/annotate/v2/imagejob/')}`, ready: '[role="toolbar"]' },
      { path: `/similarityjob/${await findFirstId('/annotate/v2/similarityjob/')}`, ready: 'main h1' },
    ],
    training: [
      { path: '/detection', ready: getRowSelector('Tasks') },
      { path: '/segmentation', ready: getRowSelector('Labels') },
      { path: '/jobs', ready: getRowSelector('Jobs') },
      { path: '/evaluation', ready: getRowSelector('Evaluations') },
      { path: `/evaluation/${await findFirstId('/annotate/v2/evaluation')}`, ready: HEADING_SELECTOR },
      { path: `/label/${await findFirstId('/recognition/v2/label/')}`, ready: HEADING_SELECTOR },
    ],
    similarity: [
      { path: '/groups', ready: getRowSelector('Groups') },
      { path: `/group/${await findFirstId('/similarity/training/v2/group/')}`, ready: HEADING_SELECTOR },
    ],
    catalogue: [
      { path: '/products', ready: getRowSelector('Products') },
      { path: `/product/${await findFirstId('/product/v2/product/')}`, ready: HEADING_SELECTOR },
      { path: '/sets', ready: getRowSelector('Search Product Sets') },
      { path: `/set/${await findFirstId('/product/v2/set/')}`, ready: HEADING_SELECTOR },
      { path: '/manage', ready: getRowSelector('Detection Tasks') },
    ],
    'the dashboard': [{ path: '/', ready: 'main [role="region"], main section' }],
  };
}

/** The remote (micro-frontend) that every run checks, because it has the most code. Only the long run checks the others. */
const ALWAYS_CHECKED_REMOTE = 'annotate';

for (const name of ['annotate', 'training', 'similarity', 'catalogue', 'the dashboard']) {
  const options = name === ALWAYS_CHECKED_REMOTE ? {} : LONG_RUN;
  test(`${name} leaks no nodes or listeners when mounted and unmounted ${TOTAL_ROUNDS} times`, options, async ({ page }) => {
    test.setTimeout(180_000);
    const visits = [...((await listVisits())[name] ?? []), UNKNOWN_PAGE];
    await openSignedIn(page, UNKNOWN_PAGE.path);
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    await visitPages(page, [UNKNOWN_PAGE], 1);
    const initialCounts = await countNodes(session);
    await visitPages(page, visits, WARM_UP_ROUNDS);
    const afterWarmUp = await waitForGarbageCollection(page, session, initialCounts, WARM_UP_LEAK_TOLERANCE);
    await visitPages(page, visits, TOTAL_ROUNDS - WARM_UP_ROUNDS);
    const afterRounds = await waitForGarbageCollection(page, session, afterWarmUp, LEAK_TOLERANCE);
    test
      .info()
      .annotations.push({ type: 'counts', description: JSON.stringify({ initial: initialCounts, afterWarmUp, afterRounds }) });
  });
}
