import sharp from 'sharp';
import { readPicture, sizeFor, type Picture } from './picture';
import { Refusal } from './refusal';

/** The longer side at which boxes are cut out of a large picture. */
const MOST_SIDE = 4096;

type Box = readonly number[];

/** The boxes of a picture, x1, y1, x2, y2 in its upright pixels, each as a picture of its own whose longer side is `inputSize`. */
export async function readBoxes(file: string, boxes: readonly Box[], inputSize: number): Promise<Picture[]> {
  const { pixels, width, height, fullWidth, fullHeight } = await readPicture(file, MOST_SIDE, { enlarge: false });
  return Promise.all(
    boxes.map(async (box) => {
      const [x1, x2] = sides(box[0], box[2], width / fullWidth, width);
      const [y1, y2] = sides(box[1], box[3], height / fullHeight, height);
      const [full, size] = [{ width: x2 - x1, height: y2 - y1 }, sizeFor(x2 - x1, y2 - y1, inputSize)];
      const cut = await sharp(pixels, { raw: { width, height, channels: 3 } })
        .extract({ left: x1, top: y1, ...full })
        .resize(size.width, size.height, { fit: 'fill' })
        .raw()
        .toBuffer();
      return { pixels: cut, ...size, fullWidth: full.width, fullHeight: full.height };
    }),
  );
}

/** Whole pixels of the picture, one at least. */
function sides(from: number | undefined, to: number | undefined, scale: number, length: number): [number, number] {
  if (!Number.isFinite(from) || !Number.isFinite(to)) throw new Refusal('A box needs four numbers');
  const first = Math.min(length - 1, Math.max(0, Math.floor(from! * scale)));
  return [first, Math.min(length, Math.max(first + 1, Math.ceil(to! * scale)))];
}
