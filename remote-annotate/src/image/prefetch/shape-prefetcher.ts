import type { Shape } from '../../editor';

/** Loads all shapes of an image, page by page. */
type LoadShapes = (image: string, signal: AbortSignal) => Promise<readonly Shape[][]>;

/** Maximum age of prefetched shapes, in milliseconds. */
const MAX_AGE_MS = 60_000;

interface PrefetchedShapes {
  readonly pages: Promise<readonly Shape[][]>;
  readonly abort: AbortController;
  readonly at: number;
}

/** Loads the shapes of images that are likely to be opened next. */
export class ShapePrefetcher {
  private readonly entries = new Map<string, PrefetchedShapes>();

  constructor(private readonly now: () => number = Date.now) {}

  /** Loads the shapes of the given images, unless recently loaded. Discards the shapes of all other images, and aborts their requests. */
  prefetch(images: readonly string[], load: LoadShapes): void {
    for (const image of [...this.entries.keys()]) if (!images.includes(image) || !this.isFresh(image)) this.discard(image);
    for (const image of images) if (!this.entries.has(image)) this.load(image, load);
  }

  /** Discards the shapes of an image, because the image has changed. */
  discard(image: string): void {
    this.entries.get(image)?.abort.abort();
    this.entries.delete(image);
  }

  /** Returns prefetched shapes and removes them. Returns null when there are none. The promise rejects if they cannot be loaded. */
  consume(image: string): Promise<readonly Shape[][]> | null {
    const entry = this.isFresh(image) ? this.entries.get(image) : undefined;
    this.entries.delete(image);
    return entry?.pages ?? null;
  }

  private isFresh(image: string): boolean {
    const entry = this.entries.get(image);
    return entry !== undefined && this.now() - entry.at < MAX_AGE_MS;
  }

  private load(image: string, load: LoadShapes): void {
    const abort = new AbortController();
    const pages = load(image, abort.signal);
    const entry = { pages, abort, at: this.now() };
    this.entries.set(image, entry);
    // Handle the rejection here too, because the shapes may never be consumed.
    pages.catch(() => this.entries.get(image) === entry && this.entries.delete(image));
  }
}

export const shapePrefetcher = new ShapePrefetcher();
