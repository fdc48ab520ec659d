import { demo } from '../../../support/accounts';
import { Api } from '../../../support/api';
import { expect, test } from '../../../support/test';
import { getRequestChain } from './request-chain';
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

test('pages stay within their budget, load in three steps and share packages', async ({ browser, baseURL, request }) => {
  // Six tabs with empty caches are opened one after the other.
  test.setTimeout(180_000);
  const url = String(baseURL);
  const console: ServedBuild = {
    url,
    storage: await Api.createTokens(url, demo),
    pages: await benchPages(await Api.signIn(url, demo)),
  };
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
  }
  const texts = await Promise.all([...scripts].map(async (script) => (await request.get(script)).text()));
  for (const [name, mark] of Object.entries(MARKS)) {
    expect(texts.filter((text) => text.includes(mark)).length, `copies of ${name}`).toBe(1);
  }
});
