import { assignPart, type Part } from './layout';

const IMAGES = Array.from({ length: 2_000 }, (_, at) => ({ id: `image ${at}`, test_image: false }));

it('random parts have the requested sizes and depend on the seed', () => {
  const partsBy = (seed: number) =>
    IMAGES.map((image) => assignPart({ by: 'shares', train: 50, val: 30, test: 20, seed }, image));
  const shareOf = (part: Part) => partsBy(1).filter((each) => each === part).length / IMAGES.length;
  expect([shareOf('train'), shareOf('val'), shareOf('test')]).toEqual([
    expect.closeTo(0.5, 1),
    expect.closeTo(0.3, 1),
    expect.closeTo(0.2, 1),
  ]);
  expect(partsBy(1)).toEqual(partsBy(1));
  expect(partsBy(2)).not.toEqual(partsBy(1));
});
