import { failWith, signInForTest, type StubHandlers } from '@console/shared-auth/testing';
import type { MapPoints } from '@console/shared-contract/api';
import { renderConsole } from '@console/shared-ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MapPage } from '../map-page';
import { AddressBar, createId, createImageRow, IMAGES, stubWorkspace } from '../testing';
import { createPointRenderer } from './point-renderer';

jest.mock('./point-renderer');

const READ_MAP = 'GET /recognition/v2/training-image/map';
const [RED, GREEN] = [createId(11), createId(12)];
const POINTS: MapPoints = {
  available: true,
  ready: { ready: 3, total: 3 },
  next: null,
  ids: [createId(1), createId(2), createId(3)],
  x: [-0.5, 0.5, 0.5],
  y: [-0.5, -0.5, 0.5],
  verified: [0, 1, 0],
  test: [0, 0, 1],
  label: [0, 1, 1],
  user: [null, 0, null],
  created: [0, 86_400, 172_800],
  suspicion: [null, 0.5, null],
  uncertainty: [null, null, null],
  correct: [0, 1, null],
  cluster: [0, 0, 1],
  labels: [
    { id: RED, name: 'Ripe', color: '#ff0000' },
    { id: GREEN, name: 'Bruised', color: '#00ff00' },
  ],
  users: [{ id: createId(40), username: 'ann' }],
};
const setPoints = jest.fn<void, [unknown, Uint8Array]>();

function showMap(handlers: StubHandlers = {}, route = '/map') {
  const stub = stubWorkspace({ [READ_MAP]: POINTS, ...handlers });
  renderConsole(
    <>
      <MapPage />
      <AddressBar />
    </>,
    { route },
  );
  return stub;
}
const findMap = () => screen.findByRole('application', { name: 'Map of 3 images' });
const getUrl = () => new URLSearchParams(screen.getByLabelText('Address').textContent?.split('?')[1]);
/** The red, green, blue and alpha of each point. */
const getColors = () => {
  const rgba = [...setPoints.mock.lastCall![1]];
  return [0, 1, 2].map((index) => rgba.slice(4 * index, 4 * index + 4));
};

beforeEach(() => {
  signInForTest();
  setPoints.mockClear();
  jest.mocked(createPointRenderer).mockReturnValue({ setPoints, draw: jest.fn(), dispose: jest.fn() });
  jest.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400);
  jest.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
});
afterEach(() => jest.restoreAllMocks());

test('colors the points by label, or by another selected property', async () => {
  const stub = showMap();
  await findMap();
  expect(stub.getRequests(READ_MAP).at(-1)?.query).toMatchObject({ labels_of: 'recognition', method: 'pca' });
  expect(getColors()).toEqual([
    [255, 0, 0, 255],
    [0, 255, 0, 255],
    [0, 255, 0, 255],
  ]);
  expect(
    within(screen.getByRole('list', { name: 'Legend' }))
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['Bruised2', 'Ripe1']);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Color by' }), 'Color: Verified');
  await waitFor(() => expect(screen.getByRole('list', { name: 'Legend' })).toHaveTextContent('Not verified2Verified1'));
  expect(getUrl().get('color')).toBe('verified');
  const [firstColor, secondColor, thirdColor] = getColors();
  expect(firstColor).toEqual(thirdColor);
  expect(firstColor).not.toEqual(secondColor);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Color by' }), 'Color: Correctness');
  const legend = 'Prediction differs1Prediction is correct1Not verified or predicted1';
  await waitFor(() => expect(screen.getByRole('list', { name: 'Legend' })).toHaveTextContent(legend));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Color by' }), 'Color: Cluster');
  await waitFor(() => expect(screen.getByRole('list', { name: 'Legend' })).toHaveTextContent('Cluster 12Cluster 21'));
});

