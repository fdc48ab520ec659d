/** A decoded image at full resolution, in upright orientation. */
export interface DecodedImage {
  readonly bitmap: ImageBitmap;
  /** A reduced copy for small views, because drawing the full bitmap is slow in every frame. Null for small images. */
  readonly reduced: ImageBitmap | null;
  /** Frees the pixels: 48 MB for 12 megapixels. The garbage collector would free them too late. */
  close(): void;
}

/** Longer side of the reduced copy in pixels. */
const REDUCED_SIDE = 1600;

/** Thrown if the URL of the image is unsigned or expired (ADR 0037). Loading the image's data from the API again returns a new URL. */
export class ImageRefusedError extends Error {
  override name = 'ImageRefusedError';
}

/**
 * Fetches an image and decodes it off the main thread. EXIF orientation is applied, because the API's coordinates
 * refer to the upright image. Rejects with ImageRefusedError for an invalid URL, with AbortError when aborted, and with
 * other errors if the file cannot be loaded or decoded.
 */
export async function loadDecodedImage(url: string, signal: AbortSignal): Promise<DecodedImage> {
  const response = await fetch(url, { signal });
  if (response.status === 403 || response.status === 410)
    throw new ImageRefusedError(`The image URL was rejected with status ${response.status}`);
  if (!response.ok) throw new Error(`The image could not be loaded: status ${response.status}`);
  const image = await decodeImage(await response.blob());
  if (!signal.aborted) return image;
  image.close();
  throw new DOMException('Loading the image was aborted', 'AbortError');
}

async function decodeImage(blob: Blob): Promise<DecodedImage> {
  const bitmap = await createImageBitmap(blob, { imageOrientation: 'from-image' });
  const reducedBitmap = await createReducedBitmap(bitmap).catch(() => null);
  return {
    bitmap,
    reduced: reducedBitmap,
    close: () => {
      bitmap.close();
      reducedBitmap?.close();
    },
  };
}

async function createReducedBitmap(bitmap: ImageBitmap): Promise<ImageBitmap | null> {
  const factor = REDUCED_SIDE / Math.max(bitmap.width, bitmap.height);
  if (factor > 0.75) return null;
  return createImageBitmap(bitmap, {
    resizeWidth: Math.max(1, Math.round(bitmap.width * factor)),
    resizeHeight: Math.max(1, Math.round(bitmap.height * factor)),
    resizeQuality: 'medium',
  });
}
