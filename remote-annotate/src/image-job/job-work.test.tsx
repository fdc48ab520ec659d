import { page, type StubHandlers } from '@console/shared-auth/testing';
import type { FlowGraph } from '@console/shared-contract/api';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import 'fake-indexeddb/auto';
import { createId } from '../browser/testing';
import { faultsTask, gramsTask, kindTask, toResolvedFlow, tasks } from '../image/testing/label-server';
import { waitUntilSent, createJobRow, createJobServer, showJob } from './testing';

jest.mock('../editor/view', () => jest.requireActual<object>('../image/testing/fake-canvas'));
jest.mock('../image-decoding', () => jest.requireActual<object>('../image/testing/fake-canvas'));

const ITEMS = [createId(1), createId(2), createId(3)];

afterEach(waitUntilSent);

describe('the tasks of an image job', () => {
  const services = ['annotate', 'recognition', 'flows'] as const;
  const createHandlers = (jobFields: object): StubHandlers => ({
    'GET /recognition/v2/label/': page([]),
    'GET /recognition/v2/task/': page(tasks),
    'GET /annotate/v2/imagejob/{id}': { ...createJobRow(0, 3), ...jobFields },
  });

  test('are shown in the order of the job, followed by its flow', async () => {
    const flow: FlowGraph = { root: ['g'], actions: [{ id: 'g', type: 'recognition', task: gramsTask.id }] };
    const jobTasks = { recognition_tasks: [faultsTask.id, kindTask.id], flow: createId(701) };
    createJobServer(ITEMS, { ...createHandlers(jobTasks), 'GET /flows/v2/flow/{id}/json': toResolvedFlow(flow) }, services);
    showJob();
    const jobTasksRegion = within(await screen.findByRole('region', { name: 'Tasks of the job' }));
    expect(await jobTasksRegion.findByRole('region', { name: 'Grams' })).toBeVisible();
    expect(jobTasksRegion.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
      'Faults',
      'Kind',
      'Grams',
    ]);
    expect(screen.getByRole('tab', { name: /^Jobs/, selected: true })).toBeVisible();
  });

  testInLongRun('put the object labels that use these tasks first in the label picker', async () => {
    const labels = (['Bottle', 'Cup'] as const).map((name, index) => ({
      id: createId(901 + index),
      name,
      color: '#00aa88',
      key: `${index + 1}`,
      recognition_tasks: name === 'Cup' ? [faultsTask.id] : [],
    }));
    const handlers = { ...createHandlers({ recognition_tasks: [faultsTask.id] }), 'GET /detection/v2/label/': page(labels) };
    createJobServer(ITEMS, { ...handlers, 'GET /detection/v2/object/': page([]) }, [...services, 'custom-object-detection']);
    showJob();
    await userEvent.click(await screen.findByRole('radio', { name: 'Draw objects' }));
    await userEvent.click(screen.getByRole('combobox', { name: 'Label for new shapes' }));
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent).slice(-2)).toEqual(['Cup2', 'Bottle1']);
  });

  test('are replaced by a message if the job has none, and the selected tab is kept', async () => {
    createJobServer(ITEMS, createHandlers({ recognition_tasks: [], flow: null }), services);
    showJob();
    expect(await screen.findAllByText('There is no recognition tasks or flow in this job.')).toHaveLength(1);
    await userEvent.click(screen.getByRole('tab', { name: /^Meta/ }));
    const nextButton = screen.getByRole('button', { name: 'Next' });
    await waitFor(() => expect(nextButton).not.toHaveAttribute('aria-disabled', 'true'));
    await userEvent.click(nextButton);
    await waitFor(() => expect(screen.getByRole('status', { name: 'Address' })).toHaveTextContent(ITEMS[1]!));
    expect(await screen.findByRole('tab', { name: /^Meta/, selected: true })).toBeVisible();
  });
});
