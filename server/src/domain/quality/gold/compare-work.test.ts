import { COCO_PERSON } from '@console/shared-contract/skeleton';
import { compareWithGold } from './compare-work';
import type { ComparedTask, WorkShape } from './gold-work';

const image = { width: 300, height: 400 };
const detectionTask: ComparedTask = { domain: 'detection', labels: new Set(['cup', 'plate', 'person']), isSingleLabel: false };
const createBox = (data: number[], label = 'cup', otherFields: Partial<WorkShape> = {}): WorkShape => ({
  kind: 'object',
  label,
  data,
  ...otherFields,
});
const compareShapes = (gold: WorkShape[], work: WorkShape[], task = detectionTask) =>
  compareWithGold({ labels: [], shapes: gold }, { labels: [], shapes: work }, task, image, new Map([['person', COCO_PERSON]]));

describe('compareWithGold', () => {
  it('lists missing, extra, misplaced and wrongly labelled shapes with their boxes', () => {
    const { counts, labelCounts, differences } = compareShapes(
      [
        createBox([0, 0, 10, 10]),
        createBox([100, 0, 110, 10]),
        createBox([200, 0, 220, 20]),
        createBox([0, 200, 10, 210], 'plate'),
      ],
      [
        createBox([0, 0, 10, 10], 'plate'),
        createBox([205, 12, 225, 32]),
        createBox([50, 50, 60, 60]),
        createBox([0, 200, 10, 210], 'plate'),
      ],
    );
    expect(counts).toMatchObject({ matched: 2, missing: 2, extra: 2, sameLabel: 1 });
    expect(differences).toEqual([
      { kind: 'missing', box: [100, 0, 110, 10], label: 'cup' },
      { kind: 'extra', box: [50, 50, 60, 60], label: 'cup' },
      { kind: 'misplaced', box: [205, 12, 225, 32], label: 'cup' },
      { kind: 'wrong_label', box: [0, 0, 10, 10], label: 'cup' },
    ]);
    expect(labelCounts['cup']).toMatchObject({ matched: 1, missing: 2, extra: 2, sameLabel: 0 });
    expect(labelCounts['plate']).toMatchObject({ matched: 1, missing: 0, extra: 0, sameLabel: 1 });
  });

  it('ignores labels of other tasks, and compares attributes', () => {
    const attributes = { occluded: true, count: 3 };
    const { counts } = compareShapes(
      [createBox([0, 0, 10, 10], 'cup', { attributes }), createBox([20, 20, 30, 30], 'car')],
      [createBox([0, 0, 10, 10], 'cup', { attributes: { count: 5 } }), createBox([50, 20, 60, 30], 'car')],
    );
    expect(counts).toMatchObject({
      matched: 1,
      missing: 0,
      extra: 0,
      values: 1,
      valueError: 2,
      attributes: 1,
      sameAttributes: 0,
    });
  });

  it('matches points within 1.18 % of the diagonal, if the gold item has points', () => {
    const createPoint = (x: number, name = 'Tip'): WorkShape => ({ kind: 'point', label: null, data: [x, 100], name });
    // The image diagonal is 500 pixels, so the standard deviation of the similarity of points is 5 pixels. Points match up to a distance of
    // 5.89 pixels.
    expect(compareShapes([createPoint(100)], [createPoint(105)]).counts).toMatchObject({
      matched: 1,
      similarity: Math.exp(-0.5),
      sameAttributes: 1,
    });
    expect(compareShapes([createPoint(100)], [createPoint(105, 'Base')]).counts).toMatchObject({ matched: 1, sameAttributes: 0 });
    expect(compareShapes([createPoint(100)], [createPoint(106)]).counts).toMatchObject({ matched: 0, missing: 1, extra: 1 });
    expect(compareShapes([], [createPoint(106)]).counts).toMatchObject({ extra: 0 });
  });

  it('compares skeletons by their key points', () => {
    const createSkeleton = (shift: number): WorkShape => ({
      kind: 'skeleton',
      label: 'person',
      data: COCO_PERSON.points.flatMap((_, index) => [50 + 10 * (index % 4) + shift, 50 + 10 * index, 2]),
    });
    expect(compareShapes([createSkeleton(0)], [createSkeleton(1)]).counts).toMatchObject({ matched: 1 });
    expect(compareShapes([createSkeleton(0)], [createSkeleton(60)])).toMatchObject({
      counts: { matched: 0, missing: 1, extra: 1 },
      differences: [{ box: [50, 50, 80, 210] }, { box: [110, 50, 140, 210] }],
    });
  });

  it('counts recognition labels of the image and of matched objects, with values', () => {
    const createLabel = (id: string, value: number | null = null) => ({ label: id, value });
    const createRecognitionTask = (isSingleLabel: boolean): ComparedTask => ({
      domain: 'recognition',
      labels: new Set(['sharp', 'blurred', 'grade']),
      isSingleLabel,
    });
    const gold = {
      labels: [createLabel('sharp'), createLabel('grade', 8), createLabel('other')],
      shapes: [createBox([0, 0, 10, 10], 'cup', { labels: [createLabel('blurred')] })],
    };
    const work = {
      labels: [createLabel('blurred'), createLabel('grade', 6)],
      shapes: [createBox([0, 0, 10, 9], 'plate', { labels: [createLabel('blurred')] })],
    };
    const multiLabelResult = compareWithGold(gold, work, createRecognitionTask(false), image, new Map());
    expect(multiLabelResult.counts).toMatchObject({ matched: 2, missing: 1, extra: 1, sameLabel: 2, values: 1, valueError: 2 });
    const singleLabelResult = compareWithGold(gold, work, createRecognitionTask(true), image, new Map());
    expect(singleLabelResult.counts).toMatchObject({ matched: 3, missing: 0, extra: 0, sameLabel: 2 });
    expect(singleLabelResult.differences).toEqual([{ kind: 'wrong_label', box: [0, 0, 300, 400], label: 'sharp' }]);
    expect(singleLabelResult.labelCounts['grade']).toMatchObject({ matched: 1, values: 1, valueError: 2 });
  });
});
