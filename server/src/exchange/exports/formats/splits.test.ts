import { assignSplit, type Split } from './splits';

const IMAGES = Array.from({ length: 2_000 }, (_, index) => ({ id: `image ${index}`, test_image: false }));

it('random splits have the requested sizes and depend on the seed', () => {
  const assignParts = (seed: number) =>
    IMAGES.map((image) => assignSplit({ by: 'shares', train: 50, val: 30, test: 20, seed }, image));
  const computeShare = (split: Split) => assignParts(1).filter((assigned) => assigned === split).length / IMAGES.length;
  expect([computeShare('train'), computeShare('val'), computeShare('test')]).toEqual([
    expect.closeTo(0.5, 1),
    expect.closeTo(0.3, 1),
    expect.closeTo(0.2, 1),
  ]);
  expect(assignParts(1)).toEqual(assignParts(1));
  expect(assignParts(2)).not.toEqual(assignParts(1));
});
