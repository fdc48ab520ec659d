import { encodeBitmap, encodeCounts } from '@console/shared-contract/mask-rle';

/** A mask of the image whose foreground is a box. */
export function createMask([left, top, right, bottom]: readonly [number, number, number, number]) {
  const [height, width] = [80, 100];
  const bitmap = Array.from({ length: height * width }, (_, index) => {
    const [x, y] = [index % width, Math.floor(index / width)];
    return Number(x >= left && x < right && y >= top && y < bottom);
  });
  return { size: [height, width], counts: encodeCounts(encodeBitmap(bitmap, [height, width])) };
}

/** Returns the text of the file that `save` offers as a download. */
export async function readSavedText(save: () => Promise<void>): Promise<string> {
  const blobs: Blob[] = [];
  URL.createObjectURL = (blob) => (blobs.push(blob as Blob), 'blob:');
  URL.revokeObjectURL = () => undefined;
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await save();
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(blobs[0]!);
  });
}
