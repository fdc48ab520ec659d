import 'fake-indexeddb/auto';
import { failWith, page, type StubRequest } from '@console/shared-auth/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createId } from '../../browser/testing';
import { showImage, waitUntilSaved } from '../testing/show-image';
import {
  apple,
  toAttachedLabel,
  bruised,
  faultless,
  faultsTask,
  gramsTask,
  kindTask,
  createLabelServer,
  pear,
  ripe,
  weight,
} from '../testing/label-server';

// The real canvas uses konva and is tested in a browser.
jest.mock('../../editor/view', () => jest.requireActual<object>('../testing/fake-canvas'));

const CONFLICT_MESSAGE = 'Please select only one categor (Categorization Task) or disable Negative-Tag (Tagging Task).';
const openTab = async (tab: string | RegExp) => userEvent.click(await screen.findByRole('tab', { name: tab }));
const findPanel = async (name: string) => within(await screen.findByRole('region', { name }));
const pressUndo = () => userEvent.click(screen.getByRole('button', { name: 'Undo' }));

async function showRecognition(labelServer = createLabelServer()) {
  const stub = showImage({ handlers: labelServer.handlers });
  await openTab(/^Recognition/);
  await screen.findByRole('region', { name: 'Kind' });
  return { stub, labelServer };
}

test('a category replaces another one in one undo step', async () => {
  const { labelServer } = await showRecognition(createLabelServer([toAttachedLabel(apple), toAttachedLabel(ripe)]));
  const taskPanel = await findPanel('Kind');
  await userEvent.click(taskPanel.getByRole('button', { name: 'Pear' }));
  expect(await taskPanel.findByRole('button', { name: 'Pear', pressed: true })).toBeVisible();
  expect(taskPanel.getByRole('button', { name: 'Apple', pressed: false })).toBeVisible();
  await waitFor(() => expect(labelServer.listImageLabels()).toEqual(['Pear', 'Ripe']));
  await pressUndo();
  expect(await taskPanel.findByRole('button', { name: 'Apple', pressed: true })).toBeVisible();
  await waitFor(() => expect(labelServer.listImageLabels()).toEqual(['Apple', 'Ripe']));
  await userEvent.click(screen.getByRole('button', { name: 'Redo' }));
  await waitFor(() => expect(labelServer.listImageLabels()).toEqual(['Pear', 'Ripe']));
});

test('the second of two quickly clicked categories replaces the first', async () => {
  const { labelServer } = await showRecognition(createLabelServer([toAttachedLabel(ripe)]));
  const taskPanel = await findPanel('Kind');
  fireEvent.click(taskPanel.getByRole('button', { name: 'Apple' }));
  fireEvent.click(taskPanel.getByRole('button', { name: 'Pear' }));
  expect(taskPanel.getByRole('button', { name: 'Pear', pressed: true })).toBeVisible();
  expect(taskPanel.getByRole('button', { name: 'Apple', pressed: false })).toBeVisible();
  await waitUntilSaved();
  await waitFor(() => expect(labelServer.listImageLabels()).toEqual(['Pear', 'Ripe']));
  await pressUndo();
  await pressUndo();
  await waitFor(() => expect(labelServer.listImageLabels()).toEqual(['Ripe']));
});

testInLongRun('the label picker applies the same exclusion rules', async () => {
  const { labelServer } = await showRecognition(createLabelServer([toAttachedLabel(ripe), toAttachedLabel(bruised)]));
  await userEvent.click(screen.getByRole('combobox', { name: 'Add label' }));
  await userEvent.click(await screen.findByRole('option', { name: /^Faultless\s*Tag · Faults$/ }));
  await waitFor(() => expect(labelServer.listImageLabels()).toEqual(['Faultless']));
});

testInLongRun('the picker lists the most recently used label first', async () => {
  await showRecognition();
  const getLabelPicker = () => screen.getByRole('combobox', { name: 'Add label' });
  await userEvent.click(getLabelPicker());
  await userEvent.click(await screen.findByRole('option', { name: /^Ripe/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Ripe' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove Ripe' })).toBeNull());
  await userEvent.click(getLabelPicker());
  expect((await screen.findAllByRole('option'))[0]).toHaveTextContent(/^Ripe/);
  await waitUntilSaved();
});

