import { renderConsole } from '@console/shared-ui/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { OverflowTools } from './overflow-tools';

/** The button is hidden in wide containers, and jsdom has no layout. */
const more = () => screen.getByRole('button', { name: 'More tools', hidden: true });

test('the overflow menu closes with Escape, which focuses its button, and with a canvas press', async () => {
  renderConsole(
    <>
      <OverflowTools bar="toolbar">
        <button>Erase</button>
      </OverflowTools>
      <div role="application" aria-label="Canvas" tabIndex={0} />
    </>,
  );
  expect(more()).toHaveAttribute('aria-expanded', 'false');
  await userEvent.click(more());
  expect(more()).toHaveAttribute('aria-expanded', 'true');
  const erase = screen.getByRole('button', { name: 'Erase' });
  expect(document.getElementById(more().getAttribute('aria-controls') ?? '')).toContainElement(erase);
  erase.focus();
  await userEvent.keyboard('{Escape}');
  expect(more()).toHaveAttribute('aria-expanded', 'false');
  expect(more()).toHaveFocus();
  await userEvent.click(more());
  await userEvent.click(screen.getByRole('application'));
  expect(more()).toHaveAttribute('aria-expanded', 'false');
});
