import { renderConsole } from '@console/shared-ui/testing';
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { OverflowTools } from './overflow-tools';

/** Queries hidden elements, because the button is hidden in wide containers and jsdom has no layout. */
const getMenuButton = () => screen.getByRole('button', { name: 'More tools', hidden: true });

test('the overflow menu closes with Escape and with a press on the canvas', async () => {
  renderConsole(
    <>
      <OverflowTools bar="toolbar">
        <button>Erase</button>
      </OverflowTools>
      <div role="application" aria-label="Canvas" tabIndex={0} />
    </>,
  );
  expect(getMenuButton()).toHaveAttribute('aria-expanded', 'false');
  // Click without moving the pointer over the button. Otherwise, its tooltip would appear, and Escape would only close the tooltip.
  fireEvent.click(getMenuButton());
  expect(getMenuButton()).toHaveAttribute('aria-expanded', 'true');
  const eraseButton = screen.getByRole('button', { name: 'Erase' });
  expect(document.getElementById(getMenuButton().getAttribute('aria-controls') ?? '')).toContainElement(eraseButton);
  eraseButton.focus();
  await userEvent.keyboard('{Escape}');
  expect(getMenuButton()).toHaveAttribute('aria-expanded', 'false');
  expect(getMenuButton()).toHaveFocus();
  await userEvent.click(getMenuButton());
  await userEvent.click(screen.getByRole('application'));
  expect(getMenuButton()).toHaveAttribute('aria-expanded', 'false');
});

test('the overflow menu closes when a tool starts, but not when a tool opens a popover', async () => {
  renderConsole(
    <OverflowTools bar="footer">
      <button>Predict</button>
      <button aria-expanded={false}>Adjust</button>
      <button aria-disabled>Load</button>
    </OverflowTools>,
  );
  const pressTool = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  fireEvent.click(getMenuButton());
  for (const name of ['Adjust', 'Load']) {
    pressTool(name);
    expect([name, getMenuButton().getAttribute('aria-expanded')]).toEqual([name, 'true']);
  }
  pressTool('Predict');
  expect(getMenuButton()).toHaveAttribute('aria-expanded', 'false');
  expect(getMenuButton()).toHaveFocus();
});
