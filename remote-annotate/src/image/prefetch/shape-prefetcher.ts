import type { Shape } from '../../editor';

/** Reads all shapes of an image, page after page. */
export type ReadShapes = (image: string, signal: AbortSignal) => Promise<readonly Shape[][]>;

/** What was read so long ago is read anew; in milliseconds. */
const MAX_AGE_MS = 60_000;

interface PrefetchedShapes {
  readonly pages: Promise<readonly Shape[][]>;
  readonly abort: AbortController;
  readonly at: number;
}

/** The shapes of images that may be opened next, as the server has them. */
export class ShapePrefetcher {
  private readonly held = new Map<string, PrefetchedShapes>();

  constructor(private readonly now: () => number = Date.now) {}

  /** Reads those that are not held, or too old, and gives up all others. */
  keep(images: readonly string[], read: ReadShapes): void {
    for (const image of [...this.held.keys()]) if (!images.includes(image) || !this.isFresh(image)) this.drop(image);
    for (const image of images) if (!this.held.has(image)) this.read(image, read);
  }

  /** Something of an image has changed: what was read of it does not count any more. */
  drop(image: string): void {
    this.held.get(image)?.abort.abort();
    this.held.delete(image);
  }

  /** Gives out what was read, once; null: nothing that still counts. Rejects when the reading does. */
  take(image: string): Promise<readonly Shape[][]> | null {
    const held = this.isFresh(image) ? this.held.get(image) : undefined;
    this.held.delete(image);
    return held?.pages ?? null;
  }

  private isFresh(image: string): boolean {
    const held = this.held.get(image);
    return held !== undefined && this.now() - held.at < MAX_AGE_MS;
  }

  private read(image: string, read: ReadShapes): void {
    const abort = new AbortController();
    const pages = read(image, abort.signal);
    const held = { pages, abort, at: this.now() };
    this.held.set(image, held);
    // Nobody may ever ask for it.
    pages.catch(() => this.held.get(image) === held && this.held.delete(image));
  }
}

/** Those of this page. */
export const shapePrefetcher = new ShapePrefetcher();
