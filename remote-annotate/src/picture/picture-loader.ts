import { loadPicture, type DecodedPicture } from './decode';

type Load = (url: string, signal: AbortSignal) => Promise<DecodedPicture>;

interface Ahead {
  /** Once it is decoded. */
  decoded: DecodedPicture | null;
  readonly picture: Promise<DecodedPicture>;
  readonly abort: AbortController;
}

/** Loads pictures, a few of them ahead: the next one is decoded while this one is worked on. */
export class PictureLoader {
  private readonly ahead = new Map<string, Ahead>();

  constructor(private readonly loadOne: Load = loadPicture) {}

  /**
   * The picture at `url`; the caller closes it. One that was loaded ahead is there at once; if that went wrong, it is
   * tried anew.
   */
  async load(url: string, signal: AbortSignal): Promise<DecodedPicture> {
    const ahead = this.ahead.get(url);
    if (!ahead) return this.loadOne(url, signal);
    this.ahead.delete(url);
    const picture = await untilAborted(ahead, signal).catch(() => null);
    return picture ?? this.loadOne(url, signal);
  }

  /** The picture at `url`, which the caller closes, where it is decoded already; else null, and `load` has it. */
  take(url: string): DecodedPicture | null {
    const decoded = this.ahead.get(url)?.decoded ?? null;
    if (decoded) this.ahead.delete(url);
    return decoded;
  }

  /** Fetches and decodes the pictures that may be asked for next, and gives up all others. Each is some 50 MB. */
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
    // Nobody may ever ask for it; what failed is tried again the next time that it is to be kept.
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