test('the lasso lists the images of its area, and the other points become faint', async () => {
  const stub = showMap();
  const map = await findMap();
  map.setPointerCapture = jest.fn();
  const outline = [
    [200, 200],
    [400, 200],
    [400, 400],
    [200, 400],
  ] as const;
  await userEvent.pointer([
    { target: map, coords: { clientX: 200, clientY: 200 }, keys: '[MouseLeft>]' },
    ...outline.map(([clientX, clientY]) => ({ target: map, coords: { clientX, clientY } })),
    { target: map, keys: '[/MouseLeft]' },
  ]);
  expect(await screen.findByText('1 image selected')).toBeVisible();
  await waitFor(() => expect(stub.getRequests(IMAGES).at(-1)?.query.map_area).toMatch(/^pca(,-?[\d.]+){8,}$/));
  expect(getColors().map((color) => color[3]! < 255)).toEqual([true, false, true]);
  await userEvent.click(await screen.findByRole('button', { name: 'Change' }));
  for (const name of ['Move to TEST', 'Add to job', 'Add labels'])
    expect(await screen.findByRole('menuitem', { name })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByRole('button', { name: 'Clear area' }));
  await waitFor(() => expect(getUrl().get('area')).toBeNull());
});

testInLongRun('the card of the point below the pointer is inside the map', async () => {
  showMap({ 'GET /recognition/v2/training-image/{id}': createImageRow(1) });
  const map = await findMap();
  for (const [clientX, clientY, shift] of [
    [24, 376, '0,-100%'],
    [376, 24, '-100%,0'],
  ] as const) {
    await userEvent.pointer({ target: map, coords: { clientX, clientY } });
    const card = (await within(map).findByText(createImageRow(1).name ?? 'Image')).closest('[style*=translate]');
    expect(card).toHaveAttribute('style', expect.stringContaining(`translate(${shift})`));
    await userEvent.pointer({ target: map, coords: { clientX: 200, clientY: 200 } });
  }
});

testInLongRun('the keyboard zooms and moves the map, and selects the visible points', async () => {
  showMap();
  const map = await findMap();
  map.focus();
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('3 images selected')).toBeVisible();
  // Zoom in and move to the right, where no image is visible.
  await userEvent.keyboard('++++{ArrowRight>4/}{Enter}');
  expect(await screen.findByText('0 images selected')).toBeVisible();
  await userEvent.keyboard('0{Enter}');
  expect(await screen.findByText('3 images selected')).toBeVisible();
});

test('shows how many images are on the map while some are missing', async () => {
  showMap({ [READ_MAP]: { ...POINTS, ready: { ready: 3, total: 1200 } } });
  expect(await screen.findByText('The map is being prepared: 3 of 1,200.')).toBeVisible();
});

test.each([
  [1200, 'The map is being prepared: 0 of 1,200.'],
  [0, 'There are no images yet.'],
])('explains why the map of %i images has no points', async (total, text) => {
  const columns = {
    ids: [],
    x: [],
    y: [],
    verified: [],
    test: [],
    label: [],
    user: [],
    created: [],
    suspicion: [],
    uncertainty: [],
  };
  showMap({ [READ_MAP]: { ...POINTS, ...columns, correct: [], ready: { ready: 0, total } } });
  expect(await screen.findByText(text)).toBeVisible();
  expect(await screen.findByRole('radiogroup', { name: 'Layout' })).toBeVisible();
  expect(screen.queryByText('Nothing on the map matches these filters.')).not.toBeInTheDocument();
});

test('shows a message if the server computes no features', async () => {
  showMap({ [READ_MAP]: { ...POINTS, available: false, ids: [], ready: { ready: 0, total: 0 } } });
  expect(await screen.findByText('This server does not compute the features that the map is made of.')).toBeVisible();
});

test('shows a message if the map cannot be loaded', async () => {
  showMap({ [READ_MAP]: failWith(403) });
  expect(await screen.findByText('The map could not be loaded.')).toBeVisible();
});

test('without WebGL, explains the missing map and lists the images', async () => {
  jest.mocked(createPointRenderer).mockReturnValue(null);
  showMap();
  expect(await screen.findByText(/The map needs WebGL, which this browser does not offer/)).toBeVisible();
  expect(await screen.findByRole('list', { name: 'Images' })).toBeVisible();
});
