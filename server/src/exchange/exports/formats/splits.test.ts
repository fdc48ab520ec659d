import { assignSplit, type Split } from './splits';

const IMAGES = Array.from({ length: 2_000 }, (_, index) => ({ id: `image ${index}`, test_image: false }));

it('random splits have the requested sizes and depend on the seed', () => {
  const assignSplits = (seed: number) =>
    IMAGES.map((image) => assignSplit({ by: 'shares', train: 50, val: 30, test: 20, seed }, image));
  const computeSplitRatio = (split: Split) => assignSplits(1).filter((assigned) => assigned === split).length / IMAGES.length;
  expect([computeSplitRatio('train'), computeSplitRatio('val'), computeSplitRatio('test')]).toEqual([
    expect.closeTo(0.5, 1),
    expect.closeTo(0.3, 1),
    expect.closeTo(0.2, 1),
  ]);
  expect(assignSplits(1)).toEqual(assignSplits(1));
  expect(assignSplits(2)).not.toEqual(assignSplits(1));
});
