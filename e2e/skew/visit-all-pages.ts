import type { FaultReport, Manifest } from '@console/shared-contract/federation';
import type { Api } from '../support/api';
import { getFaults, navigateWithoutReload, openSignedIn } from '../support/console';
import { expect } from '../support/test';
import type { Page } from '@playwright/test';

/** For each page path with a parameter, the API list whose first row supplies the value of the parameter. */
const LIST_PATH_BY_PAGE: Record<string, string> = {
  '/image/:id': '/recognition/v2/training-image/',
  '/imagejob/:id': '/annotate/v2/imagejob/',
  '/imagejob/:id/adjudicate': '/annotate/v2/imagejob/',
  '/similarityjob/:id': '/annotate/v2/similarityjob/',
  '/similarityjob/:id/adjudicate': '/annotate/v2/similarityjob/',
  '/evaluation/:id': '/annotate/v2/evaluation/',
  '/label/:id': '/recognition/v2/label/',
  // The query of this page selects a label.
  '/shapes': '/detection/v2/label/',
  '/group/:id': '/similarity/training/v2/group/',
  '/product/:id': '/product/v2/product/',
  '/set/:id': '/product/v2/set/',
};
/** Pages for which the demo has no data. They show only an explanation. */
const EMPTY_PAGES: readonly string[] = ['/quality', '/imagejob/:id/adjudicate', '/similarityjob/:id/adjudicate'];
/** Selectors of content that needs data: rows, figures, images, the canvas. */
const CONTENT_SELECTOR = 'tbody tr, dd, img, canvas, svg text, [role="option"]';

interface PageVisit {
  url: string;
  /** Whether the demo has no data for the page. */
  isEmpty: boolean;
}

/** Lists all pages of a remote on the demo data. */
async function listPages(manifest: Manifest, api: Api): Promise<PageVisit[]> {
  const workspace = await api.findWorkspaceId('Demo');
  const pages: PageVisit[] = [];
  for (const { path } of manifest.routes) {
    const isEmpty = EMPTY_PAGES.includes(path);
    const listPath = LIST_PATH_BY_PAGE[path];
    if (!listPath) {
      if (path.includes(':')) throw new Error(`Add the API list for ${path} to skew/visit-all-pages.ts`);
      pages.push({ url: path, isEmpty });
      continue;
    }
    const { results } = await api.requestOk<{ results: { id: string }[] }>(
      'GET',
      `${listPath}?workspace=${workspace}&page_size=1`,
    );
    const [row] = results;
    if (!row) throw new Error(`The demo data has no row for ${path}`);
    pages.push({ url: path.includes(':') ? path.replace(/:\w+/, row.id) : `${path}?labels=${row.id}`, isEmpty });
  }
  return pages;
}

/** Whether a reported fault is expected. */
type IsExpected = (fault: FaultReport) => boolean;

/** Expects that the page shows its data and that no unexpected fault was reported. */
async function expectContent(page: Page, { url, isEmpty }: PageVisit, isExpected: IsExpected): Promise<void> {
  const main = page.getByRole('main');
  if (!isEmpty) await expect(main.locator(CONTENT_SELECTOR).first(), `content of ${url}`).toBeVisible();
  await expect(main.locator('.fui-Skeleton'), `loading indicators of ${url}`).toHaveCount(0);
  await expect(main.getByRole('heading', { level: 1 }), url).toBeAttached();
  await expect(main.getByRole('alert'), url).toHaveCount(0);
  expect(
    (await getFaults(page)).filter((fault) => !isExpected(fault)),
    url,
  ).toEqual([]);
}

/** Expects that the tab has loaded exactly these versions. */
async function expectVersions(page: Page, versions: Record<string, string>): Promise<void> {
  const files = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname));
  for (const [name, version] of Object.entries(versions)) {
    const loadedVersions = new Set(files.flatMap((file) => (file.startsWith(`/remotes/${name}/`) ? [file.split('/')[3]] : [])));
    expect([...loadedVersions], name).toEqual([version]);
  }
}

/** Opens the dashboard and each page, or the first page, of these manifests. Unexpected faults fail the test. */
export async function visitAllPages(
  page: Page,
  manifests: readonly Manifest[],
  api: Api,
  { isExpected = () => false, isSample = false }: { isExpected?: IsExpected; isSample?: boolean } = {},
): Promise<void> {
  await openSignedIn(page, '/');
  const isOnDashboard = manifests.some(({ cards }) => cards.length > 0);
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeAttached();
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link').nth(3)).toBeVisible();
  if (isOnDashboard) await expectContent(page, { url: '/', isEmpty: false }, isExpected);
  for (const manifest of manifests) {
    const visits = await listPages(manifest, api);
    for (const visit of isSample ? visits.slice(0, 1) : visits) {
      await navigateWithoutReload(page, visit.url);
      await expectContent(page, visit, isExpected);
    }
  }
  await expectVersions(page, Object.fromEntries(manifests.map(({ name, version }) => [name, version])));
}
