import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
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
