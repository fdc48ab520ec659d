import { encodeBmp, QUARTERS } from '../../testing/images/encode-bmp';
import { decodeBmp } from './decode-bmp';

/** A BMP of 4 x 2 pixels with 8 bits and these codes of run-length encoding. */
function encodeRuns(...runBytes: number[]): Buffer {
  const bytes = encodeBmp({ bitsPerPixel: 8, isCompressed: true, width: 4, height: 2 });
  return Buffer.concat([bytes.subarray(0, bytes.readUInt32LE(10)), Buffer.from(runBytes)]);
}
/** Decodes a BMP whose pixels have the four colors `QUARTERS`. Returns the index of each pixel's color, row by row from the top left. */
const readIndexes = (bytes: Buffer) => {
  const { data } = decodeBmp(bytes);
  return Array.from({ length: data.length / 3 }, (_, pixel) =>
    QUARTERS.findIndex((color) => color.every((value, channel) => value === data[pixel * 3 + channel])),
  );
};

it('reads literal runs, which are padded to 2 bytes, and skipped pixels', () => {
  expect(readIndexes(encodeRuns(0, 3, 1, 2, 3, 0, 1, 1, 0, 0, 0, 2, 2, 0, 2, 3, 0, 1))).toEqual([0, 0, 3, 3, 1, 2, 3, 1]);
});

it('reads run lengths whatever ends the last row', () => {
  for (const endBytes of [[], [0, 0], [0, 1], [0, 0, 0, 1]])
    expect(readIndexes(encodeRuns(4, 1, 0, 0, 4, 2, ...endBytes))).toEqual([2, 2, 2, 2, 1, 1, 1, 1]);
});

it('ignores runs beyond the image and refuses truncated runs', () => {
  expect(readIndexes(encodeRuns(9, 1, 0, 0, 255, 2, 0, 1))).toEqual([2, 2, 2, 2, 1, 1, 1, 1]);
  for (const runBytes of [[4, 1, 0, 0, 3, 2], [4], [0, 4, 1, 1], [0, 2, 1]])
    expect(() => decodeBmp(encodeRuns(...runBytes))).toThrow('incomplete');
});

it('reads the header of OS/2, whose palette has no padding', () => {
  const header = Buffer.alloc(26);
  header.write('BM');
  header.writeUInt32LE(26 + 6, 10);
  header.writeUInt32LE(12, 14);
  header.writeUInt16LE(2, 18);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt16LE(1, 24);
  const palette = Buffer.from([QUARTERS[2], QUARTERS[3]].flatMap(([red, green, blue]) => [blue, green, red]));
  const bytes = Buffer.concat([header, palette, Buffer.from([0b0100_0000, 0, 0, 0])]);
  expect(readIndexes(Buffer.concat([bytes, Buffer.alloc(138)]))).toEqual([2, 3]);
  expect(readIndexes(bytes)).toEqual([2, 3]);
});

describe('an alpha channel of a 32-bit image', () => {
  /** A BMP of 2 x 1 pixels with the masks of a version 5 header. */
  const createWithAlpha = (...alphas: [number, number]) => {
    const header = Buffer.alloc(138);
    header.write('BM');
    for (const [offset, value] of [
      [10, 138],
      [14, 124],
      [18, 2],
      [22, 1],
      [30, 3],
      [54, 0xff0000],
      [58, 0xff00],
      [62, 0xff],
      [66, 0xff000000],
    ] as const)
      header.writeUInt32LE(value, offset);
    header.writeUInt16LE(32, 28);
    return Buffer.concat([header, Buffer.from([3, 2, 1, alphas[0], 6, 5, 4, alphas[1]])]);
  };

  it('is read', () => {
    expect(decodeBmp(createWithAlpha(0, 128))).toMatchObject({ channels: 4, data: Buffer.from([1, 2, 3, 0, 4, 5, 6, 128]) });
  });

  it('is ignored if it is empty', () => {
    expect(decodeBmp(createWithAlpha(0, 0)).data).toEqual(Buffer.from([1, 2, 3, 255, 4, 5, 6, 255]));
  });
});
