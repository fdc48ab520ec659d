import 'fake-indexeddb/auto';
import userEvent from '@testing-library/user-event';
import { act, screen, waitFor, within } from '@testing-library/react';
import { createId, createImageRow, createObjectRow } from '../browser/testing';
import { fakeImages } from '../image/testing/fake-canvas';
import { waitUntilSent, createJobServer, showJob, GET_BATCH, VERIFY, createJobRow } from './testing';
import { failWith, type StubRequest, page, type StubHandlers } from '@console/shared-auth/testing';
import type { FlowGraph } from '@console/shared-contract/api';
import { faultsTask, gramsTask, kindTask, toResolvedFlow, tasks } from '../image/testing/label-server';

jest.mock('../editor/view', () => jest.requireActual<object>('../image/testing/fake-canvas'));
jest.mock('../image-decoding', () => jest.requireActual<object>('../image/testing/fake-canvas'));

const ITEMS = [createId(1), createId(2), createId(3)];

beforeEach(() => {
  fakeImages.loadAll();
  sessionStorage.clear();
});
afterEach(waitUntilSent);

describe('keyboard', () => {
  const findCanvas = () => screen.findByRole('application', { name: 'Annotation canvas' });
  const waitForCanvasFocus = () =>
    waitFor(() => expect(screen.getByRole('application', { name: 'Annotation canvas' })).toHaveFocus());
  const getStepButton = (name: string) => screen.getByText(name).closest('button')!;
  const waitUntilReady = () =>
    waitFor(() => expect(getStepButton('Verify and Next')).not.toHaveAttribute('aria-disabled', 'true'));
  const pressVerifyKey = () => userEvent.keyboard('{Control>}{Enter}{/Control}');

  /** Opens the page by a link in the console or by entering its URL, and loads the first image. */
  async function openJobItems(route: 'link' | 'address', items: readonly string[]) {
    fakeImages.loadNone();
    const server = createJobServer(items);
    showJob();
    await findCanvas();
    if (route === 'link') screen.getByRole('heading', { level: 1 }).focus();
    act(() => fakeImages.loadAll());
    await waitUntilReady();
    return server;
  }

  testInLongRun('a page opened by a link focuses the canvas with the first image', async () => {
    await openJobItems('link', [createId(1), createId(2)]);
    await waitForCanvasFocus();
  });

  test('a page opened by its URL focuses the canvas after the first step', async () => {
    const server = await openJobItems('address', [createId(1), createId(2)]);
    expect(document.body).toHaveFocus();
    await pressVerifyKey();
    await waitUntilReady();
    await waitForCanvasFocus();
    await pressVerifyKey();
    const completionMessage = await screen.findByText('There is no job for this task. Everything is complete!');
    expect(completionMessage.closest('[role=status]')).not.toBeNull();
    expect(document.activeElement).toContainElement(completionMessage);
    expect(document.body).not.toHaveFocus();
    expect(server.listVerified()).toHaveLength(2);
    await userEvent.keyboard('{Control>}z{/Control}');
    await waitUntilReady();
    await waitForCanvasFocus();
  });

  testInLongRun('a focused button keeps the focus, and keys have no effect before the image is shown', async () => {
    fakeImages.loadNone();
    const server = createJobServer([createId(1), createId(2)]);
    showJob();
    await userEvent.keyboard('nb');
    await findCanvas();
    await pressVerifyKey();
    await userEvent.keyboard('n');
    expect(server.listVerified()).toEqual([]);
    getStepButton('Next').focus();
    act(() => fakeImages.loadAll());
    await waitUntilReady();
    expect(getStepButton('Next')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await waitUntilReady();
    expect(getStepButton('Next')).toHaveFocus();
    await waitFor(() => expect(server.listDone()).toEqual([createId(1)]));
  });

  testInLongRun('selecting a tool by key focuses the canvas', async () => {
    await openJobItems('link', [createId(1)]);
    getStepButton('Next').focus();
    await userEvent.keyboard('o');
    expect(await screen.findByRole('radio', { name: 'Draw points', checked: true })).toBeVisible();
    await waitForCanvasFocus();
  });
});

describe('rejected changes', () => {
  /** A job of three images. The first verification is rejected until `allowVerification` is called. */
  function showRefusingJob() {
    let isRefusing = true;
    const server = createJobServer(ITEMS, {
      [VERIFY]: ({ body }: StubRequest) =>
        isRefusing && (body as { image_id: string }).image_id === ITEMS[0] ? failWith(403, 'Not allowed.') : { id: 'v' },
    });
    showJob();
    return { ...server, allowVerification: () => (isRefusing = false) };
  }

  test('a rejected verification does not stop the job, and a link leads back', async () => {
    const { stub, listDone, allowVerification } = showRefusingJob();
    const waitForProgress = (text: string) =>
      waitFor(() => expect(screen.getByRole('status', { name: 'Progress' })).toHaveTextContent(text));
    const waitForImageInUrl = (imageId: string | undefined) =>
      waitFor(() => expect(screen.getByRole('status', { name: 'Address' })).toHaveTextContent(`image=${imageId}`));
    const pressVerifyAndNext = async () => {
      const stepButton = await screen.findByRole('button', { name: 'Verify and Next' });
      await waitFor(() => expect(stepButton).not.toHaveAttribute('aria-disabled', 'true'));
      await userEvent.click(stepButton);
    };
    await screen.findByRole('application', { name: 'Annotation canvas' });

    await pressVerifyAndNext();
    expect(await screen.findByText('1 change on other images needs your decision.')).toBeVisible();
    expect(listDone()).toEqual([]);
    await waitForImageInUrl(ITEMS[1]);
    await pressVerifyAndNext();
    await waitFor(() => expect(listDone()).toEqual([ITEMS[1]]));
    await waitForImageInUrl(ITEMS[2]);
    await pressVerifyAndNext();
    // All other images are done. One image waits for the user's decision.
    expect(await screen.findByText('Your remaining items need your decision.')).toBeVisible();
    expect(listDone()).toEqual([ITEMS[1], ITEMS[2]]);
    await waitForProgress('3/3');
    expect(stub.getRequests(GET_BATCH).length).toBe(2);

    await userEvent.click(screen.getByRole('link', { name: 'Open the image' }));
    await userEvent.click(await screen.findByRole('button', { name: '1 change needs your decision' }));
    const refusalMessage = screen.getByText('The image was not verified: Not allowed.');
    allowVerification();
    // Use `hidden: true`. On a busy machine, the focus trap of the popover hides the popover itself in jsdom.
    await userEvent.click(await within(refusalMessage).findByRole('button', { name: 'Retry', hidden: true }));
    await waitFor(() => expect(listDone()).toEqual([ITEMS[1], ITEMS[2], ITEMS[0]]));
    await waitFor(() => expect(screen.getByRole('status', { name: 'Save state', hidden: true })).toHaveTextContent('Saved'));
    const nextButton = screen.getByRole('button', { name: 'Next', hidden: true });
    await waitFor(() => expect(nextButton).not.toHaveAttribute('aria-disabled', 'true'));
    await userEvent.click(nextButton);
    expect(await screen.findByText('There is no job for this task. Everything is complete!')).toBeVisible();
  }, 30_000);

  testInLongRun('the save state is shown when the image cannot be loaded', async () => {
    let isServerDown = true;
    const { stub } = createJobServer(ITEMS.slice(0, 2), {
      'GET /recognition/v2/training-image/{id}': ({ params }: StubRequest) =>
        isServerDown && params.id === ITEMS[1] ? failWith(503, 'Away.') : createImageRow(Number((params.id ?? '').slice(-4))),
      [VERIFY]: () => (isServerDown ? failWith(503, 'Away.') : { id: 'v' }),
    });
    showJob();
    const stepButton = await screen.findByRole('button', { name: 'Verify and Next' });
    await waitFor(() => expect(stepButton).not.toHaveAttribute('aria-disabled', 'true'));
    await userEvent.click(stepButton);
    expect(await screen.findByText('This could not be loaded.')).toBeVisible();
    const saveStateButton = await within(screen.getByRole('status', { name: 'Save state' })).findByRole('button', {
      name: '2 waiting: the server is not responding',
    });
    isServerDown = false;
    await userEvent.click(saveStateButton);
    await userEvent.click(await screen.findByRole('button', { name: 'Try now', hidden: true }));
    await waitFor(() => expect(stub.getRequests(VERIFY).length).toBeGreaterThan(1));
    await waitUntilSent();
  });
});

describe('auto-complete', () => {
  async function pressStepAndWaitForUrl(name: string, urlPart: string) {
    const button = await screen.findByRole('button', { name });
    await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled', 'true'));
    await userEvent.click(button);
    await waitFor(() => expect(screen.getByRole('status', { name: 'Address' })).toHaveTextContent(urlPart));
  }
  const waitForObjectCount = (count: number) => screen.findByTitle(`Objects: ${count}`);

  test('auto-complete copies the objects of the previously verified image once, as one undo step', async () => {
    let lastObjectNumber = 100;
    createJobServer(
      ITEMS,
      {
        'GET /annotate/v2/imagejob/{id}': { ...createJobRow(0, 3), auto_complete: true },
        [GET_BATCH]: { results: ITEMS },
        'GET /recognition/v2/label/': page([]),
        'GET /recognition/v2/task/': page([]),
        'GET /detection/v2/task/': page([]),
        'GET /detection/v2/label/': page([{ id: createId(900), name: 'Cup', color: '#00aa88', recognition_tasks: [] }]),
        'GET /detection/v2/object/': ({ query }: StubRequest) =>
          page(query.image === ITEMS[0] ? [createObjectRow(31, createImageRow(1))] : []),
        'POST /detection/v2/object/': () => createObjectRow((lastObjectNumber += 1), createImageRow(2)),
        'DELETE /detection/v2/object/{id}': {},
      },
      ['annotate', 'custom-object-detection'],
    );
    showJob();
    expect(await screen.findByRole('img', { name: 'Auto-complete' })).toBeVisible();
    await waitForObjectCount(1);
    await pressStepAndWaitForUrl('Verify and Next', ITEMS[1]!);
    expect(await screen.findByText('1 objects were added.')).toBeVisible();
    await waitForObjectCount(1);
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitForObjectCount(0);

    // Deleted objects are not copied again, and objects are not copied from an image without a verification.
    await pressStepAndWaitForUrl('Next', ITEMS[2]!);
    await waitForObjectCount(1);
    await pressStepAndWaitForUrl('Previous', ITEMS[1]!);
    await waitForObjectCount(0);
    expect(await screen.findByRole('button', { name: 'Load' })).not.toHaveAttribute('aria-disabled', 'true');
    await waitForObjectCount(0);
  }, 30_000);
});

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
