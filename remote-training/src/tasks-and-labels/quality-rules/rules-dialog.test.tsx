import { page, signInForTest, stubApi, type StubRequest } from '@console/shared-auth/testing';
import { renderConsole } from '@console/shared-ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { shelfTask } from '../testing';
import { RulesDialog } from './rules-dialog';

const PUT_TASK = 'PUT /detection/v2/task/{id}';
const CHECK_RULES = 'POST /annotate/v2/rule-violation/check';
const DELETE_SHAPES = 'POST /annotate/v2/rule-violation/delete-shapes';

/** Shows the rules of a task. The first check finds a small shape, which the deletion removes. */
function showDialog() {
  signInForTest();
  let violations: object[] = [];
  const stub = stubApi({
    [PUT_TASK]: { ...shelfTask, version: 8 },
    'GET /annotate/v2/gold/': page([]),
    'GET /annotate/v2/gold-sample/': page([]),
    'GET /annotate/v2/rule-violation/': () => ({ checked: null, results: violations }),
    [CHECK_RULES]: ({ body }: StubRequest) => {
      violations = [{ rule: 'small', level: 'error', images: 2, violations: 3 }];
      return (body as { after: string | null }).after === null
        ? { checked: 500, found: 1, next: '7' }
        : { checked: 20, found: 1, next: null };
    },
    [DELETE_SHAPES]: ({ body }: StubRequest) => {
      if (!(body as { dry_run: boolean }).dry_run) violations = [];
      return { shapes: 3, images: 2, next: null };
    },
  });
  renderConsole(<RulesDialog domain="detection" task={shelfTask} labels={['l1', 'l2']} onClose={() => undefined} />);
  return stub;
}

beforeAll(() => {
  Element.prototype.scrollIntoView = () => undefined;
});

test('saves and checks rules, and deletes violating shapes after a preview', async () => {
  const user = userEvent.setup();
  const stub = showDialog();
  const dialog = within(await screen.findByRole('dialog', { name: 'Quality rules: Shelf products' }));
  expect(dialog.getByText('Turn on a rule to check the images.')).toBeVisible();
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Level of the rule: Too small' }), 'error');
  const minSideField = dialog.getByRole('spinbutton', { name: /Minimum width and height/ });
  await user.clear(minSideField);
  expect(dialog.getByRole('alert')).toHaveTextContent('Enter a whole number from 1 to 10,000.');
  await user.type(minSideField, '12');
  expect(dialog.getByText('Save the rules before you check the images.')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Save rules' }));
  await waitFor(() => expect(stub.getRequests(PUT_TASK)).toHaveLength(1));
  expect(stub.getRequests(PUT_TASK)[0]?.body).toMatchObject({
    version: 7,
    rules: { levels: { small: 'error' }, min_side: 12, kinds: ['object', 'rotated', 'skeleton'] },
  });

  const checkButton = dialog.getByRole('button', { name: 'Check all images' });
  await waitFor(() => expect(checkButton).not.toHaveAttribute('aria-disabled', 'true'));
  await user.click(checkButton);
  expect(await dialog.findByText('3 violations in 2 images')).toBeVisible();
  expect(stub.getRequests(CHECK_RULES).map(({ body }) => (body as { after: string | null }).after)).toEqual([null, '7']);

  await user.click(dialog.getByRole('button', { name: 'Delete shapes: Too small' }));
  const confirmDialog = within(await screen.findByRole('alertdialog'));
  expect(confirmDialog.getByText(/To be deleted: 3 shapes in 2 images/)).toBeVisible();
  await user.click(confirmDialog.getByRole('button', { name: 'Delete shapes' }));
  expect(await screen.findByText('3 shapes deleted')).toBeInTheDocument();
  expect(stub.getRequests(DELETE_SHAPES).map(({ body }) => (body as { dry_run: boolean }).dry_run)).toEqual([true, false]);
  expect(await screen.findByText('No known violations. Check all images to find new ones.')).toBeInTheDocument();
});
