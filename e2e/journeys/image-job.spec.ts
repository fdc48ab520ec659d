import { expect, test } from '../support/test';
import { demo } from '../support/accounts';
import { Api } from '../support/api';
import { openSignedIn } from '../support/console';
import { createImage } from '../support/images';

test('an image job shows one image at a time and completes when all are verified', async ({ page }) => {
  const api = await Api.signIn(process.env.CONSOLE_URL ?? '', demo);
  const workspace = await api.findWorkspaceId('Demo');
  const imageIds = [
    await api.uploadImage(workspace, (await createImage('job-1')).buffer),
    await api.uploadImage(workspace, (await createImage('job-2')).buffer),
  ];
  const job = await api.requestOk<{ id: string }>('POST', '/annotate/v2/imagejob/', {
    workspace,
    name: 'Two pictures',
    description: '',
    todo_number: 1,
    randomize: false,
    auto_complete: false,
    done: false,
  });
  try {
    await api.requestOk('POST', `/annotate/v2/imagejob/${job.id}/add-items`, { items: imageIds });
    await openSignedIn(page, `/imagejob/${job.id}`);
    await expect(page.getByRole('application', { name: 'Annotation canvas' })).toBeVisible();
    const toolbar = page.getByRole('toolbar', { name: 'Job' });
    await expect(toolbar.getByText('0/2')).toBeVisible();
    await expect(page.getByText('There is no recognition tasks or flow in this job.')).toBeVisible();
    await toolbar.getByRole('button', { name: 'Verify and Next' }).click();
    await expect(toolbar.getByText('1/2')).toBeVisible();
    await toolbar.getByRole('button', { name: 'Verify and Next' }).click();
    await expect(page.getByText('There is no job for this task. Everything is complete!')).toBeVisible();
    await expect(toolbar.getByText('2/2')).toBeVisible();
    for (const image of imageIds) {
      await expect
        .poll(() => api.requestOk('GET', `/recognition/v2/training-image/${image}`))
        .toMatchObject({ verificationsCount: 1 });
    }
  } finally {
    await api.request('DELETE', `/annotate/v2/imagejob/${job.id}`);
    await api.deleteImages(imageIds);
  }
});
