import { failWith, signInForTest, stubApi, type StubHandlers } from '@console/shared-auth/testing';
import type { SimilarResponse } from '@console/shared-contract/api';
import type { SimilarSubject } from '@console/shared-contract/federation';
import { renderConsole } from '@console/shared-ui/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createGroupRow, createGroupChangesWithImage } from '../testing';
import { SimilarItemsWidget } from './similar-items-widget';

const SIMILAR_TO_IMAGE = 'GET /recognition/v2/training-image/{id}/similar';
const SIMILAR_TO_OBJECT = 'GET /detection/v2/object/{id}/similar';
const ADD_IMAGES = 'POST /similarity/training/v2/group/{id}/add-images';

const createImage = (id: string, fields: object = {}) => ({
  id,
  workspace: 'w',
  img_path: `/${id}`,
  thumb_img_path: `/t-${id}`,
  img_width: 9,
  img_height: 9,
  created: '',
  labels: [],
  meta_data: {},
  real: true,
  test_image: false,
  foreground_mask: null,
  verificationsCount: 0,
  version: 1,
  ...fields,
});
const similarObject = {
  id: 'o1',
  workspace: 'w',
  data: [1, 1, 5, 5],
  rotated_box: null,
  meta_data: {},
  recognition_labels: [],
  thumb: '/o1',
  created: '',
  version: 1,
  detection_label: { id: 'd', name: 'Bottle', color: '#123456' },
  image: {
    id: 'i9',
    img_path: '/i9',
    thumb_img_path: '/t-i9',
    img_width: 9,
    img_height: 9,
    real: true,
    test_image: false,
    verificationsCount: 0,
  },
};
const createResponse = (fields: Partial<SimilarResponse> = {}): SimilarResponse => ({
  available: true,
  by: 'colours',
  images: [
    { likeness: 0.981, image: createImage('i2', { meta_data: { filename: 'mug.jpg' } }) },
    { likeness: 0.9, image: createImage('i3') },
  ],
  objects: [{ likeness: 0.8, object: similarObject }],
  groups: [{ likeness: 0.95, group: createGroupRow({ id: 'g1', name: 'Mugs' }) }],
  ready: { image: { ready: 3, total: 3 }, object: { ready: 1, total: 1 }, group: { ready: 1, total: 1 } },
  ...fields,
});

function renderSimilarPanel(handlers: StubHandlers = {}, subject: SimilarSubject = { kind: 'image', id: 'i1' }) {
  const stub = stubApi({ [SIMILAR_TO_IMAGE]: createResponse(), [SIMILAR_TO_OBJECT]: createResponse(), ...handlers });
  const onMember = jest.fn();
  renderConsole(<SimilarItemsWidget subject={subject} onMember={onMember} />);
  return { stub, onMember, user: userEvent.setup() };
}
const findList = async (name: string) => within(await screen.findByRole('list', { name }));

beforeEach(() => signInForTest());

test('shows similar items by kind with similarity and links that open new tabs', async () => {
  renderSimilarPanel();
  const images = await findList('Similar images');
  expect(images.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    expect.stringMatching(/mug\.jpg.*98% similar/),
    expect.stringMatching(/Image 2.*90% similar/),
  ]);
  expect(images.getByRole('link', { name: 'mug.jpg' })).toHaveAttribute('href', '/image/i2');
  const objects = await findList('Similar objects');
  expect(objects.getByRole('link', { name: 'Bottle' })).toHaveAttribute('href', '/image/i9?object=o1');
  const groups = await findList('Similar groups');
  expect(groups.getByRole('link', { name: /Mugs/ })).toHaveAttribute('href', '/group/g1');
  expect(screen.getByRole('link', { name: 'Show in Images' })).toHaveAttribute('href', '/images?similar=i1');
});

