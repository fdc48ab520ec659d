import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { Link, Route, Routes } from 'react-router-dom';
import { renderConsole } from '../testing';
import { Page } from './page';

function Site() {
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

test('names the document and takes the focus after a navigation, not at the start and not for a filter', async () => {
  const user = userEvent.setup();
  renderConsole(<Site />);
  expect(document.title).toBe('Images · Annotation console');
  expect(screen.getByRole('heading', { name: 'Images' })).not.toHaveFocus();
  await user.click(screen.getByRole('link', { name: 'Second page' }));
  expect(screen.getByRole('heading', { name: 'Images' })).not.toHaveFocus();
  await user.click(screen.getByRole('link', { name: 'To jobs' }));
  expect(screen.getByRole('heading', { name: 'Jobs' })).toHaveFocus();
  expect(document.title).toBe('Jobs · Annotation console');
});

/** A page that comes in two steps, as one of a remote does: first its skeleton, then itself. */
let arrive: () => void;
function Arriving() {
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    arrive = () => setThere(true);
  }, []);
  return isThere ? (
    <Page title="Jobs">work</Page>
  ) : (
    <Page key="skeleton" title="Jobs">
      …
    </Page>
  );
}

test.each([
  ['has the focus after its skeleton had it', false],
  ['leaves the focus to a person who has moved on meanwhile', true],
])('%s', async (_what, movesOn) => {
  const user = userEvent.setup();
  renderConsole(
    <>
      <Link to="/jobs">To jobs</Link>
      <input aria-label="Go to" />
      <Routes>
        <Route path="/" element={<Page title="Images">pictures</Page>} />
        <Route path="/jobs" element={<Arriving />} />
      </Routes>
    </>,
  );
  await user.click(screen.getByRole('link', { name: 'To jobs' }));
  expect(screen.getByRole('heading', { name: 'Jobs' })).toHaveFocus();
  if (movesOn) await user.click(screen.getByRole('textbox', { name: 'Go to' }));
  act(() => arrive());
  expect(screen.getByText('work')).toBeVisible();
  const focused = movesOn ? screen.getByRole('textbox', { name: 'Go to' }) : screen.getByRole('heading', { name: 'Jobs' });
  expect(focused).toHaveFocus();
});
