import type { FlowAction, FlowGraph } from '@console/shared-contract/api';
import {
  apple,
  toAttachedLabel,
  bruised,
  faultless,
  faultsTask,
  kindTask,
  pear,
  toResolvedFlow,
  ripe,
} from '../testing/label-server';
import { toAddChanges, toRemoveChanges } from '../recognition/state/rules';
import { buildFlowTree, addFollowingChanges, type FlowNode } from './flow-tree';

const createAction = (id: string, type: FlowAction['type'], fields: Partial<FlowAction> = {}): FlowAction => ({
  id,
  type,
  ...fields,
});
const createGraph = (...actions: FlowAction[]): FlowGraph => ({ root: [actions[0]?.id ?? ''], actions });

/** A flow: the label Apple activates a task about faults, Bruised activates a list for apples, and Pear activates another list. */
const sortingFlow = toResolvedFlow(
  createGraph(
    createAction('kind', 'switch', {
      task: kindTask.id,
      cases: { [apple.id]: ['faults'], [pear.id]: ['pears'] },
      children: ['always-shown'],
    }),
    createAction('faults', 'switch', { task: faultsTask.id, cases: { [bruised.id]: ['bruise-details'] } }),
    createAction('bruise-details', 'list', { labels: [ripe.id] }),
    createAction('pears', 'list', { labels: [ripe.id] }),
    createAction('always-shown', 'list', { labels: [] }),
  ),
);

const toNestedIds = (nodes: readonly FlowNode[]): unknown =>
  nodes.map(({ action: { id }, branches }) =>
    branches.length === 0
      ? id
      : [id, ...branches.map(({ label, nodes: childNodes }) => [label === null ? 'always' : 'if', toNestedIds(childNodes)])],
  );
const toIdSet = (...labels: (typeof apple)[]) => new Set(labels.map(({ id }) => id));
const buildSortingTree = (...labels: (typeof apple)[]) =>
  toNestedIds(buildFlowTree(sortingFlow, { present: toIdSet(...labels), objectLabel: null }));

it('present labels activate their branches', () => {
  expect(buildSortingTree()).toEqual([['kind', ['always', ['always-shown']]]]);
  expect(buildSortingTree(pear)).toEqual([['kind', ['if', ['pears']], ['always', ['always-shown']]]]);
  expect(buildSortingTree(apple, bruised)).toEqual([
    ['kind', ['if', [['faults', ['if', ['bruise-details']]]]], ['always', ['always-shown']]],
  ]);
});

it('an object switch depends on the label of the object and has no branch on images', () => {
  const flow = toResolvedFlow(
    createGraph(
      createAction('object-label', 'detection_switch', { cases: { cup: ['handle'] } }),
      createAction('handle', 'list', { labels: [ripe.id] }),
    ),
  );
  const buildObjectTree = (objectLabel: string | null) => toNestedIds(buildFlowTree(flow, { present: new Set(), objectLabel }));
  expect(buildObjectTree('cup')).toEqual([['object-label', ['if', ['handle']]]]);
  expect(buildObjectTree('plate')).toEqual(['object-label']);
  expect(buildObjectTree(null)).toEqual(['object-label']);
});

it('an action with several parents appears once', () => {
  const ids = Array.from({ length: 40 }, (_, index) => `a${index}`);
  const actions = ids.map((id, index) => createAction(id, 'list', { children: ids.slice(index + 1) }));
  const countNodes = (nodes: readonly FlowNode[]): number =>
    nodes.reduce(
      (sum, { branches }) => sum + 1 + branches.reduce((childCount, branch) => childCount + countNodes(branch.nodes), 0),
      0,
    );
  expect(countNodes(buildFlowTree(toResolvedFlow(createGraph(...actions)), { present: new Set(), objectLabel: null }))).toBe(40);
});

describe('changes that follow from a label change', () => {
  const toAttachedLabels = (...labels: (typeof apple)[]) => labels.map((label) => toAttachedLabel(label));
  const tasks = [kindTask, faultsTask];
  const formatChanges = (changes: ReturnType<typeof toAddChanges>) =>
    changes.flatMap(({ label, after }) => (after ? [`+${label.name}`] : [`-${label.name}`]));

  it('removing a label also removes the labels of its branch and of nested branches', () => {
    const presentLabels = toAttachedLabels(apple, bruised, ripe);
    expect(
      formatChanges(addFollowingChanges(sortingFlow, null, presentLabels, toRemoveChanges(presentLabels.slice(0, 1)))),
    ).toEqual(['-Apple', '-Bruised', '-Ripe']);
    expect(
      formatChanges(addFollowingChanges(sortingFlow, null, presentLabels, toRemoveChanges(presentLabels.slice(1, 2)))),
    ).toEqual(['-Bruised']);
  });

  it('labels offered by another active branch or outside the flow are kept', () => {
    const presentLabels = toAttachedLabels(apple, bruised, ripe);
    // Ripe stays, because the list for pears also offers it.
    expect(
      formatChanges(addFollowingChanges(sortingFlow, null, presentLabels, toAddChanges([{ label: pear }], presentLabels, tasks))),
    ).toEqual(['-Apple', '+Pear', '-Bruised']);
    const otherLabels = toAttachedLabels(pear, ripe, faultless);
    expect(formatChanges(addFollowingChanges(sortingFlow, null, otherLabels, toRemoveChanges(otherLabels.slice(0, 1))))).toEqual([
      '-Pear',
      '-Ripe',
    ]);
  });
});
