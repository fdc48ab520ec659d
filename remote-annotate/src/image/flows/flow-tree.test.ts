import type { FlowAction, FlowGraph } from '@console/shared-contract/api';
import { apple, toAttachedLabel, bruised, faultless, faults, kind, pear, toResolvedFlow, ripe } from '../testing/label-server';
import { toAddChanges, toRemoveChanges } from '../recognition/state/rules';
import { buildFlowTree, addFollowingChanges, type FlowNode } from './flow-tree';

const createAction = (id: string, type: FlowAction['type'], fields: Partial<FlowAction> = {}): FlowAction => ({
  id,
  type,
  ...fields,
});
const createGraph = (...actions: FlowAction[]): FlowGraph => ({ root: [actions[0]?.id ?? ''], actions });

/** A flow: the label Apple activates a task about faults, Bruised activates a list for apples, and Pear activates another list. */
const sorting = toResolvedFlow(
  createGraph(
    createAction('kind', 'switch', {
      task: kind.id,
      cases: { [apple.id]: ['faults'], [pear.id]: ['pears'] },
      children: ['last'],
    }),
    createAction('faults', 'switch', { task: faults.id, cases: { [bruised.id]: ['more'] } }),
    createAction('more', 'list', { labels: [ripe.id] }),
    createAction('pears', 'list', { labels: [ripe.id] }),
    createAction('last', 'list', { labels: [] }),
  ),
);

const toNested = (nodes: readonly FlowNode[]): unknown =>
  nodes.map(({ action: { id }, branches }) =>
    branches.length === 0
      ? id
      : [id, ...branches.map(({ label, nodes: below }) => [label === null ? 'always' : 'if', toNested(below)])],
  );
const toIdSet = (...labels: (typeof apple)[]) => new Set(labels.map(({ id }) => id));
const drawSortingTree = (...labels: (typeof apple)[]) =>
  toNested(buildFlowTree(sorting, { present: toIdSet(...labels), objectLabel: null }));

it('present labels activate their branches', () => {
  expect(drawSortingTree()).toEqual([['kind', ['always', ['last']]]]);
  expect(drawSortingTree(pear)).toEqual([['kind', ['if', ['pears']], ['always', ['last']]]]);
  expect(drawSortingTree(apple, bruised)).toEqual([['kind', ['if', [['faults', ['if', ['more']]]]], ['always', ['last']]]]);
});

it('an object switch follows the label of the object and is off on images', () => {
  const flow = toResolvedFlow(
    createGraph(
      createAction('what', 'detection_switch', { cases: { cup: ['handle'] } }),
      createAction('handle', 'list', { labels: [ripe.id] }),
    ),
  );
  const drawTree = (objectLabel: string | null) => toNested(buildFlowTree(flow, { present: new Set(), objectLabel }));
  expect(drawTree('cup')).toEqual([['what', ['if', ['handle']]]]);
  expect(drawTree('plate')).toEqual(['what']);
  expect(drawTree(null)).toEqual(['what']);
});

it('an action with several parents appears once', () => {
  const ids = Array.from({ length: 40 }, (_, index) => `a${index}`);
  const actions = ids.map((id, index) => createAction(id, 'list', { children: ids.slice(index + 1) }));
  const count = (nodes: readonly FlowNode[]): number =>
    nodes.reduce((sum, { branches }) => sum + 1 + branches.reduce((below, branch) => below + count(branch.nodes), 0), 0);
  expect(count(buildFlowTree(toResolvedFlow(createGraph(...actions)), { present: new Set(), objectLabel: null }))).toBe(40);
});

describe('changes that follow from a label change', () => {
  const toAttachedLabels = (...labels: (typeof apple)[]) => labels.map((label) => toAttachedLabel(label));
  const tasks = [kind, faults];
  const formatChanges = (changes: ReturnType<typeof toAddChanges>) =>
    changes.flatMap(({ label, after }) => (after ? [`+${label.name}`] : [`-${label.name}`]));

  it('removing a label also removes the labels of its branch and the branches below', () => {
    const presentLabels = toAttachedLabels(apple, bruised, ripe);
    expect(formatChanges(addFollowingChanges(sorting, null, presentLabels, toRemoveChanges(presentLabels.slice(0, 1))))).toEqual([
      '-Apple',
      '-Bruised',
      '-Ripe',
    ]);
    expect(formatChanges(addFollowingChanges(sorting, null, presentLabels, toRemoveChanges(presentLabels.slice(1, 2))))).toEqual([
      '-Bruised',
    ]);
  });

  it('labels offered by another active branch or outside the flow are kept', () => {
    const presentLabels = toAttachedLabels(apple, bruised, ripe);
    // Ripe stays, because the list for pears also offers it.
    expect(
      formatChanges(addFollowingChanges(sorting, null, presentLabels, toAddChanges([{ label: pear }], presentLabels, tasks))),
    ).toEqual(['-Apple', '+Pear', '-Bruised']);
    const otherLabels = toAttachedLabels(pear, ripe, faultless);
    expect(formatChanges(addFollowingChanges(sorting, null, otherLabels, toRemoveChanges(otherLabels.slice(0, 1))))).toEqual([
      '-Pear',
      '-Ripe',
    ]);
  });
});