test('compares by the selected basis, or by the default of the server', async () => {
  const { stub, user } = renderSimilarPanel();
  const compareSelect = await screen.findByRole('combobox', { name: 'Compare by' });
  expect(compareSelect).toHaveDisplayValue('Automatic (colours)');
  expect(stub.getRequests(SIMILAR_TO_IMAGE)[0]?.query).not.toHaveProperty('by');
  await user.selectOptions(compareSelect, 'Shapes');
  expect(await screen.findByRole('combobox', { name: 'Compare by' })).toHaveDisplayValue('Shapes');
  expect(stub.getRequests(SIMILAR_TO_IMAGE).at(-1)?.query).toMatchObject({ by: 'features' });
});

test('shows the indexing progress until everything is indexed', async () => {
  renderSimilarPanel({
    [SIMILAR_TO_IMAGE]: createResponse({ ready: { image: { ready: 12, total: 4000 }, object: { ready: 1, total: 1 } } }),
  });
  expect(await screen.findByText('Indexed: 12 of 4,000 images. Indexing continues.')).toBeVisible();
});

test('shows an empty state without similar items', async () => {
  renderSimilarPanel({ [SIMILAR_TO_IMAGE]: createResponse({ images: [], objects: [], groups: [] }) });
  expect(await screen.findByText('No similar items yet.')).toBeVisible();
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

test('shows that items are being prepared instead of an empty state', async () => {
  renderSimilarPanel({
    [SIMILAR_TO_IMAGE]: createResponse({ images: [], objects: [], groups: [], ready: { image: { ready: 0, total: 9 } } }),
  });
  expect(await screen.findByText('Similar items are being prepared. They appear here when they are found.')).toBeVisible();
  expect(screen.queryByText('No similar items yet.')).toBeNull();
});

test.each([
  ['cannot tell', createResponse({ available: false, images: [], objects: [], groups: [], ready: {} })],
  ['has no such call', failWith(404, 'There is nothing at this address.')],
])('shows a message if the server %s', async (_, response) => {
  renderSimilarPanel({ [SIMILAR_TO_IMAGE]: response });
  expect(await screen.findByText("This server doesn't support similarity search.")).toBeVisible();
});

test('a failed similarity search shows an error with Retry', async () => {
  const { stub, user } = renderSimilarPanel({ [SIMILAR_TO_IMAGE]: failWith(502) });
  expect(await screen.findByRole('alert')).toBeVisible();
  stub.addHandlers({ [SIMILAR_TO_IMAGE]: createResponse() });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await findList('Similar images')).toBeTruthy();
});

test('Show more requests more items that are similar to an object', async () => {
  const similarImages = Array.from({ length: 12 }, (_, index) => ({ likeness: 0.5, image: createImage(`m${index}`) }));
  const { stub, user } = renderSimilarPanel(
    { [SIMILAR_TO_OBJECT]: createResponse({ images: similarImages }) },
    { kind: 'object', id: 'o7' },
  );
  await user.click(await screen.findByRole('button', { name: 'Show more' }));
  expect(stub.getRequests(SIMILAR_TO_OBJECT).map(({ params, query }) => [params, query])).toEqual([
    [{ id: 'o7' }, expect.objectContaining({ count: 12 })],
    [{ id: 'o7' }, expect.objectContaining({ count: 60 })],
  ]);
});

test('adds an image to a similar group and notifies the consumer', async () => {
  const { stub, onMember, user } = renderSimilarPanel({
    [ADD_IMAGES]: createGroupChangesWithImage('i1'),
  });
  await user.click(await screen.findByRole('button', { name: 'Add to Mugs' }));
  expect(await screen.findByText('Added to Mugs.')).toBeVisible();
  expect(stub.getRequests(ADD_IMAGES)[0]).toMatchObject({ params: { id: 'g1' }, body: { images: ['i1'] } });
  expect(onMember).toHaveBeenCalledWith({ id: 'g1', name: 'Mugs' }, true);
});

testInLongRun('shows an error if adding to a group fails', async () => {
  const { user, onMember } = renderSimilarPanel({ [ADD_IMAGES]: failWith(500) });
  await user.click(await screen.findByRole('button', { name: 'Add to Mugs' }));
  expect(await screen.findByText('Unable to add to the group')).toBeVisible();
  expect(onMember).not.toHaveBeenCalled();
  expect(screen.getByRole('button', { name: 'Add to Mugs' })).toBeEnabled();
});
