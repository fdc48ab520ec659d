/** A decoded image at full resolution, in upright orientation. */
export interface DecodedPicture {
  readonly bitmap: ImageBitmap;
  /** A reduced copy for small views, because drawing the full bitmap is slow in every frame. Null for small images. */
  readonly reduced: ImageBitmap | null;
  /** Frees the pixels, 48 MB at 12 megapixels. The garbage collector would do so too late. */
  close(): void;
}

/** Longer side of the reduced copy in pixels. */
const REDUCED_SIDE = 1600;

/** Thrown if the image URL is unsigned or expired (ADR 0039). Reloading the row supplies a new URL. */
export class PictureRefused extends Error {
  override name = 'PictureRefused';
}

/**
 * Fetches an image and decodes it off the main thread. EXIF orientation is applied, because the API's coordinates
 * refer to the upright image. Rejects with PictureRefused for an invalid URL, with AbortError when aborted, and with
 * other errors if the file cannot be loaded or decoded.
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
