import type { Page } from '@playwright/test';
import { demo, outsider } from '../support/accounts';
import { Api } from '../support/api';
import { openSignedIn } from '../support/console';
import { expect, LONG_RUN, test } from '../support/test';

const getConsoleUrl = () => process.env.CONSOLE_URL ?? '';
const EMPTY_JOB_BODY = {
  name: 'Opened by its link',
  description: '',
  todo_number: 1,
  randomize: false,
  auto_complete: false,
  done: false,
};

async function findFirstId(api: Api, listPath: string, workspace: string): Promise<string> {
  const { results } = await api.requestOk<{ results: { id: string }[] }>('GET', `${listPath}?workspace=${workspace}`);
  const [row] = results;
  if (!row) throw new Error(`${listPath} has no rows`);
  return row.id;
}

/** Opens a link in a new document, with `lastWorkspace` as the workspace that was used last. */
async function openLink(page: Page, path: string, lastWorkspace: string): Promise<void> {
  await page.evaluate((id) => localStorage.setItem('workspace', id), lastWorkspace);
  await page.goto(path);
}

const findWorkspaceBox = (page: Page) => page.getByRole('combobox', { name: 'Workspace' });

test('a link to an item of another workspace switches to that workspace', async ({ page }) => {
  test.setTimeout(180_000);
  const api = await Api.signIn(getConsoleUrl(), demo);
  const workspace = await api.findWorkspaceId('Demo');
  const lastWorkspace = await api.findWorkspaceId('Recognition only');
  const jobs: string[] = [];
  for (const kind of process.env.LONG ? ['imagejob', 'similarityjob'] : []) {
    const { id } = await api.requestOk<{ id: string }>('POST', `/annotate/v2/${kind}/`, { ...EMPTY_JOB_BODY, workspace });
    jobs.push(`/${kind}/${id}`);
  }
  try {
    const lists: [page: string, list: string][] = [
      ['image', '/recognition/v2/training-image/'],
      ['group', '/similarity/training/v2/group/'],
      ['product', '/product/v2/product/'],
      ['set', '/product/v2/set/'],
      ['label', '/recognition/v2/label/'],
      ['evaluation', '/annotate/v2/evaluation'],
    ];
    const links = [...jobs];
    for (const [name, list] of process.env.LONG ? lists : lists.slice(0, 2))
      links.push(`/${name}/${await findFirstId(api, list, workspace)}`);

    // This document has the origin of the console but does not start it, so no workspace is stored yet.
    await openSignedIn(page, '/config.json');
    for (const link of links) {
      await openLink(page, link, lastWorkspace);
      await expect(findWorkspaceBox(page), link).toHaveValue('Demo');
      await expect(page.getByText('The item you opened belongs to Demo.').first(), link).toBeVisible();
      await expect(page.getByRole('main').getByText(/not found|No access/i), link).toHaveCount(0);
      await expect(page.getByRole('main').getByRole('alert'), link).toHaveCount(0);
      await expect(page, link).toHaveURL(new RegExp(`${link}$`));
    }
  } finally {
    for (const job of jobs) await api.request('DELETE', `/annotate/v2${job}`);
  }
});

test('the Back button returns to an item of the previous workspace and switches to it', LONG_RUN, async ({ page }) => {
  const api = await Api.signIn(getConsoleUrl(), demo);
  const product = await findFirstId(api, '/product/v2/product/', await api.findWorkspaceId('Demo'));
  await openSignedIn(page, '/config.json');
  await openLink(page, `/product/${product}`, await api.findWorkspaceId('Demo'));
  const productRegion = page.getByRole('region', { name: 'Product', exact: true });
  await expect(productRegion).toBeVisible();
  await findWorkspaceBox(page).click();
  await page.getByRole('option', { name: 'Recognition only' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(findWorkspaceBox(page)).toHaveValue('Recognition only');
  await page.goBack();
  await expect(findWorkspaceBox(page)).toHaveValue('Demo');
  await expect(productRegion).toBeVisible();
});

test("an item of another company's workspace is not found and does not switch the workspace", async ({ page }) => {
  const outsiderApi = await Api.signIn(getConsoleUrl(), outsider);
  const outsiderWorkspace = await outsiderApi.findWorkspaceId('Other company');
  const outsiderGroup = await outsiderApi.requestOk<{ id: string }>('POST', '/similarity/training/v2/group/', {
    name: 'Not for others',
    workspace: outsiderWorkspace,
  });
  try {
    const api = await Api.signIn(getConsoleUrl(), demo);
    await openSignedIn(page, '/config.json');
    await openLink(page, `/group/${outsiderGroup.id}`, await api.findWorkspaceId('Demo'));
    await expect(page.getByText('Group not found!')).toBeVisible();
    await openLink(page, `/group/${outsiderGroup.id}`, await api.findWorkspaceId('Recognition only'));
    await expect(page.getByText("This workspace doesn't have the service that this page needs: Similarity.")).toBeVisible();
    await expect(findWorkspaceBox(page)).toHaveValue('Recognition only');
  } finally {
    await outsiderApi.request('DELETE', `/similarity/training/v2/group/${outsiderGroup.id}`);
  }
});
