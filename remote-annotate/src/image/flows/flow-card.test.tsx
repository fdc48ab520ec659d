import 'fake-indexeddb/auto';
import { page, type StubHandlers } from '@console/shared-auth/testing';
import type { Flow, FlowGraph } from '@console/shared-contract/api';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createId, createImageRow } from '../../browser/testing';
import {
  apple,
  toAttachedLabel,
  bruised,
  faultsTask,
  kindTask,
  createLabelServer,
  pear,
  toResolvedFlow,
  ripe,
  type LabelServer,
} from '../testing/label-server';
import { showImage } from '../testing/show-image';

// The real canvas uses konva and is tested in a browser.
jest.mock('../../editor/view', () => jest.requireActual<object>('../testing/fake-canvas'));

const sortingFlow: FlowGraph = {
  root: ['kind'],
  actions: [
    { id: 'kind', type: 'switch', task: kindTask.id, cases: { [apple.id]: ['faults'], [pear.id]: ['pears'] } },
    { id: 'faults', type: 'recognition', task: faultsTask.id },
    { id: 'pears', type: 'list', labels: [ripe.id] },
  ],
};
const objectFlow: FlowGraph = {
  root: ['object-label'],
  actions: [
    { id: 'object-label', type: 'detection_switch', cases: { [createId(900)]: ['kind'] } },
    { id: 'kind', type: 'recognition', task: kindTask.id },
  ],
};
const createFlow = (number: number, name: string, json_data: FlowGraph): Flow => ({
  id: createId(number),
  workspace: createImageRow(1).workspace,
  name,
  description: '',
  json_data,
  top_node: null,
  valid: true,
  created: '2026-02-03T14:05:00.000Z',
  version: 1,
});
const flows = [
  createFlow(701, 'Sorting', sortingFlow),
  createFlow(702, 'Nothing', { root: [], actions: [] }),
  createFlow(703, 'Objects', objectFlow),
];

beforeEach(() => localStorage.clear());

async function showFlows(labelServer: LabelServer = createLabelServer(), otherHandlers: StubHandlers = {}) {
  const stub = showImage({
    handlers: {
      ...labelServer.handlers,
      'GET /flows/v2/flow/': page(flows),
      'GET /flows/v2/flow/{id}/json': ({ params }: { params: Record<string, string> }) =>
        toResolvedFlow(flows.find(({ id }) => id === params.id)?.json_data ?? { root: [], actions: [] }),
      ...otherHandlers,
    },
  });
  await userEvent.click(await screen.findByRole('tab', { name: /^Flows/ }));
  return { stub, labelServer };
}
async function selectFlow(name: string) {
  await userEvent.click(await screen.findByRole('combobox', { name: 'Flow' }));
  await userEvent.click(await screen.findByRole('option', { name }));
}
const pressLabel = async (region: string, name: string) =>
  userEvent.click(within(await screen.findByRole('region', { name: region })).getByRole('button', { name }));

test('the selected flow is stored, and an empty flow shows a message', async () => {
  await showFlows();
  expect(await screen.findByRole('combobox', { name: 'Flow' })).toHaveAttribute('placeholder', 'Please select flow ...');
  expect(screen.getByText('IMAGE')).toBeVisible();
  await selectFlow('Nothing');
  expect(await screen.findByText('This flow is empty!')).toBeVisible();
  expect(localStorage.getItem(`annotate.flow.${createImageRow(1).workspace}`)).toBe(createId(702));
});

testInLongRun('the picker is disabled when there are no flows', async () => {
  await showFlows(createLabelServer(), { 'GET /flows/v2/flow/': page([]) });
  const flowPicker = await screen.findByRole('combobox', { name: 'Flow' });
  expect(flowPicker).toHaveAttribute('placeholder', "You don't have any flows yet ...");
  expect(flowPicker).toBeDisabled();
});

test('changing a label switches branches and removes their labels in one undo step', async () => {
  const { labelServer } = await showFlows(createLabelServer([toAttachedLabel(apple)]));
  await selectFlow('Sorting');
  expect(await screen.findByRole('group', { name: 'When Apple' })).toBeVisible();
  await pressLabel('Faults', 'Bruised');
  await waitFor(() => expect(labelServer.listImageLabels()).toEqual(['Apple', 'Bruised']));

  await pressLabel('Kind', 'Pear');
  expect(await screen.findByRole('group', { name: 'When Pear' })).toBeVisible();
  expect(screen.queryByRole('group', { name: 'When Apple' })).toBeNull();
  await waitFor(() => expect(labelServer.listImageLabels()).toEqual(['Pear']));

  await pressLabel('Kind', 'Pear');
  await waitFor(() => expect(screen.queryByRole('group', { name: /^When/ })).toBeNull());
  await waitFor(() => expect(labelServer.listImageLabels()).toEqual([]));
  for (const expectedLabels of [['Pear'], ['Apple', 'Bruised']]) {
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(labelServer.listImageLabels()).toEqual(expectedLabels));
  }
  expect(await screen.findByRole('group', { name: 'When Apple' })).toBeVisible();
});

test('an object switch depends on the label of the selected object', async () => {
  const { labelServer } = await showFlows();
  await selectFlow('Objects');
  expect(await screen.findByText('This step depends on the label of an object. Select an object.')).toBeVisible();
  await userEvent.click(screen.getByRole('tab', { name: /^List of items/ }));
  await userEvent.click(
    await within(await screen.findByRole('region', { name: 'Objects' })).findByRole('button', { name: /^Cup 1/ }),
  );
  const card = within(screen.getByRole('region', { name: 'Object' }));
  await userEvent.click(card.getByRole('tab', { name: /^Flows/ }));
  // The card of an object shows the last selected flow, without the IMAGE badge.
  expect(await card.findByRole('group', { name: 'When Cup' })).toBeVisible();
  expect(card.queryByText('IMAGE')).toBeNull();
  await pressLabel('Kind', 'Apple');
  await waitFor(() => expect(labelServer.listObjectLabels()).toEqual(['Apple']));
  expect(labelServer.listImageLabels()).toEqual([]);
  await userEvent.click(card.getByRole('combobox', { name: 'Label' }));
  await userEvent.click(await screen.findByRole('option', { name: /^Plate/ }));
  expect(await card.findByText('There is nothing to do for Plate.')).toBeVisible();
});

testInLongRun('adding a label keeps the other labels of the flow', async () => {
  const { labelServer } = await showFlows(createLabelServer([toAttachedLabel(apple), toAttachedLabel(bruised)]));
  await selectFlow('Sorting');
  await pressLabel('Faults', 'Ripe');
  await waitFor(() => expect(labelServer.listImageLabels()).toEqual(['Apple', 'Bruised', 'Ripe']));
});
