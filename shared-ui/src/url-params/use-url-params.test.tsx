import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, Route, Routes, useLocation, useNavigate } from 'react-router-dom';
import { renderConsole } from '../testing';
import { defineUrlParams, param, useUrlParams, useLocalParams } from '.';

const groups = defineUrlParams({ search: param.search(), page: param.page(), kind: param.oneOf(['all', 'test'], 'all') });
const labels = defineUrlParams({ search: param.search() }, 'label-');

function List({ own = false }: { own?: boolean }) {
  const use = own ? useLocalParams : useUrlParams;
  const { values, committed: asked, set, clear, isNarrowed } = use(groups);
  return (
    <>
      <input aria-label="Search" value={values.search} onChange={(event) => set({ search: event.target.value })} />
      <button onClick={() => set({ kind: 'test' })}>Test</button>
      <button onClick={() => set({ page: values.page + 1 })}>Next</button>
      {isNarrowed() && <button onClick={() => clear()}>Clear</button>}
      <p>{`kind ${values.kind}, page ${values.page}, asked "${asked.search}"`}</p>
    </>
  );
}

function Labels() {
  const { values, set } = useUrlParams(labels);
  return <input aria-label="Labels" value={values.search} onChange={(event) => set({ search: event.target.value })} />;
}

function Frame({ own }: { own?: boolean }) {
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
              <List own={own} />
              <Labels />
            </>
          }
        />
        <Route path="/group/:id" element="a group" />
      </Routes>
    </>
  );
}

const show = (route: string, own?: boolean) => {
  renderConsole(<Frame own={own} />, { route });
  return userEvent.setup({ advanceTimers: (ms) => jest.advanceTimersByTime(ms) });
};
const click = (user: ReturnType<typeof show>, name: string) => user.click(screen.getByRole('button', { name }));
const address = () => screen.getByRole('status').textContent;
const pause = () => act(() => jest.advanceTimersByTime(1000));

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('a link opens the list as it was when the link was made', () => {
  show('/groups?search=cup&page=3&kind=test');
  expect(screen.getByRole('textbox', { name: 'Search' })).toHaveValue('cup');
  expect(screen.getByText('kind test, page 3, asked "cup"')).toBeVisible();
});

test('each choice is a step that Back undoes, and leads to the first page', async () => {
  const user = show('/groups?page=3');
  await click(user, 'Test');
  expect(address()).toBe('/groups?kind=test');
  await click(user, 'Next');
  expect(address()).toBe('/groups?kind=test&page=2');
  await click(user, 'Back');
  expect(address()).toBe('/groups?kind=test');
  await click(user, 'Back');
  expect(screen.getByText('kind all, page 3, asked ""')).toBeVisible();
});

test('what is typed is asked for when the hand rests, and is no step for Back', async () => {
  const user = show('/groups');
  await click(user, 'Test');
  await user.type(screen.getByRole('textbox', { name: 'Search' }), 'bot');
  expect(screen.getByRole('textbox', { name: 'Search' })).toHaveValue('bot');
  expect(screen.getByText('kind test, page 1, asked ""')).toBeVisible();
  pause();
  expect(screen.getByText('kind test, page 1, asked "bot"')).toBeVisible();
  expect(address()).toBe('/groups?kind=test&search=bot');
  await click(user, 'Back');
  expect(address()).toBe('/groups');
});

test('who follows a link in the middle of a word finds the word again with Back', async () => {
  const user = show('/groups');
  await user.type(screen.getByRole('textbox', { name: 'Search' }), 'cup');
  await user.click(screen.getByRole('link', { name: 'First group' }));
  expect(screen.getByText('a group')).toBeVisible();
  await click(user, 'Back');
  expect(screen.getByRole('textbox', { name: 'Search' })).toHaveValue('cup');
});

test('Back in the middle of a word leaves the list before as it was', async () => {
  const user = show('/groups');
  await click(user, 'Test');
  await user.type(screen.getByRole('textbox', { name: 'Search' }), 'bot');
  // By the browser's own button, which takes no focus.
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(screen.getByText('kind all, page 1, asked ""')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Search' })).toHaveValue('');
  pause();
  expect(address()).toBe('/groups');
  expect(screen.getByText('kind all, page 1, asked ""')).toBeVisible();
});

test('nothing is written when the browser has gone back and the router has not told yet', async () => {
  const user = show('/groups');
  await user.type(screen.getByRole('textbox', { name: 'Search' }), 'bot');
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
  pause();
  expect(address()).toBe('/groups');
});

test('what is typed does not go along to another address of the same list', async () => {
  const user = show('/groups');
  await user.type(screen.getByRole('textbox', { name: 'Search' }), 'bot');
  fireEvent.click(screen.getByRole('link', { name: 'Test groups' }));
  pause();
  expect(address()).toBe('/groups?kind=test');
  expect(screen.getByRole('textbox', { name: 'Search' })).toHaveValue('');
});

test('a word that is being typed outlives what another list of the page writes', async () => {
  const user = show('/groups');
  await user.type(screen.getByRole('textbox', { name: 'Search' }), 'cup');
  // Another part of the page, by a key or a click that takes no focus.
  fireEvent.change(screen.getByRole('textbox', { name: 'Labels' }), { target: { value: 'red' } });
  await user.type(screen.getByRole('textbox', { name: 'Search' }), 's');
  pause();
  expect(address()).toContain('search=cups');
  expect(address()).toContain('label-search=red');
});

test('two lists of a page that are searched and filtered at once keep what is each one’s', async () => {
  const user = show('/groups');
  await user.type(screen.getByRole('textbox', { name: 'Labels' }), 'red');
  await click(user, 'Test');
  expect(address()).toBe('/groups?label-search=red&kind=test');
  await user.type(screen.getByRole('textbox', { name: 'Search' }), 'cup');
  await click(user, 'Clear');
  expect(address()).toBe('/groups?label-search=red');
  expect(screen.getByRole('textbox', { name: 'Search' })).toHaveValue('');
});

test('a part of another page leaves the address alone', async () => {
  const user = show('/groups?kind=test', true);
  expect(screen.getByText('kind all, page 1, asked ""')).toBeVisible();
  await click(user, 'Next');
  await user.type(screen.getByRole('textbox', { name: 'Search' }), 'cup');
  pause();
  expect(screen.getByText('kind all, page 1, asked "cup"')).toBeVisible();
  expect(address()).toBe('/groups?kind=test');
});
