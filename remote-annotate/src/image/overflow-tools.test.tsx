import { renderConsole } from '@console/shared-ui/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { OverflowTools } from './overflow-tools';

/** Where there is room the button is not seen, and jsdom has all the room. */
const more = () => screen.getByRole('button', { name: 'More tools', hidden: true });

test('what is folded comes after its button and goes by Escape, which leads back to the button, or by a press on the picture', async () => {
  renderConsole(
    <>
      <OverflowTools of="toolbar">
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
