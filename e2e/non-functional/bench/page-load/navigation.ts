import type { Browser, Page } from '@playwright/test';
import { ColdTab, type Conditions } from './cold-tab';

/** A page opened by a sidebar link. */
interface Target {
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

const VISITED_PAGES: Target[] = [
  { link: 'Detection', heading: 'Detection' },
  { link: 'Segmentation', heading: 'Segmentation' },
  { link: 'Jobs', heading: 'Jobs' },
];
/** Each page belongs to another remote than the page in `from`, where its link is clicked. */
const FIRST_TIME: (Target & { from: string })[] = [
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
        let frame: number | undefined;
        const check = () => {
          const isShown = title.test(document.querySelector('main h1')?.textContent ?? '');
          if (isShown && document.querySelector('main table, main section')) frame ??= performance.now() - timeStamp;
          const hasRows =
            frame !== undefined && document.querySelector('main tbody tr') && !document.querySelector('main .fui-Skeleton');
          if (!hasRows) return void requestAnimationFrame(check);
          const rows = performance.now() - timeStamp;
          requestAnimationFrame(() => resolve({ frame: frame ?? rows, rows }));
        };
        requestAnimationFrame(check);
      },
      { capture: true, once: true },
    );
  });
}

const linkTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });

async function clickThrough(page: Page, { link, heading }: Target): Promise<NavigationTiming> {
  await page.evaluate(measureNextClick, heading);
  await linkTo(page, link).click();
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
    for (const target of VISITED_PAGES) await clickThrough(tab.page, target);
    const durations: NavigationTiming[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (const target of VISITED_PAGES) durations.push(await clickThrough(tab.page, target));
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
    for (const target of FIRST_TIME) {
      const tab = await ColdTab.open(browser, conditions, storage);
      try {
        await tab.page.goto(`${url}${target.from}`);
        await linkTo(tab.page, target.link).waitFor();
        await tab.waitUntilIdle();
        await linkTo(tab.page, target.link).hover();
        await tab.waitUntilIdle();
        durations.push(await clickThrough(tab.page, target));
      } finally {
        await tab.close();
      }
    }
  }
  return durations;
}
