import 'fake-indexeddb/auto';
import { SessionProvider } from '@console/shared-auth';
import { failWith, page, type StubHandlers, type StubRequest } from '@console/shared-auth/testing';
import type { RecognitionLabel, Suspect } from '@console/shared-contract/api';
import { act, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createId, createImageRow, createObjectRow, createRunRow } from '../../browser/testing';
import type { Editor } from '../../editor';
import { createSuspectRow } from '../../outbox/testing/writes';
import { showImage, waitUntilSaved } from '../testing/show-image';
import { useSuspects } from './use-suspects';
import { cup, misplaced, missing, object, other, plate, superfluous } from './testing/suspect-rows';

/** The editor that the fake canvas shows. The real canvas uses konva and is tested in a browser. */
const mockCanvas: { editor?: Editor } = {};
jest.mock('../../editor/view', () => {
  const fake = jest.requireActual<{ AnnotationCanvas: (props: { editor: Editor }) => ReactNode }>('../testing/fake-canvas');
  return {
    ...fake,
    AnnotationCanvas: (props: { editor: Editor }) => {
      mockCanvas.editor = props.editor;
      return fake.AnnotationCanvas(props);
    },
  };
});

const RUNS = 'GET /annotate/v2/prediction-run/';
const SUSPECTS = 'GET /annotate/v2/suspect/';
const DECIDE = 'PUT /annotate/v2/suspect/{id}';
const CREATE = 'POST /detection/v2/object/';

let nextImage = 2000;

/** Shows an image with one cup and its suspected annotation errors. The stub server stores the decisions. */
function show(suspects: readonly Suspect[], handlers: StubHandlers = {}) {
  const image = createImageRow((nextImage += 1));
  const states = new Map<string, string>();
  const rows = new Map([[object, { ...createObjectRow(31, image), detection_label: cup }]]);
  const stub = showImage({
    image,
    handlers: {
      [RUNS]: page([createRunRow(800)]),
      [SUSPECTS]: () =>
        page(suspects.filter(({ id }) => (states.get(id) ?? 'open') === 'open').map((row) => ({ ...row, image: image.id }))),
      [DECIDE]: ({ params, body }: StubRequest) => {
        const { state } = body as { state: string };
        states.set(params.id ?? '', state);
        return { ...suspects.find(({ id }) => id === params.id), state };
      },
      'GET /detection/v2/object/': () => page([...rows.values()]),
      'POST /detection/v2/object/bulk': failWith(404),
      [CREATE]: ({ body }: StubRequest) => ({ ...createObjectRow(77, image), ...(body as object), version: 1 }),
      'PUT /detection/v2/object/{id}/': ({ body }: StubRequest) => ({ ...rows.get(object), ...(body as object), version: 2 }),
      'DELETE /detection/v2/object/{id}': {},
      ...handlers,
    },
  });
  return { stub, states, image };
}
const findBar = () => screen.findByRole('region', { name: 'Suspected errors' });
const getShapes = () => mockCanvas.editor!.document.getShapes();
const getSuggestion = () => mockCanvas.editor!.topics.suggestion.getSnapshot();
const pressUndo = async () => userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
const listWrites = (stub: ReturnType<typeof show>['stub']) =>
  stub.requests.filter(({ key }) => !key.startsWith('GET') && !key.endsWith('/bulk')).map(({ key }) => key);

test('shows the certainty of the suspect, and how many reviewed suspects were accepted', async () => {
  const decisions = { accepted: 12, dismissed: 8 };
  show([{ ...missing, run: createId(800), sureness: 0.64 }], { [RUNS]: page([{ ...createRunRow(800), decisions }]) });
  const bar = within(await findBar());
  expect(bar.getByText('64 % certain')).toBeVisible();
  expect(await bar.findByText('12 of 20 accepted')).toBeVisible();
});

