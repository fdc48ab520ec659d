import { signInForTest } from '@console/shared-auth/testing';
import { renderConsole } from '@console/shared-ui/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Route, Routes, useSearchParams } from 'react-router-dom';
import { useItemNavigation } from './use-item-navigation';

/**
 * Renders `useItemNavigation` with three items in nested routes, as in the console. Returns a list with the current item and the item in the URL for
 * each render.
 */
function showNavigation() {
  signInForTest();
  const renderedStates: string[] = [];
  function CurrentItem() {
    const [openItems, setOpenItems] = useState(['a', 'b', 'c']);
    const { current, next, previous } = useItemNavigation('image', 'j', openItems);
    const urlItem = useSearchParams()[0].get('image') ?? '-';
    renderedStates.push(`${current} at ${urlItem}`);
    return (
      <>
        <p>{`${current} at ${urlItem}`}</p>
        <button onClick={next}>Next</button>
        <button onClick={() => void previous()}>Previous</button>
        <button onClick={() => setOpenItems((items) => items.filter((itemId) => itemId !== current))}>Finish</button>
      </>
    );
  }
  renderConsole(
    <Routes>
      <Route path="/job/*">
        <Route path="*" element={<CurrentItem />} />
      </Route>
    </Routes>,
    { route: '/job/j' },
  );
  return renderedStates;
}
const pressButton = (name: string) => userEvent.click(screen.getByRole('button', { name }));

beforeEach(() => sessionStorage.clear());

test('the next item is shown before the URL changes', async () => {
  const renderedStates = showNavigation();
  await screen.findByText('a at a');
  await pressButton('Next');
  await screen.findByText('b at b');
  expect(renderedStates).toContain('b at a');
  await pressButton('Previous');
  await screen.findByText('a at a');
});

test('two quick steps show the item after the next', async () => {
  showNavigation();
  await screen.findByText('a at a');
  await pressButton('Next');
  await pressButton('Next');
  await waitFor(() => expect(screen.getByText('c at c')).toBeVisible());
  await pressButton('Previous');
  expect(await screen.findByText('b at b')).toBeVisible();
});

test('items that were skipped are shown again after all other items', async () => {
  showNavigation();
  await screen.findByText('a at a');
  await pressButton('Next');
  await screen.findByText('b at b');
  await pressButton('Finish');
  await pressButton('Next');
  await screen.findByText('c at c');
  await pressButton('Finish');
  await pressButton('Next');
  expect(await screen.findByText('a at a')).toBeVisible();
});
