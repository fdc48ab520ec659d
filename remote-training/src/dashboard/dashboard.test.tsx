import { applyConfig } from '@console/shared-auth';
import { failWith, page, signInForTest, stubApi, testUser, type StubRequest } from '@console/shared-auth/testing';
import { HostServicesProvider } from '@console/shared-ui/basics';
import { createFakeHostServices, renderConsole } from '@console/shared-ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DetectionCard, JobsCard, RecognitionCard, SegmentationCard } from '.';

const IMAGES = 'GET /recognition/v2/training-image/';
const getFigure = (card: string, label: string) =>
  within(screen.getByRole('region', { name: card })).getByText(label).parentElement;
const createJob = (fields: object) => ({ id: 'j1', name: 'Shelf', item_count: 10, item_done_count: 4, done: false, ...fields });

beforeEach(() => signInForTest());

test('the recognition card shows verified images as total minus unverified images', async () => {
  applyConfig({ providerUrl: 'https://app.test/' });
  const stub = stubApi({
    [IMAGES]: ({ query }: StubRequest) => page([], query.verified === '0' ? 200 : 1234),
    'GET /recognition/v2/label/': page([], 7),
    'GET /recognition/v2/task/': page([], 3),
  });
  renderConsole(<RecognitionCard />);
  expect(await screen.findByText('1,034 / 1,234')).toBeVisible();
  expect(getFigure('Recognition', 'Labels')).toHaveTextContent('7');
  expect(getFigure('Recognition', 'Tasks')).toHaveTextContent('3');
  expect(screen.getByRole('link', { name: 'Go To APP' })).toHaveAttribute('href', 'https://app.test/');
  expect(stub.requests).toHaveLength(4);
});

test('the detection and segmentation cards show counts and link to their pages', async () => {
  stubApi({
    'GET /detection/v2/object/': page([], 41),
    'GET /detection/v2/label/': page([], 5),
    'GET /detection/v2/task/': page([], 2),
    'GET /detection/v2/skeleton/': page([], 3),
    'GET /segmentation/v2/polygon/': page([], 17),
    'GET /segmentation/v2/mask/': page([], 1200),
    'GET /segmentation/v2/label/': page([], 6),
    'GET /segmentation/v2/task/': page([], 1),
  });
  renderConsole(
    <>
      <DetectionCard />
      <SegmentationCard />
    </>,
  );
  await waitFor(() => expect(getFigure('Detection', 'Objects and skeletons')).toHaveTextContent('44'));
  await waitFor(() => expect(getFigure('Segmentation', 'Polygons and masks')).toHaveTextContent('1,217'));
  expect(within(screen.getByRole('region', { name: 'Detection' })).getByRole('link')).toHaveAttribute('href', '/detection');
  expect(within(screen.getByRole('region', { name: 'Segmentation' })).getByRole('link')).toHaveAttribute('href', '/segmentation');
});

test('counts link to the counted items if the user can open the page', async () => {
  stubApi({
    [IMAGES]: page([], 9),
    'GET /recognition/v2/label/': page([], 7),
    'GET /recognition/v2/task/': page([], 3),
    'GET /detection/v2/object/': page([], 41),
    'GET /detection/v2/label/': page([], 5),
    'GET /detection/v2/task/': page([], 2),
    'GET /detection/v2/skeleton/': page([]),
    'GET /segmentation/v2/polygon/': page([], 12),
    'GET /segmentation/v2/mask/': page([]),
    'GET /segmentation/v2/label/': page([], 6),
    'GET /segmentation/v2/task/': page([], 1),
  });
  const hostServices = { ...createFakeHostServices({}), canOpen: (path: string) => path !== '/manage' };
  renderConsole(
    <HostServicesProvider value={hostServices}>
      <RecognitionCard />
      <DetectionCard />
      <SegmentationCard />
    </HostServicesProvider>,
  );
  expect(await screen.findByRole('link', { name: '12' })).toHaveAttribute('href', '/images?polygons=1&background=all');
  expect(await screen.findByRole('link', { name: '0 / 9' })).toHaveAttribute('href', '/images?background=all');
  expect(await screen.findByRole('link', { name: '41' })).toHaveAttribute('href', '/images?show=objects&background=all');
  expect(screen.getByRole('link', { name: '5' })).toHaveAttribute('href', '/detection');
  expect(getFigure('Recognition', 'Labels')).toHaveTextContent('7');
  expect(screen.queryByRole('link', { name: '7' })).toBeNull();
});

