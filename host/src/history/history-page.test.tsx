import { failWith, signInForTest, stubApi } from '@console/shared-auth/testing';
import type { Change } from '@console/shared-contract/api';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderShell } from '../testing/shell-harness';

const createChange = (id: number, changeSet: number, fields: Partial<Change> = {}): Change => ({
  id,
  change_set: {
    id: changeSet,
    created: `2026-02-03T14:0${changeSet}:00.000Z`,
    user: { id: 'b7a1f0c5-7a0b-4c3e-9a55-0d8f5b2f7c11', username: 'Anna' },
    origin: 'console',
    action: null,
    work: null,
    summarized: false,
    kinds: ['detection_object'],
    can_undo: true,
    undoes: null,
    undone_by: null,
  },
  kind: 'detection_object',
  subject: 'image-1',
  row: 'object-1',
  operation: 'update',
  before: { data: [1, 2, 20, 20] },
  after: { data: [1, 2, 30, 20] },
  ...fields,
});
const changes = [
  createChange(9, 3, { operation: 'delete', before: { data: [1, 2, 30, 20], detection_label_id: 'label-1' }, after: null }),
  createChange(8, 2),
  createChange(7, 2, { kind: 'training_image', row: 'image-1', before: { name: 'a.png' }, after: { name: 'b.png' } }),
  createChange(6, 1, { operation: 'insert', before: null, after: { data: [1, 2, 20, 20] } }),
];
const image = { id: 'image-1', img_path: 'http://localhost/image.png', img_width: 100, img_height: 50 };
const responses = {
  'GET /history/v2/change/': { results: changes, next: null, names: { 'label-1': { kind: 'detection_label', name: 'Apple' } } },
  'GET /recognition/v2/training-image/{id}': image,
  'GET /history/v2/provenance/': { verifications: [], declared: [], declared_count: 0 },
};
const PATH = '/history?kind=training_image&subject=image-1&name=b.png';
const findRow = (name: RegExp) => screen.findByRole('row', { name });

beforeEach(() => signInForTest());

describe('history of a row', () => {
  it('lists who changed what, one row for each action', async () => {
    stubApi(responses);
    await renderShell(PATH);
    expect(await screen.findByRole('heading', { name: 'History of b.png' })).toBeVisible();
    expect(await findRow(/2026-02-03 14:03 Removed 1 object: Apple Anna/)).toBeVisible();
    const row = await findRow(/2026-02-03 14:02 Changed 1 image, changed 1 object/);
    expect(row).toHaveTextContent('a.png → b.png');
    expect(await findRow(/Before the first recorded change/)).toBeVisible();
    expect(screen.getAllByRole('row')).toHaveLength(5);
  });

  it('draws the shapes of an action on the image, before and after', async () => {
    const user = userEvent.setup();
    stubApi(responses);
    await renderShell(PATH);
    const listWidths = () =>
      [...screen.getByRole('img', { name: 'Shapes before and after the change' }).querySelectorAll('rect')].map((rect) =>
        rect.getAttribute('width'),
      );
    await screen.findByRole('img', { name: 'Shapes before and after the change' });
    expect(listWidths()).toEqual(['29']);
    await user.click(within(await findRow(/14:02/)).getByRole('button', { name: 'Show on the image' }));
    expect(listWidths()).toEqual(['19', '29']);
  });

  it('restores a version after a confirmation that shows how many rows change', async () => {
    const user = userEvent.setup();
    const restore = jest.fn(({ body }: { body: { dry_run?: boolean } }) => ({
      change_set: body.dry_run ? null : 9,
      undone: 2,
      conflict_count: 0,
      conflicts: [],
    }));
    stubApi({ ...responses, 'POST /history/v2/restore-version': restore });
    await renderShell(PATH);
    const restoreNewestButton = within(await findRow(/14:03/)).getByRole('button', { name: 'Restore this version' });
    expect(restoreNewestButton).toHaveAttribute('aria-disabled', 'true');
    await user.click(within(await findRow(/14:02/)).getByRole('button', { name: 'Restore this version' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Restore this version' }));
    expect(await dialog.findByText('2 rows change back to the state of 2026-02-03 14:02.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Restore this version' }));
    expect(await screen.findByText('Restored an earlier version (2 rows)')).toBeVisible();
    expect(restore).toHaveBeenCalledWith(expect.objectContaining({ body: expect.not.objectContaining({ dry_run: true }) }));
  });

  it('offers Retry if the history cannot be loaded', async () => {
    stubApi({ ...responses, 'GET /history/v2/change/': failWith(400, 'refused') });
    await renderShell(PATH);
    expect(await screen.findByText("Couldn't load the history.")).toBeVisible();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
  });
});
