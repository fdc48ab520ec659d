import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { createMemoryRouter, Link, RouterProvider } from 'react-router-dom';
import { renderConsole } from '../testing';
import { LeaveGuard } from './leave-guard';
import { useUnsavedChanges } from './unsaved-changes';

function NameForm() {
  const [name, setName] = useState('');
  useUnsavedChanges(name !== '');
  return (
    <>
      <input aria-label="Name" value={name} onChange={(event) => setName(event.target.value)} />
      <button onClick={() => setName('')}>Save</button>
      <Link to="/group/1?tab=meta">Meta data</Link>
      <Link to="/groups">Groups</Link>
    </>
  );
}

/** Renders the page of a group, which was opened from the list of groups. */
function renderConsoleWithForm() {
  const renderPage = (content: React.ReactNode) => (
    <>
      <LeaveGuard />
      {content}
    </>
  );
  const router = createMemoryRouter(
    [
      { path: '/group/1', element: renderPage(<NameForm />) },
      { path: '/groups', element: renderPage('All groups') },
    ],
    { initialEntries: ['/groups', '/group/1'] },
  );
  // `LeaveGuard` needs a data router, as in the host.
  const { unmount } = renderConsole(<RouterProvider router={router} />, { withoutRouter: true });
  return { user: userEvent.setup(), router, unmount };
}
const getNameField = () => screen.getByRole('textbox', { name: 'Name' });
const dispatchBeforeUnload = () => {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented ? 'asks' : 'reloads';
};

test('a link leaves a page with a changed form only after confirmation', async () => {
  const { user } = renderConsoleWithForm();
  await user.type(getNameField(), 'Caps');
  await user.click(screen.getByRole('link', { name: 'Groups' }));
  expect(await screen.findByRole('alertdialog', { name: 'Discard your changes?' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Keep editing' }));
  expect(getNameField()).toHaveValue('Caps');
  await user.click(screen.getByRole('link', { name: 'Groups' }));
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(await screen.findByText('All groups')).toBeVisible();
});

test('Back leaves a page with a changed form only after confirmation', async () => {
  const { user, router } = renderConsoleWithForm();
  await user.type(getNameField(), 'Caps');
  await act(() => router.navigate(-1));
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(getNameField()).toHaveValue('Caps');
  expect(router.state.location.pathname).toBe('/group/1');
});

test('unchanged and saved forms and tabs of the page need no confirmation', async () => {
  const { user } = renderConsoleWithForm();
  await user.type(getNameField(), 'Caps');
  await user.click(screen.getByRole('link', { name: 'Meta data' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.click(screen.getByRole('link', { name: 'Groups' }));
  expect(await screen.findByText('All groups')).toBeVisible();
});

test('the browser asks before a reload while there are unsaved changes', async () => {
  const { user, unmount } = renderConsoleWithForm();
  expect(dispatchBeforeUnload()).toBe('reloads');
  await user.type(getNameField(), 'Caps');
  expect(dispatchBeforeUnload()).toBe('asks');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(dispatchBeforeUnload()).toBe('reloads');
  await user.type(getNameField(), 'Caps');
  unmount();
  expect(dispatchBeforeUnload()).toBe('reloads');
});