test('a key draws a missing object, and undo reverts shape and decision', async () => {
  const { stub, states } = show([missing]);
  expect(await findBar()).toHaveTextContent('1 suspected error');
  expect(screen.getByText('The model sees Plate here (93 %), but it is not drawn.')).toBeVisible();
  expect(getSuggestion()).toEqual([100, 100, 200, 100, 200, 180, 100, 180]);
  expect(getShapes()).toHaveLength(1);
  fireEvent.keyDown(window, { key: 'a', code: 'KeyA' });
  await waitFor(() => expect(getShapes()).toHaveLength(2));
  expect(getShapes()[1]).toMatchObject({ kind: 'object', labelId: plate.id, data: [100, 100, 200, 180] });
  await waitFor(() => expect(states.get(missing.id)).toBe('accepted'));
  await waitUntilSaved();
  // The decision is sent after the shape that it refers to.
  expect(listWrites(stub)).toEqual([CREATE, DECIDE]);
  expect(stub.getRequests(CREATE)[0]?.body).toMatchObject({ source: 'prediction' });
  expect(screen.queryByRole('region', { name: 'Suspected errors' })).toBeNull();
  expect(getSuggestion()).toBeNull();
  await pressUndo();
  expect(getShapes()).toHaveLength(1);
  await waitFor(() => expect(states.get(missing.id)).toBe('open'));
  expect(await findBar()).toHaveTextContent('it is not drawn');
  await userEvent.click(screen.getByRole('button', { name: 'Redo' }));
  await waitFor(() => expect(states.get(missing.id)).toBe('accepted'));
  expect(getShapes()).toHaveLength(2);
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeEnabled();
});

test.each([
  ['The model predicts Plate, not Cup.', 'Change to Plate', other, [{ labelId: plate.id, data: [0, 0, 40, 40] }]],
  ['The model does not see Cup here.', 'Delete shape', superfluous, []],
  [
    'The model predicts a different box for this Cup.',
    'Use predicted box',
    misplaced,
    [{ labelId: cup.id, data: [25, 0, 75, 40] }],
  ],
] as const)('"%s": "%s" applies as one step', async (says, action, suspect, after) => {
  const { states } = show([suspect]);
  const before = [{ labelId: cup.id, data: [0, 0, 40, 40] }];
  expect(await screen.findByText(says)).toBeVisible();
  expect(getSuggestion()).not.toBeNull();
  expect(getShapes()).toMatchObject(before);
  await userEvent.click(screen.getByRole('button', { name: action }));
  expect(getShapes()).toMatchObject(after);
  await waitFor(() => expect(states.get(suspect.id)).toBe('accepted'));
  expect(await screen.findByText('You have reviewed all suspected errors of this image.')).toBeVisible();
  await pressUndo();
  expect(getShapes()).toMatchObject(before);
  await waitFor(() => expect(states.get(suspect.id)).toBe('open'));
  expect(mockCanvas.editor!.document.canUndo).toBe(false);
});

test('a dismissed suspect shows the next one, and undo reopens it', async () => {
  const { stub, states } = show([missing, other]);
  expect(await findBar()).toHaveTextContent('2 suspected errors');
  fireEvent.keyDown(window, { key: 'd', code: 'KeyD' });
  expect(await screen.findByText('The model predicts Plate, not Cup.')).toBeVisible();
  expect(await findBar()).toHaveTextContent('1 suspected error');
  await waitFor(() => expect(states.get(missing.id)).toBe('dismissed'));
  await waitUntilSaved();
  expect(listWrites(stub)).toEqual([DECIDE]);
  expect(getShapes()).toHaveLength(1);
  await pressUndo();
  expect(await screen.findByText('The model sees Plate here (93 %), but it is not drawn.')).toBeVisible();
  await waitFor(() => expect(states.get(missing.id)).toBe('open'));
});

test('a held key or a double click decides on only one suspect', async () => {
  const { states } = show([missing, other]);
  await findBar();
  fireEvent.keyDown(window, { key: 'd', code: 'KeyD' });
  await screen.findByText('The model predicts Plate, not Cup.');
  fireEvent.keyDown(window, { key: 'd', code: 'KeyD', repeat: true });
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }), { detail: 2 });
  await waitUntilSaved();
  expect([...states]).toEqual([[missing.id, 'dismissed']]);
  expect(screen.getByText('The model predicts Plate, not Cup.')).toBeVisible();
});

