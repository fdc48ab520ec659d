import type { Page } from '@playwright/test';
import { demo } from '../support/accounts';
import { Api } from '../support/api';
import { openSignedIn } from '../support/console';
import { expect, LONG_RUN, test } from '../support/test';

const LABEL_NAME = 'Journey label with a name that is longer than its column is wide';
const TASK_NAME = 'Journey task';

async function deleteTestRows(api: Api, workspace: string): Promise<void> {
  for (const list of ['/detection/v2/label/', '/detection/v2/task/']) {
    const { results } = await api.requestOk<{ results: { id: string; name: string }[] }>(
      'GET',
      `${list}?workspace=${workspace}&search=Journey&page_size=100`,
    );
    for (const { id } of results) await api.request('DELETE', `${list}${id}`);
  }
}

const findRow = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });

let api: Api;
let workspace: string;

test.beforeEach(async () => {
  api = await Api.signIn(process.env.CONSOLE_URL ?? '', demo);
  workspace = await api.findWorkspaceId('Demo');
});

test.afterEach(() => deleteTestRows(api, workspace));

/** Deletes a label or task with its button in the table. */
async function deleteRow(page: Page, name: string, rowNoun: 'label' | 'task'): Promise<void> {
  await findRow(page, name).getByRole('button', { name: 'Delete' }).click();
  const confirmDialog = page.getByRole('alertdialog', { name: `Are you sure you want to delete selected ${rowNoun} ?!` });
  await confirmDialog.getByRole('button', { name: 'Remove' }).click();
  // The open dialog hides the table from role queries, so wait until it closes.
  await expect(confirmDialog).toHaveCount(0);
  await expect(findRow(page, name)).toHaveCount(0);
}

test('a label is created by keyboard and deleted by mouse', async ({ page }) => {
  await openSignedIn(page, '/detection');
  const newLabelButton = page.getByRole('button', { name: 'New label' });
  await newLabelButton.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'New label' }).getByLabel(/^Name/)).toBeFocused();
  await page.keyboard.type('J');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter at least 2 letters')).toBeVisible();
  await page.keyboard.press('Backspace');
  await page.keyboard.insertText(LABEL_NAME);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Label was successfuly created!').first()).toBeVisible();
  await expect(findRow(page, LABEL_NAME)).toBeVisible();
  await expect(newLabelButton).toBeFocused();
  await deleteRow(page, LABEL_NAME, 'label');
});

test('a task is created, linked to a label, edited and deleted', LONG_RUN, async ({ page }) => {
  await api.requestOk('POST', '/detection/v2/label/', { workspace, name: LABEL_NAME });
  await openSignedIn(page, '/detection');
  await page.getByRole('button', { name: 'New task' }).click();
  await page.getByRole('dialog', { name: 'New task' }).getByLabel(/^Name/).fill(TASK_NAME);
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('Task was successfuly created!').first()).toBeVisible();

  await page.getByRole('combobox', { name: 'Task', exact: true }).click();
  await page.getByRole('option', { name: TASK_NAME }).click();
  const findList = (name: string) => page.getByRole('group', { name, exact: true });
  await findList('To Add').getByRole('button', { name: LABEL_NAME }).click();
  await expect(findList('Added').getByRole('button', { name: LABEL_NAME })).toBeVisible();
  await expect(findRow(page, TASK_NAME).getByRole('cell').nth(1)).toHaveText('1');

  await findRow(page, TASK_NAME).getByRole('button', { name: 'Edit' }).click();
  const editDialog = page.getByRole('dialog', { name: 'Edit task' });
  await editDialog.getByRole('slider', { name: 'Image size' }).focus();
  await page.keyboard.press('ArrowRight');
  await editDialog.getByLabel(/^Name/).fill(`${TASK_NAME} 2`);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Updated!').first()).toBeVisible();
  const { results } = await api.requestOk<{ results: { training_params: unknown }[] }>(
    'GET',
    `/detection/v2/task/?workspace=${workspace}&search=${encodeURIComponent(TASK_NAME)}`,
  );
  expect(results[0]?.training_params).toEqual({ 'detection-model': { input_size: 640 } });
  await deleteRow(page, `${TASK_NAME} 2`, 'task');
});