test('the jobs card leaves out jobs that are assigned to other users', async () => {
  const createAssignees = (id: string) => ({ assignees: [{ id, username: id }] });
  stubApi({
    'GET /annotate/v2/imagejob/': page([
      createJob({ id: 'i1', name: 'Theirs', ...createAssignees('u9') }),
      createJob({ id: 'i2', name: 'Mine', ...createAssignees(testUser.id) }),
    ]),
    'GET /annotate/v2/similarityjob/': page([]),
  });
  renderConsole(<JobsCard />);
  expect(await screen.findByRole('link', { name: 'Mine' })).toHaveAttribute('href', '/jobs?job=i2');
  expect(screen.queryByText('Theirs')).toBeNull();
});

test('the jobs card lists jobs with remarks for the user and links to the first', async () => {
  const assignees = [{ id: 'u9', username: 'ann' }];
  const stub = stubApi({
    'GET /annotate/v2/imagejob/': page([
      createJob({ id: 'i1', name: 'To check', assignees }),
      createJob({ id: 'i2', name: 'Theirs', assignees }),
    ]),
    'GET /annotate/v2/similarityjob/': page([]),
    'GET /annotate/v2/remark/': page([
      { job: 'i1', image: 'p1' },
      { job: 'i1', image: 'p2' },
    ]),
  });
  renderConsole(<JobsCard />);
  expect(await screen.findByText('4 of 10 done · 2 remarks for you')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Start Work' })).toHaveAttribute('href', '/imagejob/i1?image=p1');
  expect(screen.queryByText('Theirs')).toBeNull();
  expect(stub.getRequests('GET /annotate/v2/remark/')[0]?.query).toMatchObject({ mine: true });
});

test('a card shows an error with Retry if its counts cannot be loaded', async () => {
  const stub = stubApi({
    'GET /detection/v2/object/': failWith(500),
    'GET /detection/v2/skeleton/': page([]),
    'GET /detection/v2/label/': page([], 5),
    'GET /detection/v2/task/': page([], 2),
  });
  renderConsole(<DetectionCard />);
  await screen.findByRole('alert');
  stub.addHandlers({ 'GET /detection/v2/object/': page([], 41) });
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('41')).toBeVisible();
});

test('the jobs card links each open job to the work page of its type', async () => {
  stubApi({
    'GET /annotate/v2/imagejob/': page([
      createJob({ id: 'i1', name: 'shelf' }),
      createJob({ id: 'i2', name: 'Old', done: true }),
    ]),
    'GET /annotate/v2/similarityjob/': page([createJob({ id: 's1', name: 'Bottles' })]),
    'GET /annotate/v2/remark/': failWith(404),
  });
  renderConsole(<JobsCard />);
  const links = await screen.findAllByRole('link', { name: 'Start Work' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/similarityjob/s1', '/imagejob/i1']);
  expect(screen.queryByText('Old')).toBeNull();
  expect(screen.getAllByText('4 of 10 done')).toHaveLength(2);
});

test('the jobs card shows no link to annotate a job whose items are done', async () => {
  stubApi({
    'GET /annotate/v2/imagejob/': page([createJob({ item_done_count: 10 })]),
    'GET /annotate/v2/similarityjob/': page([]),
    'GET /annotate/v2/remark/': page([]),
  });
  renderConsole(<JobsCard />);
  expect(await screen.findByText('10 of 10 done')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Start Work' })).toBeNull();
});

test('the jobs card shows viewers no links to annotate jobs', async () => {
  signInForTest({ role: 'viewer' });
  stubApi({
    'GET /annotate/v2/imagejob/': page([createJob({})]),
    'GET /annotate/v2/similarityjob/': page([]),
    'GET /annotate/v2/remark/': page([]),
  });
  renderConsole(<JobsCard />);
  expect(await screen.findByRole('link', { name: 'Shelf' })).toHaveAttribute('href', '/jobs?job=j1');
  expect(screen.queryByRole('link', { name: 'Start Work' })).toBeNull();
});

test('the jobs card shows an empty state without jobs', async () => {
  stubApi({ 'GET /annotate/v2/imagejob/': page([]), 'GET /annotate/v2/similarityjob/': page([]) });
  renderConsole(<JobsCard />);
  expect(await screen.findByText('No jobs for you! Enjoy free time!')).toBeVisible();
});
