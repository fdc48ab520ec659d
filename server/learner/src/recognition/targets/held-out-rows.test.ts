import type { Example, RecognitionType } from '../../protocol/protocol';
import { selectHeldOutRows } from './held-out-rows';
import { createTargets, type LabelTarget } from './targets';

const LABELS = ['a', 'b', 'c'].map((id) => ({ id, name: id }));

function createLabelTargets(type: RecognitionType, labelsByRow: readonly Example['labels'][]): LabelTarget[] {
  const examples = labelsByRow.map((labels, index) => {
    return { id: String(index), file: '', width: 1, height: 1, isTest: false, labels, boxes: [], polygons: [] };
  });
  return createTargets({ type, labels: LABELS }, examples);
}

const listRows = ([firstTarget]: readonly LabelTarget[]) => [...firstTarget!.values.keys()];
/** Assigns each row to its own image. */
const getOwnImageId = String;
const toLabels = (id: string, value: number | null = null) => [{ id, value }];

it('holds out a fifth of the rows of each label, depending on the seed', () => {
  const labelTargets = createLabelTargets('multi_class', [
    ...Array.from({ length: 50 }, () => toLabels('a')),
    ...Array.from({ length: 10 }, () => toLabels('b')),
  ]);
  const heldOut = selectHeldOutRows(labelTargets, listRows(labelTargets), getOwnImageId, 3);
  expect(heldOut.size).toBe(12);
  expect([...heldOut].filter((row) => row >= 50).length).toBe(2);
  expect(selectHeldOutRows(labelTargets, listRows(labelTargets), getOwnImageId, 3)).toEqual(heldOut);
  expect(selectHeldOutRows(labelTargets, listRows(labelTargets), getOwnImageId, 4)).not.toEqual(heldOut);
});

it('leaves at least two training rows with each label, and without each tag', () => {
  const targetsWithRareLabels = createLabelTargets('multi_class', [
    ...Array.from({ length: 20 }, () => toLabels('a')),
    toLabels('b'),
    toLabels('b'),
    toLabels('c'),
  ]);
  expect(
    [...selectHeldOutRows(targetsWithRareLabels, listRows(targetsWithRareLabels), getOwnImageId, 1)].every((row) => row < 20),
  ).toBe(true);
  const tagTargets = createLabelTargets('multi_label', [
    ...Array.from({ length: 20 }, () => toLabels('a')),
    toLabels('b'),
    toLabels('c'),
  ]);
  const heldOut = selectHeldOutRows(tagTargets, listRows(tagTargets), getOwnImageId, 1);
  expect(heldOut.size).toBeGreaterThan(0);
  expect([...heldOut].every((row) => row < 20)).toBe(true);
  const targetsWithTwoRowsPerLabel = createLabelTargets('multi_class', [
    toLabels('a'),
    toLabels('a'),
    toLabels('b'),
    toLabels('b'),
  ]);
  expect(selectHeldOutRows(targetsWithTwoRowsPerLabel, listRows(targetsWithTwoRowsPerLabel), getOwnImageId, 1).size).toBe(0);
});

it('the selection of test rows leaves large and small values for training', () => {
  const valueTargets = createLabelTargets(
    'regression',
    [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 9, 9].map((value) => toLabels('a', value)),
  );
  const heldOut = selectHeldOutRows(valueTargets, listRows(valueTargets), getOwnImageId, 1);
  expect(heldOut.size).toBe(2);
  expect([...heldOut].every((row) => row < 10)).toBe(true);
});

it('the selection of test rows keeps all rows of one image together', () => {
  const regionTargets = createLabelTargets(
    'multi_class',
    Array.from({ length: 40 }, (_, row) => toLabels(row % 2 ? 'a' : 'b')),
  );
  const getImageId = (row: number) => String(Math.floor(row / 4));
  const heldOut = selectHeldOutRows(regionTargets, listRows(regionTargets), getImageId, 1);
  const heldOutImages = new Set([...heldOut].map(getImageId));
  expect(heldOutImages.size).toBeGreaterThan(0);
  expect(heldOut.size).toBe(4 * heldOutImages.size);
  expect(selectHeldOutRows(regionTargets, listRows(regionTargets), () => 'the same', 1).size).toBe(0);
});