testInLongRun('removing a label focuses the next one, and then the picker', async () => {
  await showRecognition(createLabelServer([toAttachedLabel(apple), toAttachedLabel(ripe)]));
  const listNames = () => screen.getAllByRole('button', { name: /^Remove / }).map((button) => button.getAttribute('aria-label'));
  expect(screen.getByText('Labels Present:')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Remove Apple' }));
  await waitFor(() => expect(listNames()).toEqual(['Remove Ripe']));
  expect(screen.getByRole('button', { name: 'Remove Ripe' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Remove / })).toBeNull());
  expect(screen.getByRole('combobox', { name: 'Add label' })).toHaveFocus();
  expect(screen.getByText('No labels are present.')).toBeVisible();
  await waitUntilSaved();
});

test('labels that exclude each other show one warning', async () => {
  const { labelServer } = await showRecognition(
    createLabelServer([toAttachedLabel(apple), toAttachedLabel(pear), toAttachedLabel(ripe), toAttachedLabel(faultless)]),
  );
  expect(screen.getAllByText(CONFLICT_MESSAGE)).toHaveLength(1);
  await userEvent.click((await findPanel('Kind')).getByRole('button', { name: 'Apple' }));
  await (await findPanel('Kind')).findByRole('button', { name: 'Apple', pressed: false });
  expect(screen.getByText(CONFLICT_MESSAGE)).toBeVisible();
  await userEvent.click((await findPanel('Faults')).getByRole('button', { name: 'Faultless' }));
  await waitFor(() => expect(screen.queryByText(CONFLICT_MESSAGE)).toBeNull());
  await waitFor(() => expect(labelServer.listImageLabels()).toEqual(['Pear', 'Ripe']));
  await openTab('List of items');
  expect(screen.queryByText(CONFLICT_MESSAGE)).toBeNull();
});

test('a value label starts at its minimum, and dragging its slider is one undo step', async () => {
  const { labelServer } = await showRecognition();
  const taskPanel = await findPanel('Grams');
  await userEvent.click(taskPanel.getByRole('button', { name: 'Weight' }));
  const slider = await taskPanel.findByRole('slider', { name: 'Value of Weight' });
  expect([slider.getAttribute('min'), slider.getAttribute('max'), slider.getAttribute('step')]).toEqual(['10', '50', '5']);
  await waitFor(() => expect(labelServer.listImageLabels()).toEqual(['Weight 10']));
  for (const value of [15, 20, 30]) fireEvent.change(slider, { target: { value } });
  expect(await taskPanel.findByRole('button', { name: 'Weight: 30' })).toBeVisible();
  await waitFor(() => expect(labelServer.listImageLabels()).toEqual(['Weight 30']));
  await pressUndo();
  await waitFor(() => expect(labelServer.listImageLabels()).toEqual(['Weight 10']));
});

