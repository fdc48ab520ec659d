import { signInForTest } from '@console/shared-auth/testing';
import { renderConsole } from '@console/shared-ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { LABELS, TestEditor } from '../editor/testing/test-editor';
import { LabelDialog } from './label-dialog';

// jsdom lays nothing out and cannot scroll.
beforeAll(() => {
  Element.prototype.scrollIntoView = () => undefined;
});
beforeEach(() => signInForTest());

function drawn(labels = LABELS): TestEditor {
  const editor = new TestEditor({ tool: 'detection', labels }).drag([100, 100], [200, 180]);
  renderConsole(<LabelDialog editor={editor} />);
  return editor;
}
const dialog = () => screen.getByRole('alertdialog', { name: 'Select detection label!' });
const chosen = () => within(dialog()).queryByRole('option', { selected: true })?.textContent;

test('typing chooses the first label that fits, Enter gives it to the box', async () => {
  const editor = drawn();
  expect(within(dialog()).getByRole('button', { name: 'Create' })).toBeDisabled();
  await userEvent.type(screen.getByRole('combobox', { name: 'Search labels' }), 'DO');
  expect(
    within(dialog())
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['Dog']);
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  editor.expectShapes({ kind: 'object', labelId: 'dog', data: [100, 100, 200, 180] });
});

test('the arrows walk through the labels and stop at the ends', async () => {
  drawn();
  await userEvent.click(screen.getByRole('combobox', { name: 'Search labels' }));
  for (const [key, label] of [
    ['{ArrowDown}', 'Cat'],
    ['{ArrowDown}', 'Dog'],
    ['{ArrowDown}', 'Dog'],
    ['{ArrowUp}', 'Cat'],
  ] as const) {
    await userEvent.keyboard(key);
    expect(chosen()).toBe(label);
  }
});

test('with no label that fits nothing is created, and the dialog says so', async () => {
  const editor = drawn();
  await userEvent.type(screen.getByRole('combobox', { name: 'Search labels' }), 'zebra{Enter}');
  expect(within(dialog()).getByText('No label has this in its name.')).toBeVisible();
  editor.expectShapes();
});

test('Esc leaves it open, Cancel drops the box', async () => {
  const editor = drawn();
  await userEvent.click(screen.getByRole('combobox', { name: 'Search labels' }));
  await userEvent.keyboard('{Escape}');
  expect(dialog()).toBeVisible();
  await userEvent.click(within(dialog()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  editor.expectPending(null).expectShapes();
});

test('a point takes its name by Enter, without spaces around it', async () => {
  const editor = new TestEditor({ tool: 'point' }).click(50, 60);
  renderConsole(<LabelDialog editor={editor} />);
  await userEvent.type(screen.getByRole('textbox', { name: 'Enter name of point' }), '  stalk {Enter}');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  editor.expectShapes({ kind: 'point', name: 'stalk', data: [50, 60] });
});