test('a locked shape stays unchanged and the reason is shown', async () => {
  const { states } = show([superfluous]);
  await findBar();
  act(() => mockCanvas.editor!.setLocked([getShapes()[0]!.id], true));
  await userEvent.click(screen.getByRole('button', { name: 'Delete shape' }));
  expect(within(await findBar()).getByText('The shape is locked. Unlock it first.')).toBeVisible();
  expect(getShapes()).toHaveLength(1);
  expect(states.size).toBe(0);
  act(() => mockCanvas.editor!.setLocked([getShapes()[0]!.id], false));
  await userEvent.click(screen.getByRole('button', { name: 'Delete shape' }));
  expect(getShapes()).toHaveLength(0);
  await waitUntilSaved();
});

test('a suspect disappears when the user fixes the error, until an undo', async () => {
  show([superfluous]);
  await findBar();
  act(() => void mockCanvas.editor!.document.delete(getShapes()[0]!.id));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Suspected errors' })).toBeNull());
  await pressUndo();
  expect(await findBar()).toHaveTextContent('The model does not see Cup here');
  await waitUntilSaved();
});

test('a decision is stored while offline and sent later', async () => {
  const { stub, states } = show([missing], { [CREATE]: failWith(0), [DECIDE]: failWith(0) });
  await userEvent.click(await screen.findByRole('button', { name: 'Draw Plate' }));
  expect(getShapes()).toHaveLength(2);
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Suspected errors' })).toBeNull());
  await waitFor(() => expect(stub.getRequests(CREATE).length).toBeGreaterThan(0));
  expect(states.size).toBe(0);
  expect(screen.getByRole('status', { name: 'Save state' })).not.toHaveTextContent('Saved');
  stub.addHandlers({
    [CREATE]: ({ body }: StubRequest) => ({ ...createObjectRow(77, createImageRow(1)), ...(body as object), version: 1 }),
    [DECIDE]: ({ params, body }: StubRequest) => void states.set(params.id ?? '', (body as { state: string }).state),
  });
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(states.get(missing.id)).toBe('accepted'), { timeout: 5000 });
});

