import type { Shape } from '../../editor';

/** Loads all shapes of an image, page by page. */
type LoadShapes = (imageId: string, signal: AbortSignal) => Promise<readonly Shape[][]>;

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
  prefetch(imageIds: readonly string[], load: LoadShapes): void {
    for (const imageId of [...this.entries.keys()])
      if (!imageIds.includes(imageId) || !this.isFresh(imageId)) this.discard(imageId);
    for (const imageId of imageIds) if (!this.entries.has(imageId)) this.load(imageId, load);
  }

  /** Discards the shapes of an image, because the image has changed. */
  discard(imageId: string): void {
    this.entries.get(imageId)?.abort.abort();
    this.entries.delete(imageId);
  }

  /** Returns prefetched shapes and removes them. Returns null when there are none. The promise rejects if they cannot be loaded. */
  consume(imageId: string): Promise<readonly Shape[][]> | null {
    const entry = this.isFresh(imageId) ? this.entries.get(imageId) : undefined;
    this.entries.delete(imageId);
    return entry?.pages ?? null;
  }

  private isFresh(imageId: string): boolean {
    const entry = this.entries.get(imageId);
    return entry !== undefined && this.now() - entry.at < MAX_AGE_MS;
  }

  private load(imageId: string, load: LoadShapes): void {
    const controller = new AbortController();
    const pages = load(imageId, controller.signal);
    const entry = { pages, abort: controller, at: this.now() };
    this.entries.set(imageId, entry);
    // Handle the rejection here too, because the shapes may never be consumed.
    pages.catch(() => this.entries.get(imageId) === entry && this.entries.delete(imageId));
  }
}

export const shapePrefetcher = new ShapePrefetcher();
