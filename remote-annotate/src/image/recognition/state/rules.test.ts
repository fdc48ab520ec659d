import type { AttachedLabel, RecognitionTask } from '@console/shared-contract/api';
import { getPredictedChanges, type LabelPrediction } from './predicted-changes';
import { toAddChanges, isConflicting, type OfferedLabel } from './rules';

const createLabel = (id: string, fields: Partial<OfferedLabel> = {}): OfferedLabel => ({
  id,
  name: id,
  type: 'category',
  negative_for_task: null,
  min_value: null,
  max_value: null,
  step_value: null,
  ...fields,
});
const createTask = (id: string, type: RecognitionTask['type'], labels: OfferedLabel[]): RecognitionTask => ({
  id,
  workspace: 'w',
  name: id,
  description: '',
  type,
  production_version: 0,
  labels,
  last_train_status: null,
  version: 1,
});
const [apple, pear, ripe, bruised] = ['apple', 'pear', 'ripe', 'bruised'].map((id) => createLabel(id)) as [
  OfferedLabel,
  OfferedLabel,
  OfferedLabel,
  OfferedLabel,
];
const noFault = createLabel('no-fault', { type: 'tag', negative_for_task: 'faults' });
const weight = createLabel('weight', { type: 'value', min_value: 10, max_value: 50, step_value: 0.1 });
const kindTask = createTask('kind', 'multi_class', [apple, pear]);
const faultsTask = createTask('faults', 'multi_label', [ripe, bruised, noFault]);
const gramsTask = createTask('grams', 'regression', [weight]);
const tasks = [kindTask, faultsTask, gramsTask];
const attachLabels = (...labels: OfferedLabel[]): AttachedLabel[] =>
  labels.map(({ id, name, type }) => ({ id, name, type, value: null }));
const formatChanges = (changes: ReturnType<typeof toAddChanges>) =>
  changes.map(({ label: { id }, before, after }) => {
    if (!after) return `-${id}`;
    const value = after.value === null ? '' : `=${after.value}`;
    return `${before ? '' : '+'}${id}${value}`;
  });

describe('toAddChanges', () => {
  it.each([
    ['replaces another category of the task', [apple, ripe], pear, ['-apple', '+pear']],
    ['adds a tag to other tags', [apple, ripe], bruised, ['+bruised']],
    ['removes the other tags when adding the negative tag', [apple, ripe, bruised], noFault, ['-ripe', '-bruised', '+no-fault']],
    ['removes the negative tag when adding another tag', [noFault], ripe, ['-no-fault', '+ripe']],
    ['starts a value at its minimum', [], weight, ['+weight=10']],
    ['keeps a label that is present', [apple], apple, []],
    ['removes nothing for a label without a task', [apple], createLabel('free'), ['+free']],
  ])('%s', (_, present, chosenLabel, changes) => {
    expect(formatChanges(toAddChanges([{ label: chosenLabel }], attachLabels(...present), tasks))).toEqual(changes);
  });
});

it.each([
  ['two categories of a task', [apple, pear], true],
  ['a tag and the negative of its task', [ripe, noFault], true],
  ['a category and a tag', [apple, ripe], false],
  ['the negative alone', [apple, noFault], false],
  ['two tags', [ripe, bruised], false],
])('isConflicting checks %s', (_, present, isExpected) =>
  expect(isConflicting(attachLabels(...present), tasks)).toBe(isExpected),
);

describe('getPredictedChanges', () => {
  const formatPredictedChanges = (predictedTask: RecognitionTask, labels: LabelPrediction[], ...present: OfferedLabel[]) =>
    formatChanges(getPredictedChanges(predictedTask, labels, attachLabels(...present), tasks));
  const createPrediction = (id: string, value: number) => ({ id, prob: value });

  it('replaces the present category with the best one', () =>
    expect(formatPredictedChanges(kindTask, [createPrediction('apple', 0.2), createPrediction('pear', 0.7)], apple)).toEqual([
      '-apple',
      '+pear',
    ]));
  it('adds tags above 0.5 and keeps the others', () =>
    expect(formatPredictedChanges(faultsTask, [createPrediction('ripe', 0.51), createPrediction('bruised', 0.5)], apple)).toEqual(
      ['+ripe'],
    ));
  it('follows the most probable tag when the negative tag is predicted too', () => {
    expect(
      formatPredictedChanges(faultsTask, [createPrediction('ripe', 0.6), createPrediction('no-fault', 0.9)], bruised),
    ).toEqual(['-bruised', '+no-fault']);
    expect(
      formatPredictedChanges(faultsTask, [createPrediction('ripe', 0.9), createPrediction('no-fault', 0.6)], noFault),
    ).toEqual(['-no-fault', '+ripe']);
  });
  it('rounds values to steps and clamps them to the range of the label', () => {
    expect(formatPredictedChanges(gramsTask, [{ id: 'weight', prob: 1, value: 20.26 }])).toEqual(['+weight=20.3']);
    expect(formatPredictedChanges(gramsTask, [{ id: 'weight', prob: 1, value: 400 }], weight)).toEqual(['weight=50']);
  });
  it('ignores predicted labels of another task', () =>
    expect(formatPredictedChanges(kindTask, [createPrediction('ripe', 1)])).toEqual([]));
});
