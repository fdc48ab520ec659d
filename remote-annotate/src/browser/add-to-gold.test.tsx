import { page } from '@console/shared-auth/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { findList, setUpImagesPage, showImagesPage } from './images-page-testing';
import { createImageRow, IMAGES, stubWorkspace } from './testing';

/** Gold items are images whose correct annotations are known. The work of annotators is compared with them. */
const ADD_TO_GOLD = 'POST /annotate/v2/gold/';
const rows = [1, 2, 3].map((number) => createImageRow(number));
const DETECTION_TASK = { id: '00000000-0000-4000-8000-0000000000aa', name: 'Cells' };
/** Opening a dialog can take seconds on a busy machine. */
const SLOW_DIALOG_TIMEOUT = { timeout: 10_000 };

setUpImagesPage();

test('adds selected images to the gold items of a task after a preview of the counts', async () => {
  const api = stubWorkspace({
    [IMAGES]: { ...page(rows), count: 3 },
    'GET /detection/v2/task/': page([DETECTION_TASK]),
    'GET /segmentation/v2/task/': page([]),
    'GET /recognition/v2/task/': page([]),
    [ADD_TO_GOLD]: { created: 1, already_gold: 1, not_verified: 0 },
  });
  showImagesPage();
  await findList();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Select' }));
  expect(screen.queryByRole('button', { name: 'Add to gold' })).toBeNull();
  for (const checkbox of (await screen.findAllByRole('checkbox', { name: 'Select' })).slice(0, 2)) await user.click(checkbox);
  await user.click(await screen.findByRole('button', { name: 'Add to gold', hidden: true }, SLOW_DIALOG_TIMEOUT));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add 2 images to gold', hidden: true }, SLOW_DIALOG_TIMEOUT));
  expect(dialog.getByRole('button', { name: 'Add to gold', hidden: true })).toBeDisabled();
  await user.click(dialog.getByRole('combobox', { name: 'Task', hidden: true }));
  await user.click(await screen.findByRole('option', { name: /Cells \(detection\)/, hidden: true }, SLOW_DIALOG_TIMEOUT));
  expect(await dialog.findByText('1 image will become a gold item.')).toBeInTheDocument();
  expect(dialog.getByText('1 image is a gold item of this task already.')).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Add to gold', hidden: true }));
  expect(await screen.findByText('1 image added to gold.', {}, SLOW_DIALOG_TIMEOUT)).toBeInTheDocument();
  expect(api.getRequests(ADD_TO_GOLD).map(({ body }) => body)).toMatchObject(
    [true, false].map((isPreview) => ({
      domain: 'detection',
      task: DETECTION_TASK.id,
      images: rows.slice(0, 2).map(({ id }) => id),
      dry_run: isPreview,
    })),
  );
});
