import { demo } from '../../../support/accounts';
import { Api } from '../../../support/api';
import { expect, test } from '../../../support/test';
import { listFirstRequests, toRequestKey } from './first-requests';
import { getPageCodeStart, getRequestChain } from './request-chain';
import { measureColdLoad, type ServedBuild } from './compare-builds';
import { LIMITS } from '../limits';
import { benchPages } from './pages';
import { openSignIn } from './sign-in';
import { type RecordedRequest, UNLIMITED } from './cold-tab';
import { sumBytes } from './transfer-size';

/** For each shared package, a string that occurs only in the code of that package. */
const MARKS = {
  react: 'unstable_useCacheRefresh',
  'react-dom': '__reactContainer$',
  'react-router-dom': 'useNavigate() may be used only in the context of',
  '@tanstack/react-query': 'No QueryClient set, use QueryClientProvider',
  '@console/shared-auth': 'console-session-refresh',
  '@console/shared-ui': 'fui-FluentProvider',
};
const isScript = ({ type }: RecordedRequest) => type === 'Script';

test('the sign-in page stays within its script budget', async ({ browser, baseURL }) => {
  const url = String(baseURL);
  const scripts = (await openSignIn(browser, url)).filter(isScript);
  expect(sumBytes(scripts)).toBeGreaterThan(50_000);
  expect(sumBytes(scripts)).toBeLessThanOrEqual(LIMITS.signIn);
});

test('pages stay within their budget, load in three steps beside their data and share packages', async ({
  browser,
  baseURL,
  request,
}) => {
  // Seven tabs with empty caches are opened one after the other.
  test.setTimeout(180_000);
  const url = String(baseURL);
  const api = await Api.signIn(url, demo);
  const console: ServedBuild = { url, storage: await Api.createTokens(url, demo), pages: await benchPages(api) };
  const firstRequests = await listFirstRequests(url, await api.findWorkspaceId('Demo'));
  const scripts = new Set<string>();
  for (const page of console.pages) {
    const { requests, bytes } = await measureColdLoad(browser, console, page, UNLIMITED);
    // Soft assertions, so that all pages over their budget are reported.
    expect.soft(bytes, `bytes of ${page.path}`).toBeLessThanOrEqual(page.budget);
    for (const each of requests.filter(isScript)) scripts.add(each.url);
    if (page.remote === '') continue;
    const { federated } = getRequestChain(page.remote, requests);
    expect(
      federated.map((link) => link.split(' ')[0]),
      page.path,
    ).toEqual(['registry', 'entry', 'page']);
    for (const { key } of firstRequests.filter((request) => request.page === page.path)) {
      const starts = requests.filter((request) => toRequestKey(request.url) === key).map(({ start }) => start);
      expect.soft(starts, key).toHaveLength(1);
      expect.soft(starts[0], `start of ${key}`).toBeLessThan(getPageCodeStart(page.remote, requests));
    }
  }
  const texts = await Promise.all([...scripts].map(async (script) => (await request.get(script)).text()));
  for (const [name, mark] of Object.entries(MARKS)) {
    expect(texts.filter((text) => text.includes(mark)).length, `copies of ${name}`).toBe(1);
  }
});

test('pages send the first requests that their manifests declare', async ({ page, baseURL }) => {
  const url = String(baseURL);
  const api = await Api.signIn(url, demo);
  const firstRequests = await listFirstRequests(url, await api.findWorkspaceId('Demo'));
  const pages = (await benchPages(api)).map(({ path }) => path);
  expect(firstRequests.map((request) => request.page).filter((path) => !pages.includes(path))).toEqual([]);
  await page.addInitScript((tokens) => Object.assign(localStorage, tokens), await Api.createTokens(url, demo));
  const sent: string[] = [];
  // Fail the request of the host, so that the page sends its own.
  await page.route(/\/api\//, (route) => {
    const key = toRequestKey(route.request().url());
    const isFirst = !sent.includes(key) && firstRequests.some((request) => request.key === key);
    sent.push(key);
    return isFirst ? route.abort() : route.continue();
  });
  for (const path of new Set(firstRequests.map((request) => request.page))) {
    await page.goto(path);
    for (const { key } of firstRequests.filter((request) => request.page === path))
      await expect.poll(() => sent.filter((each) => each === key).length, key).toBe(2);
  }
});
