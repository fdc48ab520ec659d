import type { Browser, Page } from '@playwright/test';
import { ColdTab, type Conditions } from './cold-tab';

/** A page opened by a sidebar link. */
interface NavigationTarget {
  link: string;
  heading: string;
}

/** Milliseconds from the click until the paint. */
interface NavigationTiming {
  /** Time until the heading and layout are painted, with skeletons instead of data. */
  frame: number;
  /** Time until the first rows are painted. */
  rows: number;
}

declare global {
  interface Window {
    benchNavigated?: Promise<NavigationTiming>;
  }
}

const VISITED_PAGES: NavigationTarget[] = [
  { link: 'Detection', heading: 'Detection' },
  { link: 'Segmentation', heading: 'Segmentation' },
  { link: 'Jobs', heading: 'Jobs' },
];
/** Each page belongs to another remote than the page in `from`, where its link is clicked. */
const FIRST_VISITS: (NavigationTarget & { from: string })[] = [
  { from: '/images', link: 'Products', heading: 'Products' },
  { from: '/images', link: 'Detection', heading: 'Detection' },
  { from: '/products', link: 'Similarity', heading: '(Groups|Similarity)' },
];

/** Runs in the page and measures the next click. */
function measureNextClick(heading: string): void {
  const title = new RegExp(`^${heading}$`);
  window.benchNavigated = new Promise((resolve) => {
    addEventListener(
      'click',
      ({ timeStamp }) => {
        let frameDuration: number | undefined;
        const resolveWhenShown = () => {
          const isShown = title.test(document.querySelector('main h1')?.textContent ?? '');
          if (isShown && document.querySelector('main table, main section')) frameDuration ??= performance.now() - timeStamp;
          const hasRows =
            frameDuration !== undefined &&
            document.querySelector('main tbody tr') &&
            !document.querySelector('main .fui-Skeleton');
          if (!hasRows) return void requestAnimationFrame(resolveWhenShown);
          const rowsDuration = performance.now() - timeStamp;
          requestAnimationFrame(() => resolve({ frame: frameDuration ?? rowsDuration, rows: rowsDuration }));
        };
        requestAnimationFrame(resolveWhenShown);
      },
      { capture: true, once: true },
    );
  });
}

const findLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });

async function clickThrough(page: Page, { link, heading }: NavigationTarget): Promise<NavigationTiming> {
  await page.evaluate(measureNextClick, heading);
  await findLink(page, link).click();
  return page.evaluate(() => window.benchNavigated as Promise<NavigationTiming>);
}

/** Measures navigation between pages that have been opened before in the tab. */
export async function navigateLoaded(
  browser: Browser,
  url: string,
  conditions: Conditions,
  storage: Record<string, string>,
  rounds: number,
): Promise<NavigationTiming[]> {
  const tab = await ColdTab.open(browser, conditions, storage);
  try {
    await tab.page.goto(`${url}/products`);
    for (const navigationTarget of VISITED_PAGES) await clickThrough(tab.page, navigationTarget);
    const durations: NavigationTiming[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (const navigationTarget of VISITED_PAGES) durations.push(await clickThrough(tab.page, navigationTarget));
    }
    return durations;
  } finally {
    await tab.close();
  }
}

/** Measures navigation to a page of a remote that has not started, but was prefetched when the pointer was on the link. */
export async function navigatePrefetched(
  browser: Browser,
  url: string,
  conditions: Conditions,
  storage: Record<string, string>,
  rounds: number,
): Promise<NavigationTiming[]> {
  const durations: NavigationTiming[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const navigationTarget of FIRST_VISITS) {
      const tab = await ColdTab.open(browser, conditions, storage);
      try {
        await tab.page.goto(`${url}${navigationTarget.from}`);
        await findLink(tab.page, navigationTarget.link).waitFor();
        await tab.waitUntilIdle();
        await findLink(tab.page, navigationTarget.link).hover();
        await tab.waitUntilIdle();
        durations.push(await clickThrough(tab.page, navigationTarget));
      } finally {
        await tab.close();
      }
    }
  }
  return durations;
}
