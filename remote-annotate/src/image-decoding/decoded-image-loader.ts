import { loadDecodedImage, type DecodedImage } from './decoded-image';

type LoadImage = (url: string, signal: AbortSignal) => Promise<DecodedImage>;

interface Prefetch {
  /** Null until the image is decoded. */
  decoded: DecodedImage | null;
  readonly image: Promise<DecodedImage>;
  readonly abort: AbortController;
}

/** Loads images and preloads a few, so that the next image is decoded while the user works on the current image. */
export class DecodedImageLoader {
  private readonly prefetches = new Map<string, Prefetch>();

  constructor(private readonly loadOne: LoadImage = loadDecodedImage) {}

  /**
   * Returns the image at `url`, which the caller must close. A preloaded image is reused; if preloading failed, the image is fetched again.
   */
  async load(url: string, signal: AbortSignal): Promise<DecodedImage> {
    const prefetch = this.prefetches.get(url);
    if (!prefetch) return this.loadOne(url, signal);
    this.prefetches.delete(url);
    const image = await waitUntilAborted(prefetch, signal).catch(() => null);
    return image ?? this.loadOne(url, signal);
  }

  /** Returns the image at `url` if it is already decoded, otherwise null. The caller must close it. */
  takeDecoded(url: string): DecodedImage | null {
    const decodedImage = this.prefetches.get(url)?.decoded ?? null;
    if (decodedImage) this.prefetches.delete(url);
    return decodedImage;
  }

  /** Preloads the given images and discards all other preloaded images. Each image takes about 50 MB of memory. */
  prefetchOnly(urls: readonly string[]): void {
    for (const [url, prefetch] of this.prefetches) {
      if (urls.includes(url)) continue;
      this.prefetches.delete(url);
      discardPrefetch(prefetch);
    }
    for (const url of urls) if (!this.prefetches.has(url)) this.startPrefetch(url);
  }

  private startPrefetch(url: string): void {
    const abort = new AbortController();
    const image = this.loadOne(url, abort.signal);
    const prefetch: Prefetch = { decoded: null, image, abort };
    this.prefetches.set(url, prefetch);
    // Handle the rejection here, because `load` may never be called. A failed image is preloaded again on the next call.
    image.then(
      (decodedImage) => (prefetch.decoded = decodedImage),
      () => this.prefetches.get(url) === prefetch && this.prefetches.delete(url),
    );
  }
}

function discardPrefetch({ image, abort }: Prefetch): void {
  abort.abort();
  image.then(
    (decodedImage) => decodedImage.close(),
    () => undefined,
  );
}

function waitUntilAborted(prefetch: Prefetch, signal: AbortSignal): Promise<DecodedImage> {
  if (signal.aborted) {
    discardPrefetch(prefetch);
    return prefetch.image;
  }
  signal.addEventListener('abort', () => discardPrefetch(prefetch), { once: true });
  return prefetch.image;
}
