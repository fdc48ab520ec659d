import {
  deferred,
  failWith,
  page,
  signInForTest,
  testWorkspace,
  type StubHandlers,
  type StubRequest,
} from '@console/shared-auth/testing';
import type { ImageTarget, MembershipChange } from '@console/shared-contract/federation';
import { renderConsole } from '@console/shared-ui/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ImageBrowserWidget } from './image-browser-widget';
import { createId, createImageRow, createMatchingWork, IMAGES, OBJECTS, stubWorkspace } from './testing';

const jobTarget: ImageTarget = { kind: 'image-job', id: createId(500), name: 'Check the caps' };
const taskTarget: ImageTarget = { kind: 'detection-task', id: createId(600), name: 'Caps' };
const ADD_TO_JOB = 'POST /annotate/v2/imagejob/{id}/add-items';
const REMOVE_FROM_JOB = 'POST /annotate/v2/imagejob/{id}/remove-items';

beforeEach(() => signInForTest());

async function showBrowser(target: ImageTarget, handlers: StubHandlers = {}) {
  const stub = stubWorkspace({ [ADD_TO_JOB]: {}, [REMOVE_FROM_JOB]: {}, ...handlers });
  const onMembershipChange = jest.fn<void, [MembershipChange]>();
  renderConsole(<ImageBrowserWidget target={target} onMembershipChange={onMembershipChange} />);
  await screen.findByRole('list', { name: 'Images' });
  return { stub, onMembershipChange };
}
const getButton = (name: string) => screen.getByRole('button', { name });
async function addAllMatching(count: number) {
  await userEvent.click(getButton(`Select all ${count} images that match this search`));
  await userEvent.click(getButton('Add to Job'));
}
const getCheckboxes = () => screen.getAllByRole('checkbox', { name: 'Select' });

/** Simulates a job on the server. Added images leave the list of non-members, so later rows move up a page. */
function createJobServer(count: number) {
  const members = new Set<string>();
  const allImages = Array.from({ length: count }, (_, index) => createImageRow(index + 1000));
  const listImages = ({ query }: StubRequest) => {
    const rows = allImages.filter((row) => members.has(row.id) !== (query.not_in === 'True'));
    const [pageNumber, size] = [Number(query.page), Number(query.page_size)];
    return {
      ...page(rows.slice((pageNumber - 1) * size, pageNumber * size), rows.length),
      next: pageNumber * size < rows.length ? 'http://test/?page=next' : null,
    };
  };
  const addImages = ({ body }: StubRequest) => {
    for (const id of (body as { items: string[] }).items) members.add(id);
    return {};
  };
  return { members, listImages, addImages };
}

test('lists non-members, and members after the switch is turned on', async () => {
  const { stub } = await showBrowser(jobTarget);
  expect(stub.getRequests(IMAGES).at(-1)?.query).toMatchObject({ imagejob: jobTarget.id, not_in: 'True', page_size: 50 });
  await userEvent.click(screen.getByRole('switch', { name: 'In Job/Task' }));
  await waitFor(() => expect(stub.getRequests(IMAGES).at(-1)?.query).not.toHaveProperty('not_in'));
  expect(stub.getRequests(IMAGES).at(-1)?.query).toMatchObject({ imagejob: jobTarget.id });
});

test('lists only members for an annotator, who cannot add any', async () => {
  signInForTest({ role: 'annotator' });
  const { stub } = await showBrowser(jobTarget);
  expect(stub.getRequests(IMAGES).at(-1)?.query).toMatchObject({ imagejob: jobTarget.id });
  expect(stub.getRequests(IMAGES).at(-1)?.query).not.toHaveProperty('not_in');
  expect(screen.queryByRole('switch', { name: 'In Job/Task' })).toBeNull();
});

test('adding selected images confirms the change and reloads the list', async () => {
  const { stub, onMembershipChange } = await showBrowser(jobTarget);
  expect(getButton('Add to Job')).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(getCheckboxes()[0]!);
  await userEvent.click(getCheckboxes()[2]!);
  expect(screen.getByText('2 selected')).toBeVisible();
  const lists = stub.getRequests(IMAGES).length;
  await userEvent.click(getButton('Add to Job'));
  expect(await screen.findByText('Images were added to Job/Task!')).toBeVisible();
  expect(stub.getRequests(ADD_TO_JOB)[0]).toMatchObject({
    params: { id: jobTarget.id },
    body: { items: [createId(1), createId(3)], workspace: testWorkspace.id },
  });
  expect(onMembershipChange).toHaveBeenCalledWith({ added: 2, removed: 0 });
  expect(screen.getByText('0 selected')).toBeVisible();
  // The button is disabled again and keeps the focus.
  expect(getButton('Add to Job')).toHaveFocus();
  await waitFor(() => expect(stub.getRequests(IMAGES).length).toBeGreaterThan(lists));
});

