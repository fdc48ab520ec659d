import { EmbeddingIndex } from './index';

/** The indexes that are in memory. Of more than so many embeddings those are closed that were not asked for longest: all is in their folders. */
export class OpenIndexes {
  /** The ones asked last come last. */
  private readonly opened = new Map<string, Promise<EmbeddingIndex>>();
  private readonly ready = new Map<string, EmbeddingIndex>();

  constructor(private readonly most: number) {}

  /** The index of a folder, opened where it is not. What it does it does at once: it may be closed as soon as anything else is awaited. */
  async of(folder: string): Promise<EmbeddingIndex> {
    const opening = this.opened.get(folder) ?? EmbeddingIndex.open(folder);
    this.opened.delete(folder);
    this.opened.set(folder, opening);
    opening.catch(() => this.opened.delete(folder));
    const index = await opening;
    this.ready.set(folder, index);
    this.closeUnused(folder);
    return index;
  }

  /** Folders of those in memory, the one asked last at the end. */
  get folders(): string[] {
    return [...this.opened.keys()];
  }

  private countOf(folder: string): number {
    return this.ready.get(folder)?.count ?? 0;
  }

  private closeUnused(asked: string): void {
    let open = this.folders.reduce((sum, folder) => sum + this.countOf(folder), 0);
    for (const folder of this.folders) {
      if (open <= this.most || folder === asked) return;
      open -= this.countOf(folder);
      this.opened.delete(folder);
      this.ready.delete(folder);
    }
  }
}
