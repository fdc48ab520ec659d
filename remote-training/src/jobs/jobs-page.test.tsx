import { failWith, page, signInForTest, testUser } from '@console/shared-auth/testing';
import { renderConsole } from '@console/shared-ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { JobsPage } from './jobs-page';
import { createJobRow, stubJobs } from './data/testing';

const findRow = (name: RegExp) => screen.findByRole('row', { name });
const findAction = async (name: RegExp, label: string) => within(await findRow(name)).getByRole('button', { name: label });
const EDIT_JOB = 'PUT /annotate/v2/imagejob/{id}';

beforeEach(() => signInForTest());

test('lists image and similarity jobs by name, ignoring case, with links to their work pages', async () => {
  stubJobs();
  renderConsole(<JobsPage />);
  const shelvesRow = within(await findRow(/shelves/));
  expect(await shelvesRow.findByText('Check caps')).toBeVisible();
  expect(shelvesRow.getByText('Freshness')).toBeVisible();
  expect(shelvesRow.getByText('2 / 8')).toBeVisible();
  expect(shelvesRow.getByRole('link', { name: 'Start Work' })).toHaveAttribute('href', '/imagejob/i1');
  const bottlesRow = screen.getByRole('row', { name: /Bottles/ });
  expect(within(bottlesRow).getByRole('link', { name: 'Start Work' })).toHaveAttribute('href', '/similarityjob/s1');
  expect(screen.getAllByRole('row').indexOf(bottlesRow)).toBe(1);
});

test('does not request flows and tasks if the workspace lacks these services', async () => {
  signInForTest({ services: ['annotate'] });
  const stub = stubJobs();
  renderConsole(<JobsPage />);
  await screen.findByText('shelves');
  expect(stub.getRequests('GET /flows/v2/flow/')).toHaveLength(0);
  expect(stub.getRequests('GET /recognition/v2/task/')).toHaveLength(0);
});

test('Complete Job asks for confirmation and completes the job', async () => {
  const stub = stubJobs({ [EDIT_JOB]: createJobRow({ done: true }) });
  renderConsole(<JobsPage />);
  await userEvent.click(await findAction(/shelves/, 'Complete Job'));
  const dialog = within(screen.getByRole('alertdialog', { name: 'Complete Job' }));
  expect(
    dialog.getByText('Are you sure you want to complete selected job? This will also verify all images within job.'),
  ).toBeVisible();
  expect(stub.getRequests(EDIT_JOB)).toEqual([]);
  stub.addHandlers({ 'GET /annotate/v2/imagejob/': page([createJobRow({ done: true })]) });
  await userEvent.click(dialog.getByRole('button', { name: 'Complete Job' }));
  expect(await screen.findByText('Job was successfuly updated!')).toBeVisible();
  expect(stub.getRequests(EDIT_JOB)[0]).toMatchObject({ params: { id: 'i1' }, body: { done: true } });
  expect(within(await findRow(/shelves/)).getByText('Done')).toBeVisible();
});

test('reopening a completed job needs no confirmation', async () => {
  const stub = stubJobs({ 'GET /annotate/v2/imagejob/': page([createJobRow({ done: true })]), [EDIT_JOB]: createJobRow() });
  renderConsole(<JobsPage />);
  const button = await findAction(/shelves/, 'Completed: reopen');
  expect(button).toHaveAttribute('aria-pressed', 'true');
  await userEvent.click(button);
  await waitFor(() => expect(stub.getRequests(EDIT_JOB)[0]?.body).toMatchObject({ done: false }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('Delete asks for confirmation and deletes the job', async () => {
  const DELETE_SIMILARITY_JOB = 'DELETE /annotate/v2/similarityjob/{id}';
  const stub = stubJobs({ [DELETE_SIMILARITY_JOB]: null });
  renderConsole(<JobsPage />);
  await userEvent.click(await findAction(/Bottles/, 'Delete'));
  const dialog = within(screen.getByRole('alertdialog', { name: 'Are you sure you want to delete selected job?!' }));
  expect(dialog.getByText(/The job has 8 items, 2 done\. .* The groups stay in the workspace\./)).toBeVisible();
  stub.addHandlers({ 'GET /annotate/v2/similarityjob/': page([]) });
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByRole('row', { name: /Bottles/ })).toBeNull());
  expect(stub.getRequests(DELETE_SIMILARITY_JOB)[0]).toMatchObject({ params: { id: 's1' } });
  expect(await screen.findByText('Job was deleted!')).toBeVisible();
  expect(screen.getByText('Bottles, with 8 items.')).toBeVisible();
});

test('a failed deletion keeps the job and shows the reason', async () => {
  stubJobs({ 'DELETE /annotate/v2/imagejob/{id}': failWith(400, 'It is in use.') });
  renderConsole(<JobsPage />);
  await userEvent.click(await findAction(/shelves/, 'Delete'));
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('Unable to delete job!')).toBeVisible();
  expect(screen.getByText('It is in use.')).toBeVisible();
  expect(await findRow(/shelves/)).toBeVisible();
});

const LIST_IMAGE_JOBS = 'GET /annotate/v2/imagejob/';
const listNames = () =>
  within(screen.getByRole('table', { name: 'Jobs' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('td')?.textContent);

test('the state filter comes from the URL and is reset by Clear filters', async () => {
  const otherUser = { id: 'u9', username: 'other@console.test' };
  const currentUser = { id: testUser.id, username: 'me@console.test' };
  stubJobs({
    'GET /annotate/v2/similarityjob/': page([]),
    [LIST_IMAGE_JOBS]: page([
      createJobRow({ id: 'i1', name: 'alpha', assignees: [otherUser] }),
      createJobRow({ id: 'i2', name: 'beta', assignees: [currentUser, otherUser] }),
      createJobRow({ id: 'i3', name: 'gamma', assignees: [] }),
      createJobRow({ id: 'i4', name: 'delta', done: true }),
    ]),
  });
  renderConsole(<JobsPage />, { route: '/jobs?state=mine' });
  await findRow(/beta/);
  expect(listNames()).toEqual(['betaFor me@console.test, other@console.test', 'gamma']);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Done');
  expect(listNames()).toEqual(['delta']);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Open');
  expect(listNames()).toHaveLength(3);
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search jobs' }), 'bet');
  expect(listNames()).toEqual(['betaFor me@console.test, other@console.test']);
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(listNames()).toHaveLength(4);
});

test('jobs with the same name show their short ids', async () => {
  stubJobs({
    'GET /annotate/v2/similarityjob/': page([]),
    [LIST_IMAGE_JOBS]: page([
      createJobRow({ id: '11111111-aaaa', name: 'Shelf' }),
      createJobRow({ id: '22222222-bbbb', name: 'shelf' }),
      createJobRow({ id: '33333333-cccc', name: 'Other' }),
    ]),
  });
  renderConsole(<JobsPage />);
  await findRow(/Other/);
  expect(listNames()).toEqual(['Other', 'ShelfId 11111111…', 'shelfId 22222222…']);
});