test('removing members sends the selected ids', async () => {
  const { stub, onMembershipChange } = await showBrowser(jobTarget);
  await userEvent.click(screen.getByRole('switch', { name: 'In Job/Task' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Select all' }));
  await userEvent.click(getButton('Remove from Job'));
  expect(await screen.findByText('Images were removed from Job/Task!')).toBeVisible();
  expect(stub.getRequests(REMOVE_FROM_JOB)[0]?.body).toMatchObject({ items: [1, 2, 3].map(createId) });
  expect(onMembershipChange).toHaveBeenCalledWith({ added: 0, removed: 3 });
});

test('a detection task adds negative images through its own endpoint', async () => {
  const ADD_IMAGES = 'POST /detection/v2/task/{id}/add-images';
  const { stub } = await showBrowser(taskTarget, { [ADD_IMAGES]: {} });
  expect(stub.getRequests(IMAGES).at(-1)?.query).toMatchObject({ detection_task_neg: taskTarget.id, not_in: 'True' });
  await userEvent.click(getCheckboxes()[1]!);
  await userEvent.click(getButton('Add to Task'));
  expect(await screen.findByText('Images were added to Job/Task!')).toBeVisible();
  expect(stub.getRequests(ADD_IMAGES)[0]).toMatchObject({ params: { id: taskTarget.id }, body: { items: [createId(2)] } });
});

test('selecting an object selects its image for all objects of the image', async () => {
  const { stub } = await showBrowser(jobTarget);
  await userEvent.click(screen.getByRole('radio', { name: 'Objects' }));
  await screen.findByRole('list', { name: 'Objects' });
  expect(stub.getRequests(OBJECTS).at(-1)?.query).toMatchObject({ imagejob: jobTarget.id, not_in: 'True' });
  await userEvent.click(getCheckboxes()[0]!);
  expect(getCheckboxes().map((box) => (box as HTMLInputElement).checked)).toEqual([true, true]);
  expect(screen.getByText('1 selected')).toBeVisible();
  await userEvent.click(getButton('Add to Job'));
  await waitFor(() => expect(stub.getRequests(ADD_TO_JOB)[0]?.body).toMatchObject({ items: [createId(1)] }));
});

test('a failed addition keeps the selection and shows no success message', async () => {
  const { onMembershipChange } = await showBrowser(jobTarget, { [ADD_TO_JOB]: failWith(500) });
  await userEvent.click(getButton('Select all'));
  await userEvent.click(getButton('Add to Job'));
  expect(await screen.findByText('Some images were not changed. They are still selected.')).toBeVisible();
  expect(screen.getByText('3 selected')).toBeVisible();
  expect(screen.queryByText(/were added/)).toBeNull();
  expect(onMembershipChange).not.toHaveBeenCalled();
});

test('the selection persists across pages and filters until it is cleared', async () => {
  const { stub } = await showBrowser(jobTarget, {
    [IMAGES]: ({ query }: StubRequest) => page([createImageRow(Number(query.page))], 120),
  });
  await userEvent.click(getCheckboxes()[0]!);
  await userEvent.click(getButton('Next page'));
  await waitFor(() => expect(getCheckboxes()[0]).not.toBeChecked());
  await userEvent.click(getCheckboxes()[0]!);
  await userEvent.click(screen.getByRole('switch', { name: 'Test' }));
  await waitFor(() => expect(stub.getRequests(IMAGES).at(-1)?.query).toMatchObject({ test: true, page: 1 }));
  expect(screen.getByText('2 selected')).toBeVisible();
  await userEvent.click(getButton('Clear selection'));
  expect(screen.getByText('0 selected')).toBeVisible();
});

test('Space toggles the selection of the focused image', async () => {
  await showBrowser(jobTarget);
  act(() => screen.getAllByRole('link')[1]!.focus());
  await userEvent.keyboard(' ');
  expect(getCheckboxes().map((box) => (box as HTMLInputElement).checked)).toEqual([false, true, false]);
  await userEvent.keyboard(' ');
  expect(screen.getByText('0 selected')).toBeVisible();
});

const ADD_MATCHING = 'POST /annotate/v2/imagejob/{id}/add-matching';
describe('selecting all matching images with a bulk endpoint', () => {
  const READ_WORK = 'GET /annotate/v2/work/{id}';
  const CANCEL_WORK = 'POST /annotate/v2/work/{id}/cancel';

  test('the server adds the images and its progress is shown', async () => {
    const workResponses = [
      createMatchingWork({ status: 'running', done: 500, total: 1300 }),
      createMatchingWork({ status: 'done', done: 1300, total: 1300 }),
    ];
    const { stub, onMembershipChange } = await showBrowser(jobTarget, {
      [IMAGES]: page([createImageRow(1)], 1300),
      [ADD_MATCHING]: createMatchingWork(),
      [READ_WORK]: () => workResponses.shift(),
    });
    await userEvent.click(screen.getByRole('switch', { name: 'Test' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Select all 1300 images that match this search' }));
    await userEvent.click(getButton('Add to Job'));
    expect(await screen.findByText('Adding: 500 of 1,300')).toBeVisible();
    expect(await screen.findByText('Images were added to Job/Task!')).toBeVisible();
    expect(stub.getRequests(ADD_MATCHING)[0]).toMatchObject({
      params: { id: jobTarget.id },
      body: { filter: { imagejob: jobTarget.id, not_in: 'True', test: true }, workspace: testWorkspace.id },
    });
    expect(stub.getRequests(ADD_TO_JOB)).toEqual([]);
    expect(onMembershipChange).toHaveBeenCalledWith({ added: 1300, removed: 0 });
  });

  test('Cancel stops the job on the server and keeps completed changes', async () => {
    const { stub, onMembershipChange } = await showBrowser(jobTarget, {
      [IMAGES]: page([createImageRow(1)], 1300),
      [ADD_MATCHING]: createMatchingWork(),
      [READ_WORK]: createMatchingWork({ status: 'running', done: 500, total: 1300 }),
      [CANCEL_WORK]: createMatchingWork({ status: 'cancelled', done: 1000, total: 1300 }),
    });
    await addAllMatching(1300);
    await screen.findByText('Adding: 500 of 1,300');
    await userEvent.click(getButton('Cancel'));
    expect(await screen.findByText('Some images were not changed. They are still selected.')).toBeVisible();
    expect(stub.getRequests(CANCEL_WORK)).toHaveLength(1);
    expect(onMembershipChange).toHaveBeenCalledWith({ added: 1000, removed: 0 });
  });

  testInLongRun('a failed job shows that not all images were changed', async () => {
    await showBrowser(jobTarget, {
      [IMAGES]: page([createImageRow(1)], 1300),
      [ADD_MATCHING]: createMatchingWork({ status: 'failed', error: 'The job or task has been deleted meanwhile.' }),
    });
    await addAllMatching(1300);
    expect(await screen.findByText('Some images were not changed. They are still selected.')).toBeVisible();
  });
});

test('a search that was not counted completely is counted before all its matches are changed', async () => {
  const { stub } = await showBrowser(jobTarget, {
    [IMAGES]: ({ query }: StubRequest) =>
      query.search && query.bounded_count
        ? { ...page([createImageRow(1)], 10_001), count_is_minimum: true }
        : page([createImageRow(1)], query.search ? 345_678 : 3),
  });
  expect(screen.getByText('3 items')).toBeVisible();
  await userEvent.type(screen.getByRole('searchbox'), 'img');
  expect(await screen.findByText('More than 10,000 items')).toBeVisible();
  expect(screen.getByText('of more than 200')).toBeVisible();
  const isCounted = () => stub.getRequests(IMAGES).some(({ query }) => query.search && !query.bounded_count);
  expect(isCounted()).toBe(false);
  await userEvent.click(getButton('Select all of the more than 10,000 images that match this search'));
  expect(await screen.findByText('All 345678 images that match this search are selected.')).toBeVisible();
  expect(screen.getByText('345678 items')).toBeVisible();
});

describe('selecting all matching images without a bulk endpoint', () => {
  const withoutBulkEndpoint = { [ADD_MATCHING]: failWith(404) };

  testInLongRun('a missing bulk endpoint is requested only once', async () => {
    const { members, listImages, addImages } = createJobServer(2);
    const { stub } = await showBrowser(jobTarget, { ...withoutBulkEndpoint, [IMAGES]: listImages, [ADD_TO_JOB]: addImages });
    await addAllMatching(2);
    await screen.findByText('There are no more images to add.');
    members.clear();
    await userEvent.click(getButton('Refresh'));
    await userEvent.click(await screen.findByRole('button', { name: 'Select all 2 images that match this search' }));
    await userEvent.click(getButton('Add to Job'));
    await screen.findByText('There are no more images to add.');
    expect(stub.getRequests(ADD_MATCHING)).toHaveLength(1);
    expect(stub.getRequests(ADD_TO_JOB)).toHaveLength(2);
  });

  testInLongRun('a deleted job does not mark the bulk endpoint as missing', async () => {
    const deletedTarget = { [IMAGES]: page([createImageRow(1)], 2), [ADD_TO_JOB]: failWith(404) };
    const { stub } = await showBrowser(jobTarget, { ...withoutBulkEndpoint, ...deletedTarget });
    for (const times of [1, 2]) {
      await addAllMatching(2);
      await screen.findByText('Some images were not changed. They are still selected.');
      expect(stub.getRequests(ADD_MATCHING)).toHaveLength(times);
      await userEvent.click(getButton('Clear selection'));
    }
  });

  test('images are added page by page although the list shrinks meanwhile', async () => {
    const { members, listImages, addImages } = createJobServer(450);
    const { stub, onMembershipChange } = await showBrowser(jobTarget, {
      ...withoutBulkEndpoint,
      [IMAGES]: listImages,
      [ADD_TO_JOB]: addImages,
    });
    await userEvent.click(getButton('Select all 450 images that match this search'));
    expect(screen.getByText('450 selected')).toBeVisible();
    expect(getCheckboxes().every((box) => (box as HTMLInputElement).checked)).toBe(true);
    await userEvent.click(getButton('Add to Job'));
    expect(await screen.findByText('Images were added to Job/Task!')).toBeVisible();
    expect(members.size).toBe(450);
    expect(stub.getRequests(ADD_TO_JOB).map(({ body }) => (body as { items: string[] }).items.length)).toEqual([200, 200, 50]);
    expect(onMembershipChange).toHaveBeenCalledWith({ added: 450, removed: 0 });
    expect(await screen.findByText('There are no more images to add.')).toBeVisible();
  });

  testInLongRun('progress is shown and Cancel stops the change', async () => {
    const { members, listImages, addImages } = createJobServer(450);
    const pendingResponse = deferred();
    let callCount = 0;
    const { onMembershipChange } = await showBrowser(jobTarget, {
      ...withoutBulkEndpoint,
      [IMAGES]: listImages,
      [ADD_TO_JOB]: async (request: StubRequest) => {
        callCount += 1;
        if (callCount > 1) await pendingResponse.promise;
        return addImages(request);
      },
    });
    await addAllMatching(450);
    expect(await screen.findByText('Adding: 200 of 450')).toBeVisible();
    await userEvent.click(getButton('Cancel'));
    pendingResponse.resolve(undefined);
    expect(await screen.findByText('Some images were not changed. They are still selected.')).toBeVisible();
    expect(onMembershipChange).toHaveBeenCalledWith({ added: 200, removed: 0 });
    expect(callCount).toBe(2);
    expect(members.size).toBeLessThan(450);
    expect(screen.queryByText(/were added/)).toBeNull();
  });

  test('an interrupted connection shows the progress and the rest can be continued', async () => {
    const { members, listImages, addImages } = createJobServer(450);
    let callCount = 0;
    const failSecondCall = (request: StubRequest) => ((callCount += 1) === 2 ? failWith(0) : addImages(request));
    const { onMembershipChange } = await showBrowser(jobTarget, {
      ...withoutBulkEndpoint,
      [IMAGES]: listImages,
      [ADD_TO_JOB]: failSecondCall,
    });
    await addAllMatching(450);
    expect(await screen.findByText('Added 200 of 450. No connection to the server.')).toBeVisible();
    expect(onMembershipChange).toHaveBeenCalledWith({ added: 200, removed: 0 });
    expect(await screen.findByText('250 selected')).toBeVisible();
    await userEvent.click(getButton('Continue with the rest'));
    expect(await screen.findByText('Images were added to Job/Task!')).toBeVisible();
    expect(members.size).toBe(450);
    expect(screen.queryByText(/Added 200/)).toBeNull();
  });

  test('deselecting one image keeps the rest of the page selected', async () => {
    await showBrowser(jobTarget);
    await userEvent.click(getButton('Select all 3 images that match this search'));
    await userEvent.click(getCheckboxes()[0]!);
    expect(screen.getByText('2 selected')).toBeVisible();
  });
});

test('the similarity list does not offer to select all matching images', async () => {
  const { stub } = await showBrowser(jobTarget, { 'GET /recognition/v2/training-image/{id}': createImageRow(1) });
  expect(screen.getByText(/that match this search/)).toBeVisible();
  await userEvent.click(screen.getAllByRole('button', { name: 'Similar to this (S)' })[0]!);
  await waitFor(() =>
    expect(stub.getRequests(IMAGES).at(-1)?.query).toMatchObject({
      similar_to: createId(1),
      imagejob: jobTarget.id,
      not_in: 'True',
    }),
  );
  expect(screen.queryByText(/that match this search/)).toBeNull();
});
