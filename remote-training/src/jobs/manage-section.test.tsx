import { page, signInForTest } from '@console/shared-auth/testing';
import type { ImageBrowserProps, GroupsBrowserProps } from '@console/shared-contract/federation';
import { renderConsole, type FakeWidgets } from '@console/shared-ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router-dom';
import { JobsPage } from './jobs-page';
import { jobRow, stubJobs } from './testing';

function FakeImageBrowser({ target, onMembershipChange }: ImageBrowserProps) {
  return <button onClick={() => onMembershipChange?.({ added: 3, removed: 0 })}>{`Browse for ${JSON.stringify(target)}`}</button>;
}
function FakeGroupsBrowser({ job }: GroupsBrowserProps) {
  return <p>{`Groups for ${job?.name}`}</p>;
}
const Address = () => <output aria-label="Address">{useLocation().search}</output>;
const there: FakeWidgets = { 'image-browser': FakeImageBrowser, 'groups-browser': FakeGroupsBrowser };

function show(route = '/jobs', widgets: FakeWidgets = there) {
  const stub = stubJobs();
  renderConsole(
    <>
      <JobsPage />
      <Address />
    </>,
    { route, widgets },
  );
  return stub;
}
const manage = () => within(screen.getByRole('region', { name: 'Manage' }));

beforeEach(() => signInForTest());

test('a job found by a part of its name gets the image browser, and stands in the address', async () => {
  show();
  expect(await screen.findByText(/^Choose a job to add images/)).toBeVisible();
  await userEvent.type(manage().getByRole('combobox', { name: 'Job' }), 'helv');
  expect(within(screen.getByRole('listbox')).getAllByRole('option')).toHaveLength(1);
  await userEvent.click(screen.getByRole('option', { name: /shelves/ }));
  expect(
    await manage().findByRole('button', { name: 'Browse for {"kind":"image-job","id":"i1","name":"shelves"}' }),
  ).toBeVisible();
  expect(screen.getByLabelText('Address')).toHaveTextContent('?job=i1');
});

test('a link opens a job; what is added shows in the table at once', async () => {
  const stub = show('/jobs?job=i1');
  const shelves = within(await screen.findByRole('row', { name: /shelves/ }));
  expect(shelves.getByText('2 / 8')).toBeVisible();
  stub.addHandlers({ 'GET /annotate/v2/imagejob/': page([jobRow({ item_count: 11 })]) });
  await userEvent.click(await manage().findByRole('button', { name: /^Browse for/ }));
  expect(await shelves.findByText('2 / 11')).toBeVisible();
});

test('a row of the table chooses its job, by keyboard too', async () => {
  show();
  const shelves = await screen.findByRole('row', { name: /shelves/ });
  shelves.focus();
  await userEvent.keyboard('{Enter}');
  expect(await manage().findByRole('button', { name: /^Browse for/ })).toBeVisible();
  expect(shelves).toHaveAttribute('aria-selected', 'true');
});

test('a similarity job gets the groups browser', async () => {
  show('/jobs?job=s1');
  expect(await screen.findByText('Groups for Bottles')).toBeVisible();
});

test('a similarity job of a workspace without the service says why it can be given no groups', async () => {
  signInForTest({ services: ['annotate'] });
  show('/jobs?job=s1');
  expect(await screen.findByText(/^This workspace has no similarity service/)).toBeVisible();
});

test('an id that is no job of this workspace is said to be none', async () => {
  show('/jobs?job=nowhere');
  expect(await screen.findByText('There is no such job in this workspace.')).toBeVisible();
});

test('with the image browser down the table goes on working', async () => {
  const stub = show('/jobs?job=i1', { 'image-browser': 'network' });
  const alert = within(await manage().findByRole('alert'));
  expect(alert.getByText(/^The image browser could not be loaded/)).toBeVisible();
  expect(alert.getByRole('button', { name: 'Retry' })).toBeVisible();
  stub.addHandlers({ 'PUT /annotate/v2/similarityjob/{id}': jobRow() });
  const bottles = within(screen.getByRole('row', { name: /Bottles/ }));
  await userEvent.click(bottles.getByRole('button', { name: 'Complete Job' }));
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Complete Job' }));
  await waitFor(() => expect(stub.getRequests('PUT /annotate/v2/similarityjob/{id}')).toHaveLength(1));
});
