import { signInForTest } from '@console/shared-auth/testing';
import { renderConsole } from '@console/shared-ui/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef } from 'react';
import { LABELS, TestEditor } from '../../editor/testing/test-editor';
import { LabelDialog } from './label-dialog';

// jsdom has no layout and cannot scroll.
beforeAll(() => {
  Element.prototype.scrollIntoView = () => undefined;
});
beforeEach(() => signInForTest());

function drawBox(labels = LABELS): TestEditor {
  const editor = new TestEditor({ tool: 'detection', labels }).drag([100, 100], [200, 180]);
  showDialog(editor);
  return editor;
}
/** Renders the dialog, and an empty element instead of the canvas. */
function Screen({ editor }: { editor: TestEditor }) {
  const canvas = useRef<HTMLDivElement>(null);
  return (
    <div ref={canvas}>
      <div role="application" tabIndex={0} />
      <LabelDialog editor={editor} canvas={canvas} />
    </div>
  );
}
function showDialog(editor: TestEditor) {
  renderConsole(<Screen editor={editor} />);
}
const getDialog = () => screen.getByRole('alertdialog', { name: 'Select detection label!' });
const getSelectedLabel = () => within(getDialog()).queryByRole('option', { selected: true })?.title;

test('typing selects the first matching label, and Enter applies it', async () => {
  const editor = drawBox();
  expect(within(getDialog()).getByRole('button', { name: 'Create' })).toBeDisabled();
  await userEvent.type(screen.getByRole('combobox', { name: 'Search labels' }), 'DO');
  expect(
    within(getDialog())
      .getAllByRole('option')
      .map((option) => option.title),
  ).toEqual(['Dog']);
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  editor.expectShapes({ kind: 'object', labelId: 'dog', data: [100, 100, 200, 180] });
});

test('arrow keys move through the labels and stop at the ends', async () => {
  drawBox();
  await userEvent.click(screen.getByRole('combobox', { name: 'Search labels' }));
  for (const [key, label] of [
    ['{ArrowDown}', 'Cat'],
    ['{ArrowDown}', 'Dog'],
    ['{ArrowDown}', 'Dog'],
    ['{ArrowUp}', 'Cat'],
  ] as const) {
    await userEvent.keyboard(key);
    expect(getSelectedLabel()).toBe(label);
  }
});

test('Enter creates nothing when no label matches', async () => {
  const editor = drawBox();
  await userEvent.type(screen.getByRole('combobox', { name: 'Search labels' }), 'zebra{Enter}');
  expect(within(getDialog()).getByText('No label matches.')).toBeVisible();
  editor.expectShapes();
});

test('Esc and outside clicks keep the dialog open, and Cancel discards the box', async () => {
  const editor = drawBox();
  const search = screen.getByRole('combobox', { name: 'Search labels' });
  await userEvent.click(search);
  await userEvent.keyboard('{Escape}');
  within(getDialog()).getByRole('button', { name: 'Cancel' }).focus();
  await userEvent.keyboard('{Escape}');
  search.focus();
  await userEvent.click(document.querySelector('.fui-DialogSurface__backdrop')!);
  expect(search).toHaveFocus();
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(getDialog()).toBeVisible();
  await userEvent.click(within(getDialog()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  editor.expectPending(null).expectShapes();
});

test('closing the dialog returns the focus to the canvas', async () => {
  drawBox();
  await userEvent.type(screen.getByRole('combobox', { name: 'Search labels' }), 'dog{Enter}');
  await waitFor(() => expect(screen.getByRole('application')).toHaveFocus());
});

test('a typed key chooses its label, and a search for that character starts with a space', async () => {
  const labels = {
    object: Array.from({ length: 3000 }, (_, index) => ({
      id: `l${index}`,
      name: `Product ${index}`,
      color: '#f00',
      key: index < 9 ? `${index + 1}` : index === 20 ? 'x' : null,
    })),
    polygon: [],
  };
  const editor = drawBox(labels);
  const search = () => screen.getByRole('combobox', { name: 'Search labels' });
  await userEvent.type(search(), ' 2999');
  expect(getSelectedLabel()).toBe('Product 2999');
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  act(() => void editor.drag([300, 300], [400, 380]));
  // Labels with keys come first and keep their order. The recently used label follows.
  expect(
    within(getDialog())
      .getAllByRole('option')
      .slice(0, 11)
      .map(({ title }) => title),
  ).toEqual([...Array.from({ length: 9 }, (_, index) => `Product ${index}`), 'Product 20', 'Product 2999']);
  expect(within(getDialog()).getAllByRole('option')[1]).toHaveAttribute('aria-keyshortcuts', '2');
  expect(within(getDialog()).getAllByRole('option').length).toBeLessThan(60);
  expect(within(getDialog()).getAllByRole('option')[0]).toHaveAttribute('aria-setsize', '3000');
  await userEvent.type(search(), '2');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  act(() => void editor.drag([500, 300], [600, 380]));
  await userEvent.type(search(), 'X');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  editor.expectShapes(
    { kind: 'object', labelId: 'l2999', data: [100, 100, 200, 180] },
    { kind: 'object', labelId: 'l1', data: [300, 300, 400, 380] },
    { kind: 'object', labelId: 'l20', data: [500, 300, 600, 380] },
  );
});

test('Enter creates a point with a trimmed name', async () => {
  const editor = new TestEditor({ tool: 'point' }).click(50, 60);
  showDialog(editor);
  await userEvent.type(screen.getByRole('textbox', { name: 'Enter name of point' }), '  stalk {Enter}');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  editor.expectShapes({ kind: 'point', name: 'stalk', data: [50, 60] });
});

test('the checkbox or Shift+Enter uses the label for new shapes', async () => {
  const editor = drawBox();
  await userEvent.click(within(getDialog()).getByRole('checkbox', { name: /^Use for new shapes/ }));
  await userEvent.click(screen.getByRole('combobox', { name: 'Search labels' }));
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(editor.getStickyLabel('object')).toBe('cat');
  // The next shape gets the label without a dialog.
  act(() => void editor.drag([300, 100], [400, 180]));
  editor.expectShapes({ labelId: 'cat' }, { labelId: 'cat' });
  editor.setStickyLabel('object', null);
  act(() => void editor.drag([100, 300], [200, 400]));
  await userEvent.click(screen.getByRole('combobox', { name: 'Search labels' }));
  await userEvent.type(screen.getByRole('combobox', { name: 'Search labels' }), 'dog');
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(editor.getStickyLabel('object')).toBe('dog');
});

test('a label without the checkbox applies to one shape', async () => {
  const editor = drawBox();
  await userEvent.click(screen.getByRole('combobox', { name: 'Search labels' }));
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(editor.getStickyLabel('object')).toBeUndefined();
});
