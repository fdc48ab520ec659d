import 'fake-indexeddb/auto';
import { SessionProvider } from '@console/shared-auth';
import { failWith, page, type StubHandlers, type StubRequest } from '@console/shared-auth/testing';
import type { RecognitionLabel, Suspect } from '@console/shared-contract/api';
import { act, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createId, createImageRow, createObjectRow, createRunRow } from '../../browser/testing';
import { createSuspectRow } from '../../outbox/testing/writes';
import { shownCanvas } from '../testing/fake-canvas';
import { showImage, waitUntilSaved } from '../testing/show-image';
import { useSuspects } from './use-suspects';
import {
  cup,
  misplacedObject,
  missingObject,
  objectId,
  plate,
  raw,
  ripe,
  sizeLabel,
  superfluousObject,
  wrongLabel,
} from './testing/suspect-rows';

// The real canvas uses konva and is tested in a browser.
jest.mock('../../editor/view', () => jest.requireActual<object>('../testing/fake-canvas'));

const LIST_RUNS = 'GET /annotate/v2/prediction-run/';
const LIST_SUSPECTS = 'GET /annotate/v2/suspect/';
const UPDATE_SUSPECT = 'PUT /annotate/v2/suspect/{id}';
const CREATE_OBJECT = 'POST /detection/v2/object/';

let lastImageNumber = 2000;

/** Shows an image with one cup and its suspected annotation errors. The stub server stores the decisions. */
function showImageWithSuspects(suspects: readonly Suspect[], handlers: StubHandlers = {}) {
  const image = createImageRow((lastImageNumber += 1));
  const stateBySuspect = new Map<string, string>();
  const objectsById = new Map([[objectId, { ...createObjectRow(31, image), detection_label: cup }]]);
  const stub = showImage({
    image,
    handlers: {
      [LIST_RUNS]: page([createRunRow(800)]),
      [LIST_SUSPECTS]: () =>
        page(
          suspects.filter(({ id }) => (stateBySuspect.get(id) ?? 'open') === 'open').map((row) => ({ ...row, image: image.id })),
        ),
      [UPDATE_SUSPECT]: ({ params, body }: StubRequest) => {
        const { state } = body as { state: string };
        stateBySuspect.set(params.id ?? '', state);
        return { ...suspects.find(({ id }) => id === params.id), state };
      },
      'GET /detection/v2/object/': () => page([...objectsById.values()]),
      'POST /detection/v2/object/bulk': failWith(404),
      [CREATE_OBJECT]: ({ body }: StubRequest) => ({ ...createObjectRow(77, image), ...(body as object), version: 1 }),
      'PUT /detection/v2/object/{id}/': ({ body }: StubRequest) => ({
        ...objectsById.get(objectId),
        ...(body as object),
        version: 2,
      }),
      'DELETE /detection/v2/object/{id}': {},
      ...handlers,
    },
  });
  return { stub, states: stateBySuspect, image };
}
const findBar = () => screen.findByRole('region', { name: 'Suspected errors' });
const getShapes = () => shownCanvas.editor!.document.getShapes();
const getSuggestion = () => shownCanvas.editor!.topics.suggestion.getSnapshot();
const pressUndo = async () => userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
const listWrites = (stub: ReturnType<typeof showImageWithSuspects>['stub']) =>
  stub.requests.filter(({ key }) => !key.startsWith('GET') && !key.endsWith('/bulk')).map(({ key }) => key);

test('shows the certainty of a suspected error, and the ratio of accepted errors', async () => {
  const decisions = { accepted: 12, dismissed: 8 };
  showImageWithSuspects([{ ...missingObject, run: createId(800), sureness: 0.64 }], {
    [LIST_RUNS]: page([{ ...createRunRow(800), decisions }]),
  });
  const bar = within(await findBar());
  expect(bar.getByText('64 % certain')).toBeVisible();
  expect(await bar.findByText('12 of 20 accepted')).toBeVisible();
});

