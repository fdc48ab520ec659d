import type { Page } from '@playwright/test';
import { demo, openConsole, outsider } from '../support/accounts';
import { Api } from '../support/api';
import { expect, test } from '../support/test';

const url = () => process.env.CONSOLE_URL ?? '';
const emptyJob = {
  name: 'Opened by its link',
  description: '',
  todo_number: 1,
  randomize: false,
  auto_complete: false,
  done: false,
};

async function firstOf(api: Api, list: string, workspace: string): Promise<string> {
  const { results } = await api.requestOk<{ results: { id: string }[] }>('GET', `${list}?workspace=${workspace}`);
  const [row] = results;
  if (!row) throw new Error(`${list} is empty`);
  return row.id;
}

/** Opens a link from outside the console while another workspace is active. */
async function openLink(page: Page, path: string, lastWorkspace: string): Promise<void> {
  await page.evaluate((id) => localStorage.setItem('workspace', id), lastWorkspace);
  await page.goto(path);
}

const current = (page: Page) => page.getByRole('combobox', { name: 'Workspace' });

test('a link to an item of another workspace switches to that workspace', async ({ page }) => {
  test.setTimeout(180_000);
  const api = await Api.signIn(url(), demo);
  const workspace = await api.findWorkspaceId('Demo');
  const last = await api.findWorkspaceId('Recognition only');
  const jobs: string[] = [];
  for (const kind of ['imagejob', 'similarityjob']) {
    const { id } = await api.requestOk<{ id: string }>('POST', `/annotate/v2/${kind}/`, { ...emptyJob, workspace });
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
    for (const [name, list] of lists) links.push(`/${name}/${await firstOf(api, list, workspace)}`);

    await openConsole(page);
    for (const link of links) {
      await openLink(page, link, last);
      await expect(current(page), link).toHaveValue('Demo');
      await expect(page.getByText('The item you opened belongs to Demo.').first(), link).toBeVisible();
      await expect(page.getByRole('main').getByText(/not found|No access/i), link).toHaveCount(0);
      await expect(page.getByRole('main').getByRole('alert'), link).toHaveCount(0);
      await expect(page, link).toHaveURL(new RegExp(`${link}$`));
    }
  } finally {
    for (const job of jobs) await api.request('DELETE', `/annotate/v2${job}`);
  }
});

test('the Back button returns to an item of the previous workspace and switches to it', async ({ page }) => {
  const api = await Api.signIn(url(), demo);
  const product = await firstOf(api, '/product/v2/product/', await api.findWorkspaceId('Demo'));
  await openConsole(page);
  await openLink(page, `/product/${product}`, await api.findWorkspaceId('Demo'));
  const facts = page.getByRole('region', { name: 'Product', exact: true });
  await expect(facts).toBeVisible();
  await current(page).click();
  await page.getByRole('option', { name: 'Recognition only' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(current(page)).toHaveValue('Recognition only');
  await page.goBack();
  await expect(current(page)).toHaveValue('Demo');
  await expect(facts).toBeVisible();
});

test('an item of a foreign workspace is not found and does not switch the workspace', async ({ page }) => {
  const theirs = await Api.signIn(url(), outsider);
  const theirWorkspace = await theirs.findWorkspaceId('Other company');
  const group = await theirs.requestOk<{ id: string }>('POST', '/similarity/training/v2/group/', {
    name: 'Not for others',
    workspace: theirWorkspace,
  });
  try {
    const api = await Api.signIn(url(), demo);
    await openConsole(page);
    await openLink(page, `/group/${group.id}`, await api.findWorkspaceId('Demo'));
    await expect(page.getByText('Group not found!')).toBeVisible();
    await openLink(page, `/group/${group.id}`, await api.findWorkspaceId('Recognition only'));
    await expect(page.getByText("This workspace doesn't have the service that this page needs: Similarity.")).toBeVisible();
    await expect(current(page)).toHaveValue('Recognition only');
  } finally {
    await theirs.request('DELETE', `/similarity/training/v2/group/${group.id}`);
  }
});
