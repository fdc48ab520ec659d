import { demo } from '../../../support/accounts';
import { Api } from '../../../support/api';
import { expect, test } from '../../../support/test';
import { listFirstRequests, toRequestKey } from './first-requests';
import { getPageCodeStart, getRequestChain } from './request-chain';
import { measureColdLoad, type ServedBuild } from './compare-builds';
import { LIMITS } from '../limits';
import { listBenchPages } from './pages';
import { openSignIn } from './sign-in';
import { type RecordedRequest, UNLIMITED_CONDITIONS } from './cold-tab';
import { sumBytes } from './transfer-size';

/** For each shared package, a string that occurs only in the code of that package. */
const PACKAGE_MARKERS = {
  react: 'unstable_useCacheRefresh',
  'react-dom': '__reactContainer$',
  'react-router-dom': 'useNavigate() may be used only in the context of',
  '@tanstack/react-query': 'No QueryClient set, use QueryClientProvider',
  '@console/shared-auth': 'console-session-refresh',
  '@console/shared-ui': 'fui-FluentProvider',
};
/** Pages that only the long run measures, because a page of the same remote loads the same shared code. */
const OTHER_LIST_PAGES = ['/images', '/jobs'];
const isMeasured = ({ path }: { path: string }) => process.env.LONG !== undefined || !OTHER_LIST_PAGES.includes(path);
const isScript = ({ type }: RecordedRequest) => type === 'Script';

test('the sign-in page stays within its script budget', async ({ browser, baseURL }) => {
  const url = String(baseURL);
  const scripts = (await openSignIn(browser, url)).filter(isScript);
  expect(sumBytes(scripts)).toBeGreaterThan(50_000);
  expect(sumBytes(scripts)).toBeLessThanOrEqual(LIMITS.signIn);
});

test('pages stay within their byte budget, load their code in three steps and share packages', async ({
  browser,
  baseURL,
  request,
}) => {
  // The tabs have empty caches and are opened one after the other.
  test.setTimeout(180_000);
  const url = String(baseURL);
  const api = await Api.signIn(url, demo);
  const console: ServedBuild = { url, storage: await Api.createTokens(url, demo), pages: await listBenchPages(api) };
  const declaredFirstRequests = await listFirstRequests(url, await api.findWorkspaceId('Demo'));
  const scripts = new Set<string>();
  for (const page of console.pages.filter(isMeasured)) {
    const { requests, bytes } = await measureColdLoad(browser, console, page, UNLIMITED_CONDITIONS);
    // Soft assertions, so that all pages over their budget are reported.
    expect.soft(bytes, `bytes of ${page.path}`).toBeLessThanOrEqual(page.budget);
    for (const each of requests.filter(isScript)) scripts.add(each.url);
    if (page.remote === '') continue;
    const { federated } = getRequestChain(page.remote, requests);
    expect(
      federated.map((link) => link.split(' ')[0]),
      page.path,
    ).toEqual(['registry', 'entry', 'page']);
    for (const { key } of declaredFirstRequests.filter((request) => request.page === page.path)) {
      const requestStarts = requests.filter((request) => toRequestKey(request.url) === key).map(({ start }) => start);
      expect.soft(requestStarts, key).toHaveLength(1);
      expect.soft(requestStarts[0], `start of ${key}`).toBeLessThan(getPageCodeStart(page.remote, requests));
    }
  }
  const texts = await Promise.all([...scripts].map(async (script) => (await request.get(script)).text()));
  for (const [name, packageMarker] of Object.entries(PACKAGE_MARKERS)) {
    expect(texts.filter((text) => text.includes(packageMarker)).length, `copies of ${name}`).toBe(1);
  }
});

test('pages send the first requests that their manifests declare', async ({ page, baseURL }) => {
  const url = String(baseURL);
  const api = await Api.signIn(url, demo);
  const pages = (await listBenchPages(api)).map(({ path }) => path);
  const allFirstRequests = await listFirstRequests(url, await api.findWorkspaceId('Demo'));
  expect(allFirstRequests.map((request) => request.page).filter((path) => !pages.includes(path))).toEqual([]);
  const declaredFirstRequests = allFirstRequests.filter((request) => isMeasured({ path: request.page }));
  await page.addInitScript((tokens) => Object.assign(localStorage, tokens), await Api.createTokens(url, demo));
  const sentKeys: string[] = [];
  // Fail the request of the host, so that the page sends its own.
  await page.route(/\/api\//, (route) => {
    const key = toRequestKey(route.request().url());
    const isFirstRequest = !sentKeys.includes(key) && declaredFirstRequests.some((request) => request.key === key);
    sentKeys.push(key);
    return isFirstRequest ? route.abort() : route.continue();
  });
  for (const path of new Set(declaredFirstRequests.map((request) => request.page))) {
    await page.goto(path);
    for (const { key } of declaredFirstRequests.filter((request) => request.page === path))
      await expect.poll(() => sentKeys.filter((each) => each === key).length, key).toBe(2);
  }
});
