import 'fake-indexeddb/auto';
import type { Job } from '@console/shared-contract/api';
import {
  allServices,
  failWith,
  page,
  testUser,
  testWorkspace,
  type StubHandlers,
  type StubRequest,
} from '@console/shared-auth/testing';
import type { GroupMembershipProps, ProductCropProps } from '@console/shared-contract/federation';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createId, createImageRow, createObjectRow } from '../../browser/testing';
import { showImage, waitUntilSaved } from '../testing/show-image';

// The real canvas uses konva and is tested in a browser.
jest.mock('../../editor/view', () => ({
  AnnotationCanvas: ({ label }: { label: string }) => <div role="application" aria-label={label} />,
}));

function FakeMembership({ subject, onMembershipChange }: GroupMembershipProps) {
  return (
    <button onClick={() => onMembershipChange?.({ added: 1, removed: 0 })}>{`Groups of ${subject.kind} ${subject.id}`}</button>
  );
}
const LIST_GROUPS = 'GET /similarity/training/v2/group/';
const ADD_OBJECTS = 'POST /similarity/training/v2/group/{id}/add-objects';
const REMOVE_OBJECTS = 'POST /similarity/training/v2/group/{id}/remove-objects';
const addedObject = { added: { detection_objects: [{ id: createId(31) }] } };
const groupRow = { id: createId(41), name: 'Blue bottles', type: 'y1', type_name: 'Bottle', test_group: true };
const openTab = async (tab: string | RegExp) => userEvent.click(await screen.findByRole('tab', { name: tab }));
const openObject = async () => {
  await openTab('List of items');
  await userEvent.click(
    await within(await screen.findByRole('region', { name: 'Objects' })).findByRole('button', { name: /^Cup 1/ }),
  );
};

testInLongRun('only the selected tab shows its name next to the icon', async () => {
  showImage();
  await openTab('Meta');
  expect(screen.getByRole('tab', { name: 'Meta' })).toHaveTextContent('Meta');
  expect(screen.getByRole('tab', { name: 'List of items' })).toHaveTextContent('');
});

