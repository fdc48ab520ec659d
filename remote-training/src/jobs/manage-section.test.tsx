import { page, signInForTest } from '@console/shared-auth/testing';
import type { ImageBrowserProps, GroupsBrowserProps } from '@console/shared-contract/federation';
import { renderConsole, type FakeWidgets } from '@console/shared-ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router-dom';
import { JobsPage } from './jobs-page';
import { createJobRow, stubJobs } from './data/testing';

function FakeImageBrowser({ target, onMembershipChange }: ImageBrowserProps) {
  return <button onClick={() => onMembershipChange?.({ added: 3, removed: 0 })}>{`Browse for ${JSON.stringify(target)}`}</button>;
}
function FakeGroupsBrowser({ job }: GroupsBrowserProps) {
  return <p>{`Groups for ${job?.name}`}</p>;
}
const CurrentQuery = () => <output aria-label="Current query">{useLocation().search}</output>;
const availableWidgets: FakeWidgets = { 'image-browser': FakeImageBrowser, 'groups-browser': FakeGroupsBrowser };

function renderJobsPage(route = '/jobs', widgets: FakeWidgets = availableWidgets) {
  const stub = stubJobs();
  renderConsole(
    <>
      <JobsPage />
      <CurrentQuery />
    </>,
    { route, widgets },
  );
  return stub;
}
const getManageSection = () => within(screen.getByRole('region', { name: 'Manage' }));

beforeEach(() => signInForTest());

test('selecting a job opens the image browser and updates the URL', async () => {
  renderJobsPage();
  expect(await screen.findByText(/^Select a job here or in the table/)).toBeVisible();
  await userEvent.type(getManageSection().getByRole('combobox', { name: 'Job' }), 'helv');
  expect(within(screen.getByRole('listbox')).getAllByRole('option')).toHaveLength(1);
  await userEvent.click(screen.getByRole('option', { name: /shelves/ }));
  expect(
    await getManageSection().findByRole('button', { name: 'Browse for {"kind":"image-job","id":"i1","name":"shelves"}' }),
  ).toBeVisible();
  expect(screen.getByLabelText('Current query')).toHaveTextContent('?job=i1');
});

testInLongRun('an annotator is not offered to add images', async () => {
  signInForTest({ role: 'annotator' });
  renderJobsPage();
  expect(await screen.findByText('Select a job here or in the table to see its images or groups.')).toBeVisible();
  await userEvent.type(getManageSection().getByRole('combobox', { name: 'Job' }), 'helv');
  await userEvent.click(screen.getByRole('option', { name: /shelves/ }));
  expect(await getManageSection().findByRole('tab', { name: 'Items' })).toBeVisible();
  expect(screen.queryByText(/^Add images to the job/)).toBeNull();
});

test('added images update the item count of the job in the table', async () => {
  const stub = renderJobsPage('/jobs?job=i1');
  const shelvesRow = within(await screen.findByRole('row', { name: /shelves/ }));
  expect(shelvesRow.getByText('2 / 8')).toBeVisible();
  stub.addHandlers({ 'GET /annotate/v2/imagejob/': page([createJobRow({ item_count: 11 })]) });
  await userEvent.click(await getManageSection().findByRole('button', { name: /^Browse for/ }));
  expect(await shelvesRow.findByText('2 / 11')).toBeVisible();
});

test('pressing Enter on a table row selects its job', async () => {
  renderJobsPage();
  const shelvesRow = await screen.findByRole('row', { name: /shelves/ });
  shelvesRow.focus();
  await userEvent.keyboard('{Enter}');
  expect(await getManageSection().findByRole('button', { name: /^Browse for/ })).toBeVisible();
  expect(shelvesRow).toHaveAttribute('aria-selected', 'true');
});

test('a similarity job opens the groups browser', async () => {
  renderJobsPage('/jobs?job=s1');
  expect(await screen.findByText('Groups for Bottles')).toBeVisible();
});

test('a similarity job shows a reason if the workspace lacks the similarity service', async () => {
  signInForTest({ services: ['annotate'] });
  renderJobsPage('/jobs?job=s1');
  expect(await screen.findByText(/^This workspace doesn't have the similarity service/)).toBeVisible();
});

test('an unknown job id shows a message', async () => {
  renderJobsPage('/jobs?job=nowhere');
  expect(await screen.findByText("This job doesn't exist in this workspace.")).toBeVisible();
});

test('the jobs table works if the image browser cannot be loaded', async () => {
  const stub = renderJobsPage('/jobs?job=i1', { 'image-browser': 'network' });
  const alert = within(await getManageSection().findByRole('alert'));
  expect(alert.getByText(/^The image browser could not be loaded/)).toBeVisible();
  expect(alert.getByRole('button', { name: 'Retry' })).toBeVisible();
  stub.addHandlers({ 'PUT /annotate/v2/similarityjob/{id}': createJobRow() });
  const bottlesRow = within(screen.getByRole('row', { name: /Bottles/ }));
  await userEvent.click(bottlesRow.getByRole('button', { name: 'Complete Job' }));
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Complete Job' }));
  await waitFor(() => expect(stub.getRequests('PUT /annotate/v2/similarityjob/{id}')).toHaveLength(1));
});

test('a job with too few annotators offers to assign all members or require fewer', async () => {
  const job = createJobRow({
    todo_number: 2,
    assignees: [{ id: 'u1', username: 'ann@console.test' }],
    version: 4,
    missing_people: { available: 1, all: 3 },
  });
  const stub = stubJobs({ 'GET /annotate/v2/imagejob/': page([job]), 'PUT /annotate/v2/imagejob/{id}': job });
  renderConsole(<JobsPage />, { route: '/jobs?job=i1', widgets: availableWidgets });
  expect(await getManageSection().findByText(/^Items cannot be completed: each item needs 2 different annotators/)).toBeVisible();
  expect(await screen.findByText(/Needs 2 annotators for each item, 1 available/)).toBeVisible();
  await userEvent.click(getManageSection().getByRole('button', { name: 'Assign to all 3 members' }));
  const listBodies = () => stub.getRequests('PUT /annotate/v2/imagejob/{id}').map(({ body }) => body);
  await waitFor(() => expect(listBodies()).toMatchObject([{ assignees: [], version: 4 }]));
  await waitFor(() =>
    expect(getManageSection().getByRole('button', { name: 'Require 1 annotator for each item' })).toBeEnabled(),
  );
  await userEvent.click(getManageSection().getByRole('button', { name: 'Require 1 annotator for each item' }));
  await waitFor(() =>
    expect(listBodies()).toMatchObject([
      { assignees: [], version: 4 },
      { todo_number: 1, version: 4 },
    ]),
  );
});

test('a job shows that its items wait for an additional annotator', async () => {
  const job = createJobRow({ todo_number: 2, extra_threshold: 60, missing_people: { available: 2, all: 2 } });
  stubJobs({ 'GET /annotate/v2/imagejob/': page([job]) });
  renderConsole(<JobsPage />, { route: '/jobs?job=i1', widgets: availableWidgets });
  expect(await getManageSection().findByText(/^Some items need an additional annotator/)).toBeVisible();
  expect(await screen.findByText(/Items wait for an additional annotator/)).toBeVisible();
  expect(getManageSection().queryByRole('button', { name: /^Require/ })).toBeNull();
});
