import { isGoldPosition } from './positions';

const listPositions = (rate: number, userId: string, count = 4000, seed = 'secret') =>
  Array.from({ length: count }, (_, position) => position).filter((position) => isGoldPosition(position, { rate, seed, userId }));

describe('isGoldPosition', () => {
  it.each([0.5, 0.2, 0.1])('has one position per block at a rate of %s, never two in succession', (rate) => {
    const size = 1 / rate;
    const positions = listPositions(rate, 'anna');
    expect(positions.map((position) => Math.floor(position / size))).toEqual(
      Array.from({ length: 4000 / size }, (_, block) => block),
    );
    expect(positions.filter((position, index) => positions[index - 1] === position - 1)).toEqual([]);
  });

  it('has random offsets that depend on the user and on the secret, and is repeatable', () => {
    const positions = listPositions(0.1, 'anna');
    expect(listPositions(0.1, 'anna')).toEqual(positions);
    expect(listPositions(0.1, 'ben')).not.toEqual(positions);
    expect(listPositions(0.1, 'anna', 4000, 'other')).not.toEqual(positions);
    const counts = Array.from({ length: 10 }, (_, offset) => positions.filter((position) => position % 10 === offset).length);
    // Each of the 10 offsets occurs in about 40 of the 400 blocks.
    for (const count of counts) expect([count > 18, count < 65]).toEqual([true, true]);
  });
});
