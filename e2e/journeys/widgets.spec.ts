import type { Page } from '@playwright/test';
import { demo } from '../support/accounts';
import { Api } from '../support/api';
import { Canvas } from '../support/canvas';
import { expectNotReloaded, expectNoJargon, expectFaultReported, expectRemoteWorks, openSignedIn } from '../support/console';
import { ImageScreen } from '../support/image-screen';
import { createImage } from '../support/images';
import { expect, LONG_RUN, test } from '../support/test';

// Widgets are parts of a remote (micro-frontend) that pages of other remotes show: the image browser on the jobs page, and the list of groups
// on the image screen.

const GROUPS_PATH = '/similarity/training/v2/group/';

let api: Api;
let workspace: string;
let imageIds: string[];
/** API paths of the rows that the test created, except images. */
let createdPaths: string[];

test.beforeEach(async ({ baseURL }) => {
  test.setTimeout(150_000);
  api = await Api.signIn(baseURL ?? '', demo);
  workspace = await api.findWorkspaceId('Demo');
  imageIds = [];
  createdPaths = [];
});

test.afterEach(async () => {
  for (const path of createdPaths) await api.request('DELETE', path);
  await api.deleteImages(imageIds);
});

async function uploadImage(name: string): Promise<string> {
  const image = await createImage(name, { width: 800, height: 500 });
  const id = await api.uploadImage(workspace, image.buffer, image.name);
  imageIds.push(id);
  return id;
}

async function createJob(name: string): Promise<string> {
  const { id } = await api.requestOk<{ id: string }>('POST', '/annotate/v2/imagejob/', { workspace, name });
  createdPaths.push(`/annotate/v2/imagejob/${id}`);
  return id;
}

const findManageRegion = (page: Page) => page.getByRole('region', { name: 'Manage' });
const findJobRow = (page: Page, name: string) => page.getByRole('table', { name: 'Jobs' }).getByRole('row', { name });
const findTile = (page: Page, id: string) =>
  findManageRegion(page)
    .getByRole('listitem')
    .filter({ has: page.locator(`a[href="/image/${id}"]`) });

/** Makes the files of a remote respond with 404. Returns a function that restores them. */
async function blockFiles(page: Page, remote: string): Promise<() => void> {
  let isBlocked = true;
  await page.route(`**/remotes/${remote}/**`, (route) =>
    isBlocked ? route.fulfill({ status: 404, body: 'not found' }) : route.continue(),
  );
  return () => (isBlocked = false);
}

test('a job is created, filled from the image browser and started', async ({ page }) => {
  const prefix = `pick-${Date.now()}`;
  const [firstImageId, secondImageId] = [await uploadImage(`${prefix}-1`), await uploadImage(`${prefix}-2`)];
  const name = `Picked ${Date.now()}`;
  await openSignedIn(page, '/jobs');
  await page.getByRole('button', { name: 'New job' }).click();
  const dialog = page.getByRole('dialog', { name: 'New job' });
  await dialog.getByLabel(/^Name/).fill('ab');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByText('Enter at least 3 letters')).toBeVisible();
  await dialog.getByLabel(/^Name/).fill(name);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('Job was successfuly created!').first()).toBeVisible();

  // The new job is selected, and its URL can be shared.
  await expect(page).toHaveURL(/[?&]job=/);
  const id = new URL(page.url()).searchParams.get('job') ?? '';
  createdPaths.push(`/annotate/v2/imagejob/${id}`);
  await expect(findManageRegion(page).getByRole('combobox', { name: 'Job' })).toHaveValue(name);
  await expect(findJobRow(page, name)).toContainText('0 / 0');
  const selectAllButton = findManageRegion(page).getByRole('button', { name: /^Select all \d+ images that match this search$/ });
  // The list only renders the tiles in view, and the demo has many images.
  const searchField = findManageRegion(page).getByRole('searchbox', { name: 'File name' });
  await searchField.fill(prefix);
  // A selection ends when the filter changes, so wait until the list is filtered.
  await expect(selectAllButton).toContainText('all 2 images');
  for (const image of [firstImageId, secondImageId])
    await findTile(page, image).getByRole('checkbox', { name: 'Select' }).check();
  await findManageRegion(page).getByRole('button', { name: 'Add to Job' }).click();
  await expect(page.getByText('Images were added to Job/Task!').first()).toBeVisible();
  await expect(findJobRow(page, name)).toContainText('0 / 2');

  await findJobRow(page, name).getByRole('link', { name: 'Start Work' }).click();
  await new Canvas(page).expectVisible();
  await expect(page.getByRole('toolbar', { name: 'Job' })).toContainText('0/2');
});

test('all matching images are added to a job, and one of them is removed', LONG_RUN, async ({ page }) => {
  const prefix = `all-${Date.now()}`;
  const imageId = await uploadImage(prefix);
  const name = `Filled ${Date.now()}`;
  await openSignedIn(page, `/jobs?job=${await createJob(name)}`);
  const selectAllButton = findManageRegion(page).getByRole('button', { name: /^Select all \d+ images that match this search$/ });
  const imageCount = Number(/\d+/.exec(await selectAllButton.innerText())?.[0]);
  await selectAllButton.click();
  const addRequest = page.waitForRequest((request) => request.url().includes('/add-matching'));
  await findManageRegion(page).getByRole('button', { name: 'Add to Job' }).click();
  await addRequest;
  await expect(findJobRow(page, name)).toContainText(`0 / ${imageCount}`);
  await expect(findManageRegion(page).getByText('There are no more images to add.')).toBeVisible();

  await page.reload();
  await findManageRegion(page).getByRole('switch', { name: 'In Job/Task' }).check();
  await findManageRegion(page).getByRole('searchbox', { name: 'File name' }).fill(prefix);
  await expect(selectAllButton).toContainText('all 1 image');
  await findTile(page, imageId).getByRole('checkbox', { name: 'Select' }).check();
  await findManageRegion(page).getByRole('button', { name: 'Remove from Job' }).click();
  await expect(findJobRow(page, name)).toContainText(`0 / ${imageCount - 1}`);
});

