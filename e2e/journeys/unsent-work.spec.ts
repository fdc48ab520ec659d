import type { Page } from '@playwright/test';
import { demo } from '../support/accounts';
import { Api } from '../support/api';
import { openSignedIn } from '../support/console';
import { ImageScreen } from '../support/image-screen';
import { createImage } from '../support/images';
import { expect, LONG_RUN, test } from '../support/test';
import { WriteBlocker } from '../support/write-blocker';

const findSaveState = (page: Page) => new ImageScreen(page).saveState;

test('unsent changes survive a reload, appear in other tabs and are sent once', LONG_RUN, async ({ page, context }) => {
  test.setTimeout(120_000);
  const api = await Api.signIn(process.env.CONSOLE_URL ?? '', demo);
  const workspace = await api.findWorkspaceId('Demo');
  const imageId = await api.uploadImage(workspace, (await createImage('unsent', { width: 800, height: 500 })).buffer);
  try {
    const labels = await api.requestOk<{ results: { id: string; name: string }[] }>(
      'GET',
      `/detection/v2/label/?workspace=${workspace}&page_size=2`,
    );
    const [firstLabel, secondLabel] = labels.results;
    await api.requestOk('POST', '/detection/v2/object/', {
      image: imageId,
      detection_label: firstLabel?.id,
      data: [100, 100, 200, 200],
    });
    const recognitionLabels = await api.requestOk<{ results: { name: string }[] }>(
      'GET',
      `/recognition/v2/label/?workspace=${workspace}`,
    );
    const recognitionLabel = recognitionLabels.results[0]?.name ?? '';
    const writes = await WriteBlocker.install(context);
    await openSignedIn(page, `/image/${imageId}`);
    const otherTab = await context.newPage();
    await otherTab.goto(`/image/${imageId}`);
    for (const tab of [page, otherTab]) await expect(tab.getByRole('button', { name: 'Verify' })).toBeEnabled();

    writes.block();
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByRole('button', { name: 'TRAIN/TEST', pressed: false }).click();
    await page.getByRole('tab', { name: 'List of items' }).click();
    await page.getByRole('region', { name: 'Objects' }).getByRole('button').first().click();
    await page.getByRole('combobox', { name: 'Label', exact: true }).click();
    // The name is followed by the shortcut key of the label.
    await page.getByRole('option', { name: new RegExp(`^${secondLabel?.name}`) }).click();
    await page.getByRole('tab', { name: 'Recognition' }).last().click();
    await page.getByRole('combobox', { name: 'Add label' }).click();
    await page.getByRole('option', { name: new RegExp(`^${recognitionLabel}`) }).click();
    await expect(page.getByRole('button', { name: `Remove ${recognitionLabel}` })).toBeVisible();
    await expect(findSaveState(page)).toContainText(/^4 waiting/);

    for (const tab of [page, otherTab]) {
      await expect(tab.getByRole('button', { name: 'Verified' })).toBeVisible();
      await expect(tab.getByRole('button', { name: 'TRAIN/TEST', pressed: true })).toBeVisible();
      await expect(findSaveState(tab)).toContainText(/^4 waiting/);
    }
    await page.reload();
    await expect(page.getByRole('button', { name: 'Verified' })).toBeVisible();
    await expect(page.getByRole('tab', { name: /^Verifications, 1/ })).toBeVisible();
    await page.getByRole('tab', { name: 'List of items' }).click();
    await page.getByRole('region', { name: 'Objects' }).getByRole('button').first().click();
    await page.getByRole('tab', { name: 'Recognition' }).last().click();
    await expect(page.getByRole('button', { name: `Remove ${recognitionLabel}` })).toBeVisible();

    // Withdrawing the verification in one tab withdraws it in the other tab.
    await otherTab.getByRole('button', { name: 'Verified' }).click();
    for (const tab of [page, otherTab]) await expect(tab.getByRole('button', { name: 'Verify', exact: true })).toBeVisible();

    await findSaveState(page).getByRole('button').click();
    const tryNowButton = page.getByRole('button', { name: 'Try now' });
    await expect(tryNowButton).toBeVisible();
    writes.unblock();
    // An automatic retry may close the list before the click.
    await Promise.race([tryNowButton.click(), expect(findSaveState(page)).toHaveText('Saved')]);
    for (const tab of [page, otherTab]) await expect(findSaveState(tab)).toHaveText('Saved');
    await expect(page.getByRole('button', { name: `Remove ${recognitionLabel}` })).toBeVisible();
    expect(await api.requestOk('GET', `/recognition/v2/training-image/${imageId}`)).toMatchObject({
      test_image: true,
      verificationsCount: 0,
    });
    const [object] = await api.listObjects(imageId);
    expect(object).toMatchObject({
      detection_label: { name: secondLabel?.name },
      recognition_labels: [{ name: recognitionLabel }],
    });
    // The server may have received the blocked creation, so the outbox also sends a deletion with the same id.
    expect(
      writes.sentRequests.filter((request) => request.includes('verification')).map((request) => request.split(' ')[0]),
    ).toEqual(['POST', 'DELETE']);
    expect(writes.sentRequests.filter((request) => /training-image|add-label/.test(request))).toHaveLength(2);
  } finally {
    await api.deleteImages([imageId]);
  }
});