test('the verifications tab lists verifications and can remove them', async () => {
  const user = { id: testUser.id, username: testUser.username };
  const verification = { id: createId(71), image: { id: createId(1) }, user, created: '2026-02-03' };
  let verifications: object[] = [];
  showImage({
    handlers: {
      'GET /annotate/v2/verification/': () => page(verifications),
      'POST /annotate/v2/verification/': () => (verifications = [verification])[0],
      'DELETE /annotate/v2/verification/{id}': () => {
        verifications = [];
        return null;
      },
    },
  });
  await openTab(/^Verifications/);
  expect(await screen.findByText('No verifications for this image!')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Verify' }));
  expect(screen.getByRole('tab', { name: 'Verifications, 1 verification' })).toBeVisible();
  const getPanel = () => within(screen.getByRole('tabpanel', { name: 'Verifications' }));
  expect(getPanel().getByText(testUser.username, { exact: false })).toBeVisible();
  await waitUntilSaved();
  await userEvent.click(getPanel().getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('No verifications for this image!')).toBeVisible();
  await waitUntilSaved();
});

describe('similarity groups', () => {
  test('the image tab shows the widget of the similarity remote', async () => {
    showImage({ widgets: { 'group-membership': FakeMembership } });
    await openTab('Similarity Groups');
    expect(await screen.findByRole('button', { name: `Groups of image ${createId(1)}` })).toBeVisible();
  });

  testInLongRun('undo removes the image from a group that the widget added it to, and redo adds it again', async () => {
    const FakeJoinButton = ({ onMember }: GroupMembershipProps) => (
      <button onClick={() => onMember?.({ id: createId(41), name: 'Blue bottles' }, true)}>Join</button>
    );
    const [addImages, removeImages] = [
      'POST /similarity/training/v2/group/{id}/add-images',
      'POST /similarity/training/v2/group/{id}/remove-images',
    ] as const;
    const stub = showImage({
      widgets: { 'group-membership': FakeJoinButton },
      handlers: { [addImages]: {}, [removeImages]: {} },
    });
    await openTab('Similarity Groups');
    await userEvent.click(await screen.findByRole('button', { name: 'Join' }));
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    const expectedRequest = { params: { id: createId(41) }, body: { images: [createId(1)] } };
    await waitFor(() => expect(stub.getRequests(removeImages)).toMatchObject([expectedRequest]));
    await userEvent.click(screen.getByRole('button', { name: 'Redo' }));
    await waitFor(() => expect(stub.getRequests(addImages)).toMatchObject([expectedRequest]));
  });

  testInLongRun('the object card shows the widget of the similarity remote', async () => {
    const objectRow = createObjectRow(31, createImageRow(1));
    showImage({ widgets: { 'group-membership': FakeMembership }, handlers: { 'GET /detection/v2/object/{id}': objectRow } });
    await openObject();
    // Match only the start of the name. Each tab contains its name twice, and jsdom does not load the styles that hide one of them.
    await openTab(/^Similarity(?! Groups)/);
    expect(await screen.findByRole('button', { name: `Groups of object ${createId(31)}` })).toBeVisible();
  });

  testInLongRun('the product tab of an object shows the widget of the catalogue', async () => {
    const FakeProductCrop = ({ object: objectId }: ProductCropProps) => <p>{`Products for ${objectId}`}</p>;
    const objectRow = createObjectRow(31, createImageRow(1));
    showImage({ widgets: { 'product-crop': FakeProductCrop }, handlers: { 'GET /detection/v2/object/{id}': objectRow } });
    await openObject();
    await openTab(/^Product/);
    expect(await screen.findByText(`Products for ${createId(31)}`)).toBeVisible();
  });

  test('the product tab is missing without the products service', async () => {
    showImage({ services: allServices.filter((service) => service !== 'products-management') });
    await openObject();
    await screen.findByRole('tab', { name: /^Similarity(?! Groups)/ });
    expect(screen.queryByRole('tab', { name: /^Product/ })).toBeNull();
  });

  test('the group key adds the next object to the last used group', async () => {
    const objectRow = createObjectRow(31, createImageRow(1));
    const FakeJoinButton = ({ onJoined }: GroupMembershipProps) => (
      <button onClick={() => onJoined?.({ id: createId(41), name: 'Blue bottles' })}>Join</button>
    );
    const stub = showImage({
      widgets: { 'group-membership': FakeJoinButton },
      handlers: { 'GET /detection/v2/object/{id}': objectRow, [ADD_OBJECTS]: addedObject, [REMOVE_OBJECTS]: {} },
    });
    await openObject();
    await userEvent.keyboard('g');
    expect(stub.getRequests(ADD_OBJECTS)).toEqual([]);
    await openTab(/^Similarity(?! Groups)/);
    await userEvent.click(await screen.findByRole('button', { name: 'Join' }));
    const pressGroupKey = () => userEvent.keyboard('g');
    await pressGroupKey();
    expect(await screen.findByText('Added to the group Blue bottles.')).toBeVisible();
    await waitFor(() => expect(stub.getRequests(ADD_OBJECTS)).toHaveLength(1));
    expect(stub.getRequests(ADD_OBJECTS)[0]).toMatchObject({
      params: { id: createId(41) },
      query: { answer: 'changes' },
      body: { objects: [createId(31)] },
    });
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(stub.getRequests(REMOVE_OBJECTS)[0]).toMatchObject({ body: { objects: [createId(31)] } }));
    // The server reports that the object already was in the group. Undo must not remove it.
    stub.addHandlers({ [ADD_OBJECTS]: { added: { detection_objects: [] } } });
    await pressGroupKey();
    expect(await screen.findByText('The object was already in the group Blue bottles.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(screen.getByRole('status', { name: 'Save state' })).toHaveTextContent('Saved'));
    expect(stub.getRequests(REMOVE_OBJECTS)).toHaveLength(1);
  });

  testInLongRun('a pending group membership is shown, and a rejection names the group', async () => {
    const objectRow = createObjectRow(31, createImageRow(1));
    const FakeJoinButton = ({ onJoined }: GroupMembershipProps) => (
      <button onClick={() => onJoined?.({ id: createId(41), name: 'Blue bottles' })}>Join</button>
    );
    let respond = (_: unknown): void => undefined;
    const pendingResponse = new Promise((resolve) => (respond = resolve));
    const stub = showImage({
      widgets: { 'group-membership': FakeJoinButton },
      handlers: { 'GET /detection/v2/object/{id}': objectRow, [ADD_OBJECTS]: () => pendingResponse },
    });
    await openObject();
    await openTab(/^Similarity(?! Groups)/);
    await userEvent.click(await screen.findByRole('button', { name: 'Join' }));
    await userEvent.keyboard('g');
    const pendingText = await screen.findByText('Being added to the group Blue bottles');
    await waitFor(() => expect(stub.getRequests(ADD_OBJECTS)).toHaveLength(1));
    expect(pendingText).toBeVisible();
    respond(failWith(404, 'Group not found.'));
    await userEvent.click(await screen.findByRole('button', { name: '1 change needs your decision' }));
    expect(await screen.findByText('The object was not added to the group Blue bottles: Group not found.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Discard', hidden: true }));
    expect(screen.queryByText('Being added to the group Blue bottles')).toBeNull();
  });

  testInLongRun('the list of items shows the groups of the image and refreshes', async () => {
    const stub = showImage({ widgets: { 'group-membership': FakeMembership } });
    await openTab('Similarity Groups');
    stub.addHandlers({ [LIST_GROUPS]: page([groupRow]) });
    await userEvent.click(await screen.findByRole('button', { name: /^Groups of image/ }));
    await openTab('List of items');
    const section = within(await screen.findByRole('region', { name: 'Similarity groups' }));
    expect(section.getByRole('link', { name: 'Blue bottles' })).toHaveAttribute('href', `/group/${createId(41)}`);
    expect(section.getByText('Bottle')).toBeVisible();
    expect(section.getByText('TEST')).toBeVisible();
  });

  testInLongRun('the screen keeps working when the widget cannot be loaded', async () => {
    showImage({ widgets: { 'group-membership': 'network' } });
    await openTab('Similarity Groups');
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText(/^The list of groups could not be loaded/)).toBeVisible();
    expect(alert.getByRole('button', { name: 'Retry' })).toBeVisible();
    expect(screen.getByRole('application', { name: 'Annotation canvas' })).toBeVisible();
    await openTab('List of items');
    expect(await screen.findByRole('region', { name: 'Objects' })).toBeVisible();
  });
});

