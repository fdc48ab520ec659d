import { averagePrecision, type Found, type Truth } from './average-precision';
import { bestThreshold, objectScores } from './object-scores';
import { boxOverlap, type Box } from './overlap';

const drawn = (picture: string, label: string, shape: Box): Truth<Box> => ({ picture, label, shape });
const find = (picture: string, label: string, score: number, shape: Box): Found<Box> => ({ picture, label, score, shape });

const LEFT: Box = [0, 0, 10, 10];
const RIGHT: Box = [20, 0, 30, 10];
const NOWHERE: Box = [50, 50, 60, 60];
/** 60 of 100 pixels of LEFT, and nothing else: IoU 0.6. */
const PART_OF_LEFT: Box = [0, 0, 6, 10];

describe('overlap of boxes', () => {
  it.each<[string, Box, Box, number]>([
    ['the same', LEFT, LEFT, 1],
    ['a part', LEFT, PART_OF_LEFT, 0.6],
    ['half of each', [0, 0, 10, 10], [5, 0, 15, 10], 1 / 3],
    ['edge on edge', [0, 0, 10, 10], [10, 0, 20, 10], 0],
    ['apart', LEFT, RIGHT, 0],
    ['without area', [3, 3, 3, 3], LEFT, 0],
  ])('%s', (_, a, b, expected) => {
    expect(boxOverlap(a, b)).toBeCloseTo(expected, 12);
    expect(boxOverlap(b, a)).toBeCloseTo(expected, 12);
  });
});

describe('average precision', () => {
  const truths = [drawn('1', 'cat', LEFT), drawn('1', 'cat', RIGHT)];

  it('is 1 where all is found and nothing else', () => {
    const found = [find('1', 'cat', 0.9, LEFT), find('1', 'cat', 0.8, RIGHT)];
    expect(averagePrecision(found, truths, boxOverlap, 0.5)).toBe(1);
  });

  it('counts 51 of 101 points where half is found, for recall 0.5 is reached', () => {
    expect(averagePrecision([find('1', 'cat', 0.9, LEFT)], truths, boxOverlap, 0.5)).toBeCloseTo(51 / 101, 12);
  });

  it('takes the best precision at the same or more recall', () => {
    // Hit, miss, hit: precision 1, 1/2, 2/3 at recall 1/2, 1/2, 1.
    const found = [find('1', 'cat', 0.9, LEFT), find('1', 'cat', 0.8, NOWHERE), find('1', 'cat', 0.7, RIGHT)];
    expect(averagePrecision(found, truths, boxOverlap, 0.5)).toBeCloseTo((51 + (50 * 2) / 3) / 101, 12);
  });

  it('takes a second find of the same for a miss', () => {
    const found = [find('1', 'cat', 0.9, LEFT), find('1', 'cat', 0.8, LEFT), find('1', 'cat', 0.7, RIGHT)];
    expect(averagePrecision(found, truths, boxOverlap, 0.5)).toBeCloseTo((51 + (50 * 2) / 3) / 101, 12);
  });

  it('does not find what lies in another picture', () => {
    expect(averagePrecision([find('2', 'cat', 0.9, LEFT)], truths, boxOverlap, 0.5)).toBe(0);
  });

  it('asks for as much overlap as is said', () => {
    const found = [find('1', 'cat', 0.9, PART_OF_LEFT)];
    const one = [drawn('1', 'cat', LEFT)];
    expect(averagePrecision(found, one, boxOverlap, 0.5)).toBe(1);
    expect(averagePrecision(found, one, boxOverlap, 0.6)).toBe(1);
    expect(averagePrecision(found, one, boxOverlap, 0.75)).toBe(0);
  });

  it('gives the surer find the shape that it overlaps most', () => {
    // The surer one overlaps both; it takes the nearer, and the other is left for the second.
    const near = [drawn('1', 'cat', [0, 0, 10, 10]), drawn('1', 'cat', [2, 0, 12, 10])];
    const found = [find('1', 'cat', 0.9, [2, 0, 12, 10]), find('1', 'cat', 0.8, [0, 0, 10, 10])];
    expect(averagePrecision(found, near, boxOverlap, 0.75)).toBe(1);
  });

  it('looks at the 100 surest of a picture alone', () => {
    const misses = Array.from({ length: 100 }, (_, index) => find('1', 'cat', 0.9 - index / 1000, NOWHERE));
    expect(averagePrecision([...misses, find('1', 'cat', 0.1, LEFT)], truths, boxOverlap, 0.5)).toBe(0);
  });

  it('is undefined where nothing was drawn', () => {
    expect(averagePrecision([find('1', 'cat', 0.9, LEFT)], [], boxOverlap, 0.5)).toBeNull();
  });
});

describe('scores of objects', () => {
  const truths = [drawn('1', 'cat', LEFT), drawn('1', 'cat', RIGHT), drawn('2', 'dog', LEFT)];
  const found = [
    find('1', 'cat', 0.9, LEFT),
    find('1', 'cat', 0.6, NOWHERE),
    find('1', 'cat', 0.3, RIGHT),
    find('2', 'dog', 0.7, PART_OF_LEFT),
    find('2', 'bird', 0.8, LEFT),
  ];

  it('has a mean over the labels that were drawn, and nothing for what is undefined', () => {
    const scores = objectScores(['cat', 'dog', 'bird', 'cow'], found, truths, boxOverlap, 0.5);
    const cat = (51 + (50 * 2) / 3) / 101;
    expect(scores.map50).toBeCloseTo((cat + 1) / 2, 12);
    expect(scores.map75).toBeCloseTo(cat / 2, 12);
    expect(scores.labels).toEqual([
      { id: 'cat', count: 2, precision: 0.5, recall: 0.5, ap50: expect.closeTo(cat, 12), ap75: expect.closeTo(cat, 12) },
      { id: 'dog', count: 1, precision: 1, recall: 1, ap50: 1, ap75: 0 },
      { id: 'bird', count: 0, precision: 0, recall: null, ap50: null, ap75: null },
      { id: 'cow', count: 0, precision: null, recall: null, ap50: null, ap75: null },
    ]);
  });

  it('counts all finds for precision and recall, and as COCO 100 of a picture for the average', () => {
    const many = Array.from({ length: 150 }, (_, at) => drawn('1', 'cat', [at * 20, 0, at * 20 + 10, 10]));
    const all = many.map((truth, at) => ({ ...truth, score: 0.9 - at / 1000 }));
    const { labels } = objectScores(['cat'], all, many, boxOverlap, 0.5);
    expect(labels[0]).toMatchObject({ precision: 1, recall: 1, ap50: expect.closeTo(67 / 101, 12) as number });
  });

  it('has no mean where nothing was drawn', () => {
    expect(objectScores(['cat'], found, [], boxOverlap, 0.5)).toMatchObject({ map50: null, map75: null });
  });

  it('lets the threshold lie where finds and drawn shapes agree best', () => {
    // All the three cats and dogs are hit at 0.3, with the bird and one cat amiss; F1 of 0.3 is 6/8, of 0.7 4/6.
    expect(bestThreshold(['cat', 'dog', 'bird'], found, truths, boxOverlap)).toBeCloseTo(0.3, 12);
    expect(bestThreshold(['cat', 'dog'], found.slice(0, 2), truths.slice(0, 1), boxOverlap)).toBeCloseTo(0.75, 12);
    expect(bestThreshold(['cat'], [], truths, boxOverlap)).toBe(0.5);
  });
});