test('a key accepts a missing object, and undo reverts the shape and the decision', async () => {
  const { stub, states } = showImageWithSuspects([missingObject]);
  expect(await findBar()).toHaveTextContent('1 suspected error');
  expect(screen.getByText('The model sees Plate here (93 %), but it is not drawn.')).toBeVisible();
  expect(getSuggestion()).toEqual([100, 100, 200, 100, 200, 180, 100, 180]);
  expect(getShapes()).toHaveLength(1);
  fireEvent.keyDown(window, { key: 'a', code: 'KeyA' });
  await waitFor(() => expect(getShapes()).toHaveLength(2));
  expect(getShapes()[1]).toMatchObject({ kind: 'object', labelId: plate.id, data: [100, 100, 200, 180] });
  await waitFor(() => expect(states.get(missingObject.id)).toBe('accepted'));
  await waitUntilSaved();
  // The decision is sent after the shape that it refers to.
  expect(listWrites(stub)).toEqual([CREATE_OBJECT, UPDATE_SUSPECT]);
  expect(stub.getRequests(CREATE_OBJECT)[0]?.body).toMatchObject({ source: 'prediction' });
  expect(screen.queryByRole('region', { name: 'Suspected errors' })).toBeNull();
  expect(getSuggestion()).toBeNull();
  await pressUndo();
  expect(getShapes()).toHaveLength(1);
  await waitFor(() => expect(states.get(missingObject.id)).toBe('open'));
  expect(await findBar()).toHaveTextContent('it is not drawn');
  await userEvent.click(screen.getByRole('button', { name: 'Redo' }));
  await waitFor(() => expect(states.get(missingObject.id)).toBe('accepted'));
  expect(getShapes()).toHaveLength(2);
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeEnabled();
});

const SUGGESTIONS = [
  ['The model predicts Plate, not Cup.', 'Change to Plate', wrongLabel, [{ labelId: plate.id, data: [0, 0, 40, 40] }]],
  ['The model does not see Cup here.', 'Delete shape', superfluousObject, []],
  [
    'The model predicts a different box for this Cup.',
    'Use predicted box',
    misplacedObject,
    [{ labelId: cup.id, data: [25, 0, 75, 40] }],
  ],
] as const;
test.each(SUGGESTIONS.slice(0, isLongRun ? undefined : 1))(
  'suggestion "%s" is applied by "%s" as one undo step',
  async (descriptionText, action, suspect, shapesAfter) => {
    const { states } = showImageWithSuspects([suspect]);
    const shapesBefore = [{ labelId: cup.id, data: [0, 0, 40, 40] }];
    expect(await screen.findByText(descriptionText)).toBeVisible();
    expect(getSuggestion()).not.toBeNull();
    expect(getShapes()).toMatchObject(shapesBefore);
    await userEvent.click(screen.getByRole('button', { name: action }));
    expect(getShapes()).toMatchObject(shapesAfter);
    await waitFor(() => expect(states.get(suspect.id)).toBe('accepted'));
    expect(await screen.findByText('You have reviewed all suspected errors of this image.')).toBeVisible();
    await pressUndo();
    expect(getShapes()).toMatchObject(shapesBefore);
    await waitFor(() => expect(states.get(suspect.id)).toBe('open'));
    expect(shownCanvas.editor!.document.canUndo).toBe(false);
  },
);

test('dismissing a suspected error shows the next one, and undo reopens it', async () => {
  const { stub, states } = showImageWithSuspects([missingObject, wrongLabel]);
  expect(await findBar()).toHaveTextContent('2 suspected errors');
  fireEvent.keyDown(window, { key: 'd', code: 'KeyD' });
  expect(await screen.findByText('The model predicts Plate, not Cup.')).toBeVisible();
  expect(await findBar()).toHaveTextContent('1 suspected error');
  await waitFor(() => expect(states.get(missingObject.id)).toBe('dismissed'));
  await waitUntilSaved();
  expect(listWrites(stub)).toEqual([UPDATE_SUSPECT]);
  expect(getShapes()).toHaveLength(1);
  await pressUndo();
  expect(await screen.findByText('The model sees Plate here (93 %), but it is not drawn.')).toBeVisible();
  await waitFor(() => expect(states.get(missingObject.id)).toBe('open'));
});

test('a held key or a double click decides on only one suspected error', async () => {
  const { states } = showImageWithSuspects([missingObject, wrongLabel]);
  await findBar();
  fireEvent.keyDown(window, { key: 'd', code: 'KeyD' });
  await screen.findByText('The model predicts Plate, not Cup.');
  fireEvent.keyDown(window, { key: 'd', code: 'KeyD', repeat: true });
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }), { detail: 2 });
  await waitUntilSaved();
  expect([...states]).toEqual([[missingObject.id, 'dismissed']]);
  expect(screen.getByText('The model predicts Plate, not Cup.')).toBeVisible();
});

