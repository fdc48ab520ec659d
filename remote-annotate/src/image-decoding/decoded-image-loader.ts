import { loadDecodedImage, type DecodedImage } from './decoded-image';

type Load = (url: string, signal: AbortSignal) => Promise<DecodedImage>;

interface Ahead {
  /** Null until the image is decoded. */
  decoded: DecodedImage | null;
  readonly image: Promise<DecodedImage>;
  readonly abort: AbortController;
}

/** Loads images and preloads a few, so that the next image is decoded while the user works on the current one. */
export class DecodedImageLoader {
  private readonly ahead = new Map<string, Ahead>();

  constructor(private readonly loadOne: Load = loadDecodedImage) {}

  /**
   * Returns the image at `url`, which the caller must close. A preloaded image is reused;
   * if preloading failed, the image is fetched again.
   */
  async load(url: string, signal: AbortSignal): Promise<DecodedImage> {
    const ahead = this.ahead.get(url);
    if (!ahead) return this.loadOne(url, signal);
    this.ahead.delete(url);
    const image = await untilAborted(ahead, signal).catch(() => null);
    return image ?? this.loadOne(url, signal);
  }

  /** Returns the image at `url` if it is already decoded, otherwise null. The caller must close it. */
  take(url: string): DecodedImage | null {
    const decoded = this.ahead.get(url)?.decoded ?? null;
    if (decoded) this.ahead.delete(url);
    return decoded;
  }

  /** Preloads the given images and discards all other preloaded ones. Each takes about 50 MB. */
  keepAhead(urls: readonly string[]): void {
    for (const [url, ahead] of this.ahead) {
      if (urls.includes(url)) continue;
      this.ahead.delete(url);
      discard(ahead);
    }
    for (const url of urls) if (!this.ahead.has(url)) this.fetchAhead(url);
  }

  private fetchAhead(url: string): void {
    const abort = new AbortController();
    const image = this.loadOne(url, abort.signal);
    const ahead: Ahead = { decoded: null, image, abort };
    this.ahead.set(url, ahead);
    // Handle the rejection here, because `load` may never be called. A failed image is preloaded again on the next call.
    image.then(
      (decoded) => (ahead.decoded = decoded),
      () => this.ahead.get(url) === ahead && this.ahead.delete(url),
    );
  }
}

function discard({ image, abort }: Ahead): void {
  abort.abort();
  image.then(
    (decoded) => decoded.close(),
    () => undefined,
  );
}

function untilAborted(ahead: Ahead, signal: AbortSignal): Promise<DecodedImage> {
  if (signal.aborted) {
    discard(ahead);
    return ahead.image;
  }
  signal.addEventListener('abort', () => discard(ahead), { once: true });
  return ahead.image;
}
