import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { Link, Route, Routes } from 'react-router-dom';
import { renderConsole } from '../testing';
import { Page } from './page';

function TestSite() {
  return (
    <>
      <Link to="/jobs">To jobs</Link>
      <Link to="?page=2">Second page</Link>
      <Routes>
        <Route path="/" element={<Page title="Images">pictures</Page>} />
        <Route
          path="/jobs"
          element={
            <Page title="Jobs" full>
              work
            </Page>
          }
        />
      </Routes>
    </>
  );
}

test('sets the document title and gets the focus only after navigation', async () => {
  const user = userEvent.setup();
  renderConsole(<TestSite />);
  expect(document.title).toBe('Images · Annotation console');
  expect(screen.getByRole('heading', { name: 'Images' })).not.toHaveFocus();
  await user.click(screen.getByRole('link', { name: 'Second page' }));
  expect(screen.getByRole('heading', { name: 'Images' })).not.toHaveFocus();
  await user.click(screen.getByRole('link', { name: 'To jobs' }));
  expect(screen.getByRole('heading', { name: 'Jobs' })).toHaveFocus();
  expect(document.title).toBe('Jobs · Annotation console');
});

/** A page that appears in two steps, like a page of a remote: first the skeleton, then the content. */
let showContent: () => void;
function SlowPage() {
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    showContent = () => setLoaded(true);
  }, []);
  return isLoaded ? (
    <Page title="Jobs">work</Page>
  ) : (
    <Page key="skeleton" title="Jobs">
      …
    </Page>
  );
}

test.each([
  ['gets the focus after its skeleton had it', false],
  ['does not take the focus if the user has moved it', true],
])('%s', async (_case, movesFocus) => {
  const user = userEvent.setup();
  renderConsole(
    <>
      <Link to="/jobs">To jobs</Link>
      <input aria-label="Go to" />
      <Routes>
        <Route path="/" element={<Page title="Images">pictures</Page>} />
        <Route path="/jobs" element={<SlowPage />} />
      </Routes>
    </>,
  );
  await user.click(screen.getByRole('link', { name: 'To jobs' }));
  expect(screen.getByRole('heading', { name: 'Jobs' })).toHaveFocus();
  if (movesFocus) await user.click(screen.getByRole('textbox', { name: 'Go to' }));
  act(() => showContent());
  expect(screen.getByText('work')).toBeVisible();
  const expectedFocus = movesFocus
    ? screen.getByRole('textbox', { name: 'Go to' })
    : screen.getByRole('heading', { name: 'Jobs' });
  expect(expectedFocus).toHaveFocus();
});
