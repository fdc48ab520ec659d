import { loadPicture, type DecodedPicture } from './decode';

type Load = (url: string, signal: AbortSignal) => Promise<DecodedPicture>;

interface Ahead {
  readonly url: string;
  readonly picture: Promise<DecodedPicture>;
  readonly abort: AbortController;
}

/** Loads pictures, one of them ahead: in a job the next one is decoded while this one is worked on. */
export class PictureLoader {
  private ahead: Ahead | null = null;

  constructor(private readonly loadOne: Load = loadPicture) {}

  /**
   * The picture at `url`; the caller closes it. One that was loaded ahead is there at once; if that went wrong, it is
   * tried anew.
   */
  async load(url: string, signal: AbortSignal): Promise<DecodedPicture> {
    const { ahead } = this;
    if (ahead?.url !== url) return this.loadOne(url, signal);
    this.ahead = null;
    const picture = await untilAborted(ahead, signal).catch(() => null);
    return picture ?? this.loadOne(url, signal);
  }

  /** Fetches and decodes the picture that will be asked for next, in place of the one before. */
  prefetch(url: string): void {
    if (this.ahead?.url === url) return;
    this.drop();
    const abort = new AbortController();
    const picture = this.loadOne(url, abort.signal);
    // Nobody may ever ask for it.
    picture.catch(() => undefined);
    this.ahead = { url, picture, abort };
  }

  /** Gives up what was loaded ahead. */
  drop(): void {
    if (!this.ahead) return;
    discard(this.ahead);
    this.ahead = null;
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