describe('suspects of labels', () => {
  const createLabel = (number: number, name: string, fields: Partial<RecognitionLabel> = {}) =>
    ({
      id: createId(number),
      name,
      color: '#00aa88',
      type: 'category',
      min_value: null,
      max_value: null,
      step_value: null,
      ...fields,
    }) as RecognitionLabel;
  const ripe = createLabel(51, 'Ripe');
  const raw = createLabel(52, 'Raw');
  const size = createLabel(53, 'Size', { type: 'value', min_value: 0, max_value: 10, step_value: 0.5 });
  const ofImage = { domain: 'recognition', shape: null } as const;
  /** Id of another object. Earlier tests deleted and restored the first object, so the outbox has stored a new id for it. */
  const labelledShapeId = createId(38);

  function showLabels(suspect: Suspect, labelOfImage: RecognitionLabel, value: number | null = null) {
    const labels = new Map<string, number | null>([[labelOfImage.id, value]]);
    const allLabels = [ripe, raw, size];
    const image = createImageRow((nextImage += 1));
    const states: string[] = [];
    const change = ({ body }: StubRequest) => {
      const { label_id, value: set = null } = body as { label_id: string; value?: number };
      labels.set(label_id, set);
      return {};
    };
    const remove = ({ body }: StubRequest) => {
      labels.delete((body as { label_id: string }).label_id);
      return {};
    };
    const listPresentLabels = () =>
      allLabels.filter(({ id }) => labels.has(id)).map(({ id, name, type }) => ({ id, name, type, value: labels.get(id) }));
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
        'POST /detection/v2/object/{id}/add-label': change,
        'POST /detection/v2/object/{id}/remove-label': remove,
        'GET /recognition/v2/label/': page(allLabels),
        'GET /recognition/v2/task/': page([
          { id: createId(60), name: 'Ripeness', type: 'multi_class', labels: [ripe, raw], negative_label: null },
        ]),
        'POST /recognition/v2/training-image/{id}/add-label': change,
        'POST /recognition/v2/training-image/{id}/update-value': change,
        'POST /recognition/v2/training-image/{id}/remove-label': remove,
        [RUNS]: page([createRunRow(800)]),
        [SUSPECTS]: () => page(states.at(-1) === 'accepted' ? [] : [{ ...suspect, image: image.id }]),
        [DECIDE]: ({ body }: StubRequest) => {
          states.push((body as { state: string }).state);
          return { ...suspect, state: states.at(-1) };
        },
      },
    });
    return { stub, labels, states };
  }
  const toReference = ({ id, name, color }: RecognitionLabel) => ({ id, name, color });

  test('replacing an image label is one undo step', async () => {
    const suspect = createSuspectRow(createId(1101), {
      ...ofImage,
      kind: 'other_label',
      label: toReference(ripe),
      said: { label: toReference(raw), prob: 0.9 },
    });
    const { stub, labels, states } = showLabels(suspect, ripe);
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

  test('replacing an object label highlights the object and can be undone', async () => {
    const suspect = createSuspectRow(createId(1103), {
      domain: 'recognition',
      shape: labelledShapeId,
      kind: 'other_label',
      label: toReference(ripe),
      said: { label: toReference(raw), prob: 0.9 },
    });
    const { labels, states } = showLabels(suspect, ripe);
    expect(await screen.findByText('The model predicts Raw, not Ripe.')).toBeVisible();
    expect(getSuggestion()).toEqual([0, 0, 40, 0, 40, 40, 0, 40]);
    const accept = screen.getByRole('button', { name: 'Change to Raw' });
    await waitFor(() => expect(accept).not.toHaveAttribute('aria-disabled', 'true'));
    await userEvent.click(accept);
    await waitFor(() => expect(states).toEqual(['accepted']));
    expect([...labels.keys()]).toEqual([raw.id]);
    await pressUndo();
    await waitFor(() => expect(states.at(-1)).toBe('open'));
    await waitFor(() => expect([...labels.keys()]).toEqual([ripe.id]));
    expect(await findBar()).toHaveTextContent('1 suspected error');
  });

  test('a suspect of an object disappears when its labels have changed', async () => {
    const fields = { domain: 'recognition', shape: labelledShapeId, kind: 'superfluous' } as const;
    const { stub } = showLabels(
      createSuspectRow(createId(1104), { ...fields, label: toReference(raw), said: { label: null, prob: null } }),
      ripe,
    );
    expect(await screen.findByText('The model does not see Raw in this object.')).toBeVisible();
    await waitFor(() => expect(stub.getRequests('GET /detection/v2/object/{id}')).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Suspected errors' })).toBeNull());
  });

  test('an accepted value is rounded to the range of its label', async () => {
    const suspect = createSuspectRow(createId(1102), {
      ...ofImage,
      kind: 'value',
      label: toReference(size),
      said: { label: toReference(size), prob: null, value: 7.31 },
    });
    const { labels, states } = showLabels(suspect, size, 2);
    expect(await screen.findByText('The model predicts 7.5 for Size, not 2.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Set to 7.5' }));
    await waitFor(() => expect(states).toEqual(['accepted']));
    expect(labels.get(size.id)).toBe(7.5);
    await pressUndo();
    await waitFor(() => expect(labels.get(size.id)).toBe(2));
  });
});

test('suspects with another minimum certainty are not shown', async () => {
  const { image, stub } = show([missing]);
  await findBar();
  const { result } = renderHook(() => useSuspects(image.id, 95), { wrapper: SessionProvider });
  expect(result.current).toEqual([]);
  await waitFor(() => expect(stub.getRequests(SUSPECTS).at(-1)!.query).toMatchObject({ sureness_from: 0.95 }));
});

test('an older server is queried once, and nothing is shown', async () => {
  const { stub } = show([], { [RUNS]: failWith(404, 'There is nothing at this address.') });
  expect(await screen.findByRole('tab', { name: 'List of items' })).toBeVisible();
  await waitFor(() => expect(stub.getRequests(RUNS)).toHaveLength(1));
  expect(stub.getRequests(SUSPECTS)).toEqual([]);
  expect(screen.queryByRole('region', { name: 'Suspected errors' })).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});
