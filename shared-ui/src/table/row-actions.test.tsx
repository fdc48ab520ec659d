import { signInForTest } from '@console/shared-auth/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderConsole } from '../testing';
import type { RowAction } from './columns';
import { RowActions, useActionsWidth } from './row-actions';

function TestRowActions() {
  const [canUndo, setCanUndo] = useState(true);
  const undoAction = { label: 'Undo', rowName: 'Added 2 points', icon: <i />, onClick: () => setCanUndo(false) };
  return (
    <RowActions actions={[{ label: 'Show details', icon: <i />, onClick: () => undefined }, ...(canUndo ? [undoAction] : [])]} />
  );
}

test('an action that disappears moves the focus to the last action of its row', async () => {
  signInForTest();
  renderConsole(<TestRowActions />);
  await userEvent.click(screen.getByRole('button', { name: 'Undo: Added 2 points' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull());
  expect(screen.getByRole('button', { name: 'Show details' })).toHaveFocus();
});

test.each([
  ['manager', '104'],
  ['viewer', '60'],
] as const)('the column of actions has space for the actions that a %s may use', (role, width) => {
  const actions: RowAction[] = ['Edit', 'Copy', 'Delete', 'Show'].map((label) => ({
    label,
    icon: <i />,
    onClick: () => undefined,
    permission: label === 'Show' ? 'view' : 'manage',
  }));
  function ActionsWidth() {
    return useActionsWidth(['row'], () => actions);
  }
  signInForTest({ role });
  renderConsole(<ActionsWidth />);
  expect(screen.getByText(width)).toBeVisible();
});