testInLongRun('a suggestion for a locked shape is rejected with a reason', async () => {
  const { states } = showImageWithSuspects([superfluousObject]);
  await findBar();
  act(() => shownCanvas.editor!.setLocked([getShapes()[0]!.id], true));
  await userEvent.click(screen.getByRole('button', { name: 'Delete shape' }));
  expect(within(await findBar()).getByText('The shape is locked. Unlock it first.')).toBeVisible();
  expect(getShapes()).toHaveLength(1);
  expect(states.size).toBe(0);
  act(() => shownCanvas.editor!.setLocked([getShapes()[0]!.id], false));
  await userEvent.click(screen.getByRole('button', { name: 'Delete shape' }));
  expect(getShapes()).toHaveLength(0);
  await waitUntilSaved();
});

testInLongRun('a suspected error disappears when the user fixes it, and an undo shows it again', async () => {
  showImageWithSuspects([superfluousObject]);
  await findBar();
  act(() => void shownCanvas.editor!.document.delete(getShapes()[0]!.id));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Suspected errors' })).toBeNull());
  await pressUndo();
  expect(await findBar()).toHaveTextContent('The model does not see Cup here');
  await waitUntilSaved();
});

test('a decision is stored while offline and sent later', async () => {
  const { stub, states } = showImageWithSuspects([missingObject], {
    [CREATE_OBJECT]: failWith(0),
    [UPDATE_SUSPECT]: failWith(0),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Draw Plate' }));
  expect(getShapes()).toHaveLength(2);
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Suspected errors' })).toBeNull());
  await waitFor(() => expect(stub.getRequests(CREATE_OBJECT).length).toBeGreaterThan(0));
  expect(states.size).toBe(0);
  expect(screen.getByRole('status', { name: 'Save state' })).not.toHaveTextContent('Saved');
  stub.addHandlers({
    [CREATE_OBJECT]: ({ body }: StubRequest) => ({ ...createObjectRow(77, createImageRow(1)), ...(body as object), version: 1 }),
    [UPDATE_SUSPECT]: ({ params, body }: StubRequest) => void states.set(params.id ?? '', (body as { state: string }).state),
  });
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(states.get(missingObject.id)).toBe('accepted'), { timeout: 5000 });
});

describe('suspected errors of recognition labels', () => {
  const imageSuspectFields = { domain: 'recognition', shape: null } as const;
  /** Id of another object. Earlier tests deleted and restored the first object, so the outbox has stored a new id for it. */
  const labelledShapeId = createId(38);

  function showLabelSuspect(suspect: Suspect, labelOfImage: RecognitionLabel, value: number | null = null) {
    const valueByLabelId = new Map<string, number | null>([[labelOfImage.id, value]]);
    const allLabels = [ripe, raw, sizeLabel];
    const image = createImageRow((lastImageNumber += 1));
    const decisions: string[] = [];
    const changeLabel = ({ body }: StubRequest) => {
      const { label_id, value: newValue = null } = body as { label_id: string; value?: number };
      valueByLabelId.set(label_id, newValue);
      return {};
    };
    const removeLabel = ({ body }: StubRequest) => {
      valueByLabelId.delete((body as { label_id: string }).label_id);
      return {};
    };
    const listPresentLabels = () =>
      allLabels
        .filter(({ id }) => valueByLabelId.has(id))
        .map(({ id, name, type }) => ({ id, name, type, value: valueByLabelId.get(id) }));
    const stub = showImage({
      image,
      handlers: {
        'GET /recognition/v2/training-image/{id}': () => ({
          ...image,
          labels: suspect.shape === null ? listPresentLabels() : [],
        }),
        'GET /detection/v2/object/': page([{ ...createObjectRow(38, image), detection_label: cup }]),
        'GET /detection/v2/object/{id}': () => ({
          ...createObjectRow(38, image),
          detection_label: cup,
          recognition_labels: listPresentLabels(),
        }),
        'POST /detection/v2/object/{id}/add-label': changeLabel,
        'POST /detection/v2/object/{id}/remove-label': removeLabel,
        'GET /recognition/v2/label/': page(allLabels),
        'GET /recognition/v2/task/': page([
          { id: createId(60), name: 'Ripeness', type: 'multi_class', labels: [ripe, raw], negative_label: null },
        ]),
        'POST /recognition/v2/training-image/{id}/add-label': changeLabel,
        'POST /recognition/v2/training-image/{id}/update-value': changeLabel,
        'POST /recognition/v2/training-image/{id}/remove-label': removeLabel,
        [LIST_RUNS]: page([createRunRow(800)]),
        [LIST_SUSPECTS]: () => page(decisions.at(-1) === 'accepted' ? [] : [{ ...suspect, image: image.id }]),
        [UPDATE_SUSPECT]: ({ body }: StubRequest) => {
          decisions.push((body as { state: string }).state);
          return { ...suspect, state: decisions.at(-1) };
        },
      },
    });
    return { stub, labels: valueByLabelId, states: decisions };
  }
  const toReference = ({ id, name, color }: RecognitionLabel) => ({ id, name, color });

  test('replacing an image label is one undo step', async () => {
    const suspect = createSuspectRow(createId(1101), {
      ...imageSuspectFields,
      kind: 'other_label',
      label: toReference(ripe),
      said: { label: toReference(raw), prob: 0.9 },
    });
    const { stub, labels, states } = showLabelSuspect(suspect, ripe);
    expect(await screen.findByText('The model predicts Raw, not Ripe.')).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: 'Change to Raw' }));
    await waitFor(() => expect(states).toEqual(['accepted']));
    expect([...labels.keys()]).toEqual([raw.id]);
    await pressUndo();
    await waitFor(() => expect(states.at(-1)).toBe('open'));
    await waitFor(() => expect([...labels.keys()]).toEqual([ripe.id]));
    const addRequests = stub.getRequests('POST /recognition/v2/training-image/{id}/add-label');
    expect(addRequests.map(({ body }) => (body as { source?: string }).source)).toEqual(['prediction', undefined]);
  });

  testInLongRun('replacing an object label highlights the object and can be undone', async () => {
    const suspect = createSuspectRow(createId(1103), {
      domain: 'recognition',
      shape: labelledShapeId,
      kind: 'other_label',
      label: toReference(ripe),
      said: { label: toReference(raw), prob: 0.9 },
    });
    const { labels, states } = showLabelSuspect(suspect, ripe);
    expect(await screen.findByText('The model predicts Raw, not Ripe.')).toBeVisible();
    expect(getSuggestion()).toEqual([0, 0, 40, 0, 40, 40, 0, 40]);
    const acceptButton = screen.getByRole('button', { name: 'Change to Raw' });
    await waitFor(() => expect(acceptButton).not.toHaveAttribute('aria-disabled', 'true'));
    await userEvent.click(acceptButton);
    await waitFor(() => expect(states).toEqual(['accepted']));
    expect([...labels.keys()]).toEqual([raw.id]);
    await pressUndo();
    await waitFor(() => expect(states.at(-1)).toBe('open'));
    await waitFor(() => expect([...labels.keys()]).toEqual([ripe.id]));
    expect(await findBar()).toHaveTextContent('1 suspected error');
  });

  test('a suspected error of an object disappears when the labels of the object have changed', async () => {
    const suspectFields = { domain: 'recognition', shape: labelledShapeId, kind: 'superfluous' } as const;
    const { stub } = showLabelSuspect(
      createSuspectRow(createId(1104), { ...suspectFields, label: toReference(raw), said: { label: null, prob: null } }),
      ripe,
    );
    expect(await screen.findByText('The model does not see Raw in this object.')).toBeVisible();
    await waitFor(() => expect(stub.getRequests('GET /detection/v2/object/{id}')).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Suspected errors' })).toBeNull());
  });

  test('an accepted value is rounded to the range of its label', async () => {
    const suspect = createSuspectRow(createId(1102), {
      ...imageSuspectFields,
      kind: 'value',
      label: toReference(sizeLabel),
      said: { label: toReference(sizeLabel), prob: null, value: 7.31 },
    });
    const { labels, states } = showLabelSuspect(suspect, sizeLabel, 2);
    expect(await screen.findByText('The model predicts 7.5 for Size, not 2.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Set to 7.5' }));
    await waitFor(() => expect(states).toEqual(['accepted']));
    expect(labels.get(sizeLabel.id)).toBe(7.5);
    await waitUntilSaved();
  });
});

test('suspected errors below the minimum certainty are not shown', async () => {
  const { image, stub } = showImageWithSuspects([missingObject]);
  await findBar();
  const { result } = renderHook(() => useSuspects(image.id, 95), { wrapper: SessionProvider });
  expect(result.current).toEqual([]);
  await waitFor(() => expect(stub.getRequests(LIST_SUSPECTS).at(-1)!.query).toMatchObject({ sureness_from: 0.95 }));
});

testInLongRun('a server without prediction runs is queried once, and no suspected errors are shown', async () => {
  const { stub } = showImageWithSuspects([], { [LIST_RUNS]: failWith(404, 'There is nothing at this address.') });
  expect(await screen.findByRole('tab', { name: 'List of items' })).toBeVisible();
  await waitFor(() => expect(stub.getRequests(LIST_RUNS)).toHaveLength(1));
  expect(stub.getRequests(LIST_SUSPECTS)).toEqual([]);
  expect(screen.queryByRole('region', { name: 'Suspected errors' })).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});
