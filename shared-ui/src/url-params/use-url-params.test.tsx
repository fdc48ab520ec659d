import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, Route, Routes, useLocation, useNavigate } from 'react-router-dom';
import { renderConsole } from '../testing';
import { defineUrlParams, param, useUrlParams, useLocalParams } from '.';

const groupParams = defineUrlParams({ search: param.search(), page: param.page(), kind: param.oneOf(['all', 'test'], 'all') });
const labelParams = defineUrlParams({ search: param.search() }, 'label-');

function GroupListControls({ isLocal = false }: { isLocal?: boolean }) {
  const useParams = isLocal ? useLocalParams : useUrlParams;
  const { values, committedValues, set, clear, isNarrowed } = useParams(groupParams);
  return (
    <>
      <input aria-label="Search" value={values.search} onChange={(event) => set({ search: event.target.value })} />
      <button onClick={() => set({ kind: 'test' })}>Test</button>
      <button onClick={() => set({ page: values.page + 1 })}>Next</button>
      {isNarrowed() && <button onClick={() => clear()}>Clear</button>}
      <p>{`kind ${values.kind}, page ${values.page}, committed "${committedValues.search}"`}</p>
    </>
  );
}

function LabelSearch() {
  const { values, set } = useUrlParams(labelParams);
  return <input aria-label="Labels" value={values.search} onChange={(event) => set({ search: event.target.value })} />;
}

function TestPage({ isLocal }: { isLocal?: boolean }) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return (
    <>
      <output>{pathname + search}</output>
      <button onClick={() => void navigate(-1)}>Back</button>
      <Link to="/group/1">First group</Link>
      <Link to="/groups?kind=test">Test groups</Link>
      <Routes>
        <Route
          path="/groups"
          element={
            <>
              <GroupListControls isLocal={isLocal} />
              <LabelSearch />
            </>
          }
        />
        <Route path="/group/:id" element="a group" />
      </Routes>
    </>
  );
}

const renderList = (route: string, isLocal?: boolean) => {
  renderConsole(<TestPage isLocal={isLocal} />, { route });
  return userEvent.setup({ advanceTimers: (ms) => jest.advanceTimersByTime(ms) });
};
const clickButton = (user: ReturnType<typeof renderList>, name: string) => user.click(screen.getByRole('button', { name }));
const getUrl = () => screen.getByRole('status').textContent;
const waitForPause = () => act(() => jest.advanceTimersByTime(1000));

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('a link restores the values of the list', () => {
  renderList('/groups?search=cup&page=3&kind=test');
  expect(screen.getByRole('textbox', { name: 'Search' })).toHaveValue('cup');
  expect(screen.getByText('kind test, page 3, committed "cup"')).toBeVisible();
});

test('each selection adds a history entry and resets the page', async () => {
  const user = renderList('/groups?page=3');
  await clickButton(user, 'Test');
  expect(getUrl()).toBe('/groups?kind=test');
  await clickButton(user, 'Next');
  expect(getUrl()).toBe('/groups?kind=test&page=2');
  await clickButton(user, 'Back');
  expect(getUrl()).toBe('/groups?kind=test');
  await clickButton(user, 'Back');
  expect(screen.getByText('kind all, page 3, committed ""')).toBeVisible();
});

test('typed input is committed after a pause without a history entry', async () => {
  const user = renderList('/groups');
  await clickButton(user, 'Test');
  await user.type(screen.getByRole('textbox', { name: 'Search' }), 'bot');
  expect(screen.getByRole('textbox', { name: 'Search' })).toHaveValue('bot');
  expect(screen.getByText('kind test, page 1, committed ""')).toBeVisible();
  waitForPause();
  expect(screen.getByText('kind test, page 1, committed "bot"')).toBeVisible();
  expect(getUrl()).toBe('/groups?kind=test&search=bot');
  await clickButton(user, 'Back');
  expect(getUrl()).toBe('/groups');
});

test('Back restores input that was pending when the user followed a link', async () => {
  const user = renderList('/groups');
  await user.type(screen.getByRole('textbox', { name: 'Search' }), 'cup');
  await user.click(screen.getByRole('link', { name: 'First group' }));
  expect(screen.getByText('a group')).toBeVisible();
  await clickButton(user, 'Back');
  expect(screen.getByRole('textbox', { name: 'Search' })).toHaveValue('cup');
});

test('Back discards pending input and restores the previous list', async () => {
  const user = renderList('/groups');
  await clickButton(user, 'Test');
  await user.type(screen.getByRole('textbox', { name: 'Search' }), 'bot');
  // Use `fireEvent`, because the browser's Back button does not move the focus.
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(screen.getByText('kind all, page 1, committed ""')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Search' })).toHaveValue('');
  waitForPause();
  expect(getUrl()).toBe('/groups');
  expect(screen.getByText('kind all, page 1, committed ""')).toBeVisible();
});

test('writes nothing after Back before the router has updated the location', async () => {
  const user = renderList('/groups');
  await user.type(screen.getByRole('textbox', { name: 'Search' }), 'bot');
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
  waitForPause();
  expect(getUrl()).toBe('/groups');
});

test('pending input is not carried over to another URL of the same list', async () => {
  const user = renderList('/groups');
  await user.type(screen.getByRole('textbox', { name: 'Search' }), 'bot');
  fireEvent.click(screen.getByRole('link', { name: 'Test groups' }));
  waitForPause();
  expect(getUrl()).toBe('/groups?kind=test');
  expect(screen.getByRole('textbox', { name: 'Search' })).toHaveValue('');
});

test('pending input is kept when another list of the page writes', async () => {
  const user = renderList('/groups');
  await user.type(screen.getByRole('textbox', { name: 'Search' }), 'cup');
  // Use `fireEvent`, so that another part of the page writes a value without moving the focus.
  fireEvent.change(screen.getByRole('textbox', { name: 'Labels' }), { target: { value: 'red' } });
  await user.type(screen.getByRole('textbox', { name: 'Search' }), 's');
  waitForPause();
  expect(getUrl()).toContain('search=cups');
  expect(getUrl()).toContain('label-search=red');
});

test('two lists of a page keep their own search and filters', async () => {
  const user = renderList('/groups');
  await user.type(screen.getByRole('textbox', { name: 'Labels' }), 'red');
  await clickButton(user, 'Test');
  expect(getUrl()).toBe('/groups?label-search=red&kind=test');
  await user.type(screen.getByRole('textbox', { name: 'Search' }), 'cup');
  await clickButton(user, 'Clear');
  expect(getUrl()).toBe('/groups?label-search=red');
  expect(screen.getByRole('textbox', { name: 'Search' })).toHaveValue('');
});

test('useLocalParams does not change the URL', async () => {
  const user = renderList('/groups?kind=test', true);
  expect(screen.getByText('kind all, page 1, committed ""')).toBeVisible();
  await clickButton(user, 'Next');
  await user.type(screen.getByRole('textbox', { name: 'Search' }), 'cup');
  waitForPause();
  expect(screen.getByText('kind all, page 1, committed "cup"')).toBeVisible();
  expect(getUrl()).toBe('/groups?kind=test');
});