describe('jobs', () => {
  const ADD_IMAGE = 'POST /annotate/v2/imagejob/{id}/add-images';
  const REMOVE_IMAGE = 'POST /annotate/v2/imagejob/{id}/remove-images';
  const createJob = (number: number, name: string, fields: Partial<Job> = {}): Job => ({
    id: createId(number),
    workspace: testWorkspace.id,
    name,
    description: '',
    todo_number: 1,
    randomize: true,
    auto_complete: false,
    done: false,
    item_count: 4,
    item_done_count: 1,
    recognition_tasks: [],
    flow: null,
    mark_done_label: null,
    created: '2026-02-03T14:05:00.000Z',
    version: 1,
    ...fields,
  });
  const allJobs = [createJob(61, 'Caps'), createJob(62, 'Shelves'), createJob(63, 'Old', { done: true })];

  /** Opens the image with a stub that stores job memberships as the server does. */
  function showJobs(jobIds: Set<string>, handlers: StubHandlers = {}) {
    return showImage({
      handlers: {
        'GET /annotate/v2/imagejob/': ({ query }: StubRequest) =>
          page(query.image ? allJobs.filter(({ id }) => jobIds.has(id)) : allJobs),
        [ADD_IMAGE]: ({ params }: StubRequest) => {
          jobIds.add(params.id ?? '');
          return {};
        },
        [REMOVE_IMAGE]: ({ params }: StubRequest) => {
          jobIds.delete(params.id ?? '');
          return {};
        },
        ...handlers,
      },
    });
  }

  test('the image can be added to an open job that does not contain it', async () => {
    const stub = showJobs(new Set([createId(61)]));
    await openTab('Jobs');
    expect(await screen.findByRole('link', { name: 'Caps' })).toHaveAttribute(
      'href',
      `/imagejob/${createId(61)}?image=${createId(1)}`,
    );
    expect(screen.getByRole('heading', { name: 'Adding Image to the Job' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Add To Job' })).toBeDisabled();
    await userEvent.click(screen.getByRole('combobox', { name: 'Job' }));
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Shelves']);
    await userEvent.click(screen.getByRole('option', { name: 'Shelves' }));
    await userEvent.click(screen.getByRole('button', { name: 'Add To Job' }));
    expect(await screen.findByText('Successfuly added!')).toBeVisible();
    expect(stub.getRequests(ADD_IMAGE)[0]).toMatchObject({ params: { id: createId(62) }, body: { images: [createId(1)] } });
    expect(await screen.findByRole('link', { name: 'Shelves' })).toBeVisible();
  });

  test('the image can be removed from its last job', async () => {
    showJobs(new Set([createId(61)]));
    await openTab('Jobs');
    await userEvent.click(await screen.findByRole('button', { name: 'Remove from Caps' }));
    expect(await screen.findByText('Successfuly removed!')).toBeVisible();
    expect(await screen.findByText('No jobs for this image!')).toBeVisible();
  });

  test('a rejected removal is reverted and needs a decision of the user', async () => {
    showJobs(new Set([createId(61)]), { [REMOVE_IMAGE]: failWith(403, 'Not yours.') });
    await openTab('Jobs');
    await userEvent.click(await screen.findByRole('button', { name: 'Remove from Caps' }));
    await userEvent.click(await screen.findByRole('button', { name: '1 change needs your decision' }));
    expect(screen.getByText('The image was not removed from Caps: Not yours.')).toBeVisible();
    expect(screen.queryByText('Successfuly removed!')).toBeNull();
    expect(screen.getByRole('link', { name: 'Caps', hidden: true })).toBeVisible();
    // Use `hidden: true`. On a busy machine, the focus trap of the popover hides the popover itself in jsdom.
    await userEvent.click(await screen.findByRole('button', { name: 'Discard', hidden: true }));
    await waitFor(() => expect(screen.getByRole('status', { name: 'Save state', hidden: true })).toHaveTextContent('Saved'));
  });
});