/** Adds the image or object whose widget is open to a group. */
async function addToGroup(page: Page, groupId: string): Promise<void> {
  await page.getByLabel('Add to a group').fill(groupId);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Groups' }).getByRole('link')).toHaveAttribute('href', `/group/${groupId}`);
}

async function createGroup(): Promise<string> {
  const { id } = await api.requestOk<{ id: string }>('POST', GROUPS_PATH, { workspace, name: `Grouped ${Date.now()}` });
  createdPaths.push(`${GROUPS_PATH}${id}`);
  return id;
}

test('an image is added to a group on the image screen and removed from it', async ({ page }) => {
  const imageId = await uploadImage('grouped');
  const groupId = await createGroup();
  await openSignedIn(page, `/image/${imageId}`);
  await new Canvas(page).expectVisible();
  await page.getByRole('tab', { name: 'Similarity Groups' }).click();
  await expect(page.getByText('No groups for this object/image!')).toBeVisible();
  await addToGroup(page, groupId);
  await expect(page.getByText('Successfuly added!').first()).toBeVisible();
  await page.getByRole('tab', { name: 'List of items' }).click();
  await expect(page.getByRole('region', { name: 'Similarity groups' }).getByRole('link')).toBeVisible();
  await page.getByRole('tab', { name: 'Similarity Groups' }).click();
  await page.getByRole('button', { name: /^Remove from Grouped/ }).click();
  await expect(page.getByText('Successfuly removed!').first()).toBeVisible();
  await expect(page.getByText('No groups for this object/image!')).toBeVisible();
});

test('an object is added to a group, which lists it, and removed from it', LONG_RUN, async ({ page }) => {
  const imageId = await uploadImage('grouped');
  const labels = await api.requestOk<{ results: { id: string; name: string }[] }>('GET', '/detection/v2/label/?page_size=1');
  await api.requestOk('POST', '/detection/v2/object/', {
    image: imageId,
    detection_label: labels.results[0]?.id,
    data: [100, 100, 300, 300],
  });
  const groupId = await createGroup();
  await openSignedIn(page, `/image/${imageId}`);
  await new Canvas(page).expectVisible();
  await page.getByRole('tab', { name: 'List of items' }).click();
  const firstObjectButton = page.getByRole('region', { name: 'Objects' }).getByRole('button').first();
  await firstObjectButton.click();
  await page.getByRole('tab', { name: 'Similarity', exact: true }).click();
  await addToGroup(page, groupId);

  await page.goto(`/group/${groupId}?view=table`);
  await expect(page.getByRole('table', { name: 'Objects' }).getByRole('row')).toHaveCount(2);
  await page.goBack();
  await page.getByRole('tab', { name: 'List of items' }).click();
  await firstObjectButton.click();
  await page.getByRole('button', { name: /^Remove from Grouped/ }).click();
  await expect(page.getByText('No groups for this object/image!')).toBeVisible();
  await page.goto(`/group/${groupId}`);
  await expect(page.getByText('This group is empty!')).toBeVisible();
});

test('the jobs page works without the image browser and recovers on Retry', LONG_RUN, async ({ page }) => {
  const name = `Unavailable ${Date.now()}`;
  const jobId = await createJob(name);
  const restoreFiles = await blockFiles(page, 'annotate');
  await openSignedIn(page, `/jobs?job=${jobId}`);
  const alert = findManageRegion(page).getByRole('alert');
  await expect(alert).toContainText('The image browser could not be loaded.');
  await expectNoJargon(alert);
  await expectFaultReported(page, { remote: 'annotate', kind: 'network' });

  await findJobRow(page, name).getByRole('button', { name: 'Complete Job' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Complete Job' }).click();
  await expect(findJobRow(page, name)).toContainText('Done');
  await expectRemoteWorks(page, 'similarity');
  await page.goBack();
  // Wait for the error: if the files were restored earlier, the page would load the image browser without Retry.
  await expect(alert).toBeVisible();

  restoreFiles();
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(findManageRegion(page).getByRole('list', { name: 'Images' })).toBeVisible();
  await expectNotReloaded(page);
});

test('the image screen works without the similarity remote and recovers on Retry', LONG_RUN, async ({ page }) => {
  const imageId = await uploadImage('alone');
  const restoreFiles = await blockFiles(page, 'similarity');
  await openSignedIn(page, `/image/${imageId}`);
  const screen = new ImageScreen(page);
  await screen.canvas.expectVisible();
  await page.getByRole('tab', { name: 'Similarity Groups' }).click();
  const alert = page.getByRole('complementary', { name: 'Image details' }).getByRole('alert');
  await expect(alert).toContainText('The list of groups could not be loaded.');
  await expectNoJargon(alert);

  await screen.drawBox(0.4);
  await expect.poll(async () => (await api.listObjects(imageId)).length).toBe(1);

  await page.getByRole('tab', { name: 'Similarity Groups' }).click();
  restoreFiles();
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('No groups for this object/image!')).toBeVisible();
  await expectNotReloaded(page);
});
