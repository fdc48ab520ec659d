import { loadPicture, type DecodedPicture } from './decoded-image';

type Load = (url: string, signal: AbortSignal) => Promise<DecodedPicture>;

interface Ahead {
  /** Null until the image is decoded. */
  decoded: DecodedPicture | null;
  readonly picture: Promise<DecodedPicture>;
  readonly abort: AbortController;
}

/** Loads images and preloads a few, so that the next image is decoded while the user works on the current one. */
export class PictureLoader {
  private readonly ahead = new Map<string, Ahead>();

  constructor(private readonly loadOne: Load = loadPicture) {}

  /**
   * Returns the image at `url`, which the caller must close. A preloaded image is reused;
   * if preloading failed, the image is fetched again.
   */
  async load(url: string, signal: AbortSignal): Promise<DecodedPicture> {
    const ahead = this.ahead.get(url);
    if (!ahead) return this.loadOne(url, signal);
    this.ahead.delete(url);
    const picture = await untilAborted(ahead, signal).catch(() => null);
    return picture ?? this.loadOne(url, signal);
  }

  /** Returns the image at `url` if it is already decoded, otherwise null. The caller must close it. */
  take(url: string): DecodedPicture | null {
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
    const picture = this.loadOne(url, abort.signal);
    const ahead: Ahead = { decoded: null, picture, abort };
    this.ahead.set(url, ahead);
    // Handle the rejection here, because `load` may never be called. A failed image is preloaded again on the next call.
    picture.then(
      (decoded) => (ahead.decoded = decoded),
      () => this.ahead.get(url) === ahead && this.ahead.delete(url),
    );
  }
}

function discard({ picture, abort }: Ahead): void {
  abort.abort();
  picture.then(
    (decoded) => decoded.close(),
    () => undefined,
  );
}

function untilAborted(ahead: Ahead, signal: AbortSignal): Promise<DecodedPicture> {
  if (signal.aborted) {
    discard(ahead);
    return ahead.picture;
  }
  signal.addEventListener('abort', () => discard(ahead), { once: true });
  return ahead.picture;
}
