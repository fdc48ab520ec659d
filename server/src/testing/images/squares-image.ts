import sharp from 'sharp';

/**
 * Creates a blue image of 128 x 64 pixels with coloured squares of 16 pixels. Each square is one grid cell of a small test detector.
 * @returns a PNG file in base64
 */
export async function createSquaresImage(squares: readonly { left: number; top: number; colour: string }[]): Promise<string> {
  const blue = { create: { width: 128, height: 64, channels: 3 as const, background: '#202080' } };
  const overlays = squares.map(({ colour: background, ...position }) => ({
    input: { create: { width: 16, height: 16, channels: 3 as const, background } },
    ...position,
  }));
  return (await sharp(blue).composite(overlays).png().toBuffer()).toString('base64');
}
