import { failWith, signInForTest, stubApi } from '@console/shared-auth/testing';
import type { Dependents } from '@console/shared-contract/api';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderConsole } from '../testing';
import { DeletionDialog } from './deletion-dialog';

const DEPENDENTS_CALL = 'GET /product/v2/set/{id}/dependents';
const NO_DEPENDENTS: Dependents = { deleted: {}, detached: {}, blocking: {}, restorable_days: null };

function renderDialog(response: unknown) {
  stubApi({ [DEPENDENTS_CALL]: response });
  const onConfirm = jest.fn();
  renderConsole(
    <DeletionDialog
      title="Delete this set?"
      dependents={{ call: DEPENDENTS_CALL, id: 's1', name: 'Summer' }}
      canUndo
      onConfirm={onConfirm}
      onCancel={jest.fn()}
    >
      Fallback
    </DeletionDialog>,
  );
  return onConfirm;
}

beforeEach(() => signInForTest());

test('counts the rows that are deleted and the rows that only lose their reference', async () => {
  const onConfirm = renderDialog({
    ...NO_DEPENDENTS,
    deleted: { product_images: 1, prices: 1200 },
    detached: { products: 2, child_sets: 1 },
  });
  expect(await screen.findByText('Also deleted: 1 product image and 1,200 prices.')).toBeVisible();
  expect(screen.getByText('Not deleted, but no longer connected: 2 products and 1 child set.')).toBeVisible();
  expect(screen.getByText('Summer')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
  expect(onConfirm).toHaveBeenCalledTimes(1);
});

test.each([
  [30, 'You can undo this, and restore it from Recently deleted for 30 days.'],
  [1, 'You can undo this, and restore it from Recently deleted for 1 day.'],
  [null, 'You can undo this.'],
  [undefined, 'You can undo this.'],
])('states how long a row can be restored if the server says %s days', async (days, text) => {
  renderDialog({ ...NO_DEPENDENTS, restorable_days: days });
  expect(await screen.findByText(text)).toBeVisible();
});

test('a deletion that the server refuses cannot be confirmed', async () => {
  const onConfirm = renderDialog({ ...NO_DEPENDENTS, blocking: { products: 3 } });
  expect(await screen.findByText("This can't be deleted while it has 3 products. Move or delete them first.")).toBeVisible();
  expect(screen.queryByText(/You can undo this/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
  expect(onConfirm).not.toHaveBeenCalled();
});

test.each([
  ['nothing', NO_DEPENDENTS, 'Nothing else is affected.'],
  ['a server without the call', failWith(404), 'Fallback'],
])('the deletion dialog shows a text for %s', async (_name, response, text) => {
  renderDialog(response);
  expect(await screen.findByText(text)).toBeVisible();
});
