import type { Browser } from '@playwright/test';
import type { BenchPage } from './pages';
import { waitUntilReady, watchReadiness } from './readiness';
import { ColdTab, type Conditions, type RecordedRequest } from './cold-tab';
import { sumBytes, isBuildFile } from './transfer-size';

/** A running build of the console, and the browser storage of a signed-in user. */
export interface ServedBuild {
  url: string;
  storage: Record<string, string>;
  pages: BenchPage[];
}

/** Measurements of a deep link opened in a tab with an empty cache. */
interface PageLoad {
  /** Milliseconds from the navigation until the content is painted. */
  content: number;
  /** Milliseconds from the navigation until the page is interactive. */
  interactive: number;
  /** Bytes of the build's files loaded until the page was interactive. */
  bytes: number;
  requests: RecordedRequest[];
}

export async function measureColdLoad(
  browser: Browser,
  { url, storage }: ServedBuild,
  page: BenchPage,
  conditions: Conditions,
): Promise<PageLoad> {
  const tab = await ColdTab.open(browser, conditions, storage);
  try {
    await watchReadiness(tab.page, page);
    await tab.page.goto(`${url}${page.path}`, { waitUntil: 'commit' });
    const readyTimes = await waitUntilReady(tab.page);
    const requests = tab.listFinishedRequests().filter((request) => request.end <= readyTimes.interactive);
    return { ...readyTimes, requests, bytes: sumBytes(requests.filter(isBuildFile)) };
  } finally {
    await tab.close();
  }
}

interface BuildComparison {
  page: BenchPage;
  federated: PageLoad[];
  oneBundle: PageLoad[];
}

/** Opens the same pages in both builds alternately, so that other load on the machine affects both equally. */
export async function compareBuilds(
  browser: Browser,
  federated: ServedBuild,
  oneBundle: ServedBuild,
  conditions: Conditions,
  runs: number,
): Promise<BuildComparison[]> {
  const comparisons = federated.pages.map((page): BuildComparison => ({ page, federated: [], oneBundle: [] }));
  // The first round only fills the servers' caches.
  for (let run = -1; run < runs; run += 1) {
    for (const [index, comparison] of comparisons.entries()) {
      const otherPage = oneBundle.pages[index];
      if (!otherPage) throw new Error('The two builds do not have the same pages');
      const federatedLoad = await measureColdLoad(browser, federated, comparison.page, conditions);
      const oneBundleLoad = await measureColdLoad(browser, oneBundle, otherPage, conditions);
      if (run < 0) continue;
      comparison.federated.push(federatedLoad);
      comparison.oneBundle.push(oneBundleLoad);
    }
  }
  return comparisons;
}