describe('a prediction of recognition labels', () => {
  const PREDICT_LABELS = 'POST /recognition/v2/classify/';
  const createResponse = (...labels: object[]) => ({
    records: [{ best_label: labels[0] ?? null, labels, _status: { code: 200, text: 'OK' } }],
    status: { code: 200, text: 'OK' },
  });
  const createPrediction = ({ id, name }: typeof apple, prob: number, value?: number) => ({ id, name, prob, value });

  test('starts on a double click and adds tags above 0.5 as one step', async () => {
    const { stub, labelServer } = await showRecognition(createLabelServer([toAttachedLabel(apple)]));
    stub.addHandlers({
      [PREDICT_LABELS]: createResponse(
        createPrediction(ripe, 0.9),
        createPrediction(bruised, 0.51),
        createPrediction(faultless, 0.5),
      ),
    });
    const button = (await findPanel('Faults')).getByRole('button', { name: 'Predict Faults' });
    await userEvent.click(button);
    expect(stub.getRequests(PREDICT_LABELS)).toEqual([]);
    await userEvent.dblClick(button);
    await waitFor(() => expect(labelServer.listImageLabels()).toEqual(['Apple', 'Bruised', 'Ripe']));
    expect(stub.getRequests(PREDICT_LABELS).map(({ body }) => body)).toMatchObject([
      { task_id: faultsTask.id, records: [{ _url: expect.stringMatching(/^http.*\/files\/1\.jpg$/) as string }] },
    ]);
    await pressUndo();
    await waitFor(() => expect(labelServer.listImageLabels()).toEqual(['Apple']));
  });

  testInLongRun('starts on Enter and adds the best category or the value', async () => {
    const { stub, labelServer } = await showRecognition(createLabelServer([toAttachedLabel(apple)]));
    stub.addHandlers({
      [PREDICT_LABELS]: ({ body }: StubRequest) =>
        (body as { task_id: string }).task_id === kindTask.id
          ? createResponse(createPrediction(pear, 0.6), createPrediction(apple, 0.4))
          : createResponse(createPrediction(weight, 1, 33.4)),
    });
    (await findPanel('Kind')).getByRole('button', { name: 'Predict Kind' }).focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(labelServer.listImageLabels()).toEqual(['Pear']));
    (await findPanel('Grams')).getByRole('button', { name: `Predict ${gramsTask.name}` }).focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(labelServer.listImageLabels()).toEqual(['Pear', 'Weight 35']));
    expect(stub.getRequests('POST /recognition/v2/training-image/{id}/add-label').map(({ body }) => body)).toMatchObject([
      { label_id: pear.id, source: 'prediction' },
      { label_id: weight.id, value: 35, source: 'prediction' },
    ]);
  });

  test('shows an error, can be retried, and sends the box of an object', async () => {
    const labelServer = createLabelServer();
    const stub = showImage({
      handlers: { ...labelServer.handlers, [PREDICT_LABELS]: failWith(400, 'There is no trained model.') },
    });
    await openTab('List of items');
    await userEvent.click(
      await within(await screen.findByRole('region', { name: 'Objects' })).findByRole('button', { name: /^Cup 1/ }),
    );
    const button = (await findPanel('Kind')).getByRole('button', { name: 'Predict Kind' });
    await userEvent.dblClick(button);
    expect(await screen.findByText('Prediction failed: There is no trained model.')).toBeVisible();
    const unreadableRecord = { best_label: null, labels: [], _status: { code: 400, text: 'This picture could not be read.' } };
    stub.addHandlers({ [PREDICT_LABELS]: { ...createResponse(), records: [unreadableRecord] } });
    await userEvent.dblClick(button);
    expect(await screen.findByText('Prediction failed: This picture could not be read.')).toBeVisible();
    stub.addHandlers({ [PREDICT_LABELS]: createResponse(createPrediction(apple, 0.8)) });
    await userEvent.dblClick(button);
    await waitFor(() => expect(labelServer.listObjectLabels()).toEqual(['Apple']));
    expect(screen.queryByText(/^Prediction failed/)).toBeNull();
    expect(stub.getRequests(PREDICT_LABELS)[2]?.body).toMatchObject({
      records: [{ _objects: [{ bound_box: [0, 0, 40, 40] }], _extract_object: true }],
    });
  });
});

test('Retry loads the labels again after a failure', async () => {
  const labelServer = createLabelServer([toAttachedLabel(apple)]);
  const stub = showImage({ handlers: { ...labelServer.handlers, 'GET /recognition/v2/label/': failWith(403) } });
  await openTab(/^Recognition/);
  const loadError = within(await screen.findByRole('alert'));
  expect(loadError.getByText('The labels could not be loaded.')).toBeVisible();
  stub.addHandlers({ 'GET /recognition/v2/label/': page([apple, pear]) });
  await userEvent.click(loadError.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('combobox', { name: 'Add label' })).toBeVisible();
});

testInLongRun('the list shows up to two labels of an object, and then their number', async () => {
  const labelServer = createLabelServer([], [toAttachedLabel(apple), toAttachedLabel(weight, 20)]);
  showImage({ handlers: labelServer.handlers });
  await openTab('List of items');
  const row = await within(await screen.findByRole('region', { name: 'Objects' })).findByRole('button', { name: /^Cup 1/ });
  expect(row).toHaveTextContent('Cup 1Apple, Weight (20)');
  await userEvent.click(row);
  await userEvent.click((await findPanel('Faults')).getByRole('button', { name: 'Ripe' }));
  await waitFor(() => expect(row).toHaveTextContent('Cup 13 labels'));
  await waitUntilSaved();
  expect(row).toHaveTextContent('Cup 13 labels');
  await pressUndo();
  await waitFor(() => expect(row).toHaveTextContent('Cup 1Apple, Weight (20)'));
  await waitFor(() => expect(labelServer.listObjectLabels()).toEqual(['Apple', 'Weight 20']));
});

testInLongRun('an object shows only the tasks that its label names', async () => {
  const labelServer = createLabelServer();
  showImage({
    handlers: {
      ...labelServer.handlers,
      'GET /detection/v2/label/': page([
        { id: createId(900), name: 'Cup', color: '#00aa88', recognition_tasks: [faultsTask.id] },
      ]),
    },
  });
  await openTab('List of items');
  await userEvent.click(
    await within(await screen.findByRole('region', { name: 'Objects' })).findByRole('button', { name: /^Cup 1/ }),
  );
  expect(await screen.findByRole('region', { name: 'Faults' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Kind' })).toBeNull();
});
