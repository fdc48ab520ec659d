/** A picture ready to be drawn, upright, in its own pixels. */
export interface DecodedPicture {
  readonly bitmap: ImageBitmap;
  /** A smaller copy for drawing it small: the large one costs its full size in each frame. Null where the picture is small itself. */
  readonly reduced: ImageBitmap | null;
  /** Frees the pixels, which the garbage collector sees too late: 48 MB at 12 megapixels. */
  close(): void;
}

/** Longer side of the reduced copy. */
const REDUCED_SIDE = 1600;

/** The address is not signed, or has ended (ADR 0039): its row has another. */
export class PictureRefused extends Error {
  override name = 'PictureRefused';
}

/**
 * Fetches and decodes a picture off the main thread, turned as its EXIF data says: the API's coordinates are in the upright frame.
 * Rejects when the file cannot be had (PictureRefused where its address is to blame) or is no picture, and with an AbortError when aborted.
 */
export async function loadPicture(url: string, signal: AbortSignal): Promise<DecodedPicture> {
  const response = await fetch(url, { signal });
  if (response.status === 403 || response.status === 410)
    throw new PictureRefused(`The address was answered with ${response.status}`);
  if (!response.ok) throw new Error(`The picture was answered with ${response.status}`);
  const picture = await decodePicture(await response.blob());
  if (!signal.aborted) return picture;
  picture.close();
  throw new DOMException('The picture is not wanted any more', 'AbortError');
}

export async function decodePicture(blob: Blob): Promise<DecodedPicture> {
  const bitmap = await createImageBitmap(blob, { imageOrientation: 'from-image' });
  const reduced = await reduce(bitmap).catch(() => null);
  return {
    bitmap,
    reduced,
    close: () => {
      bitmap.close();
      reduced?.close();
    },
  };
}

async function reduce(bitmap: ImageBitmap): Promise<ImageBitmap | null> {
  const factor = REDUCED_SIDE / Math.max(bitmap.width, bitmap.height);
  if (factor > 0.75) return null;
  return createImageBitmap(bitmap, {
    resizeWidth: Math.max(1, Math.round(bitmap.width * factor)),
    resizeHeight: Math.max(1, Math.round(bitmap.height * factor)),
    resizeQuality: 'medium',
  });
}
