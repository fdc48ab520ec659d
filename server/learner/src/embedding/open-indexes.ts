import { EmbeddingIndex } from './index';

/**
 * The indexes in memory. If their embeddings exceed the limit, the least recently used indexes are closed. Nothing is lost,
 * because all embeddings are stored in their folders.
 */
export class OpenIndexes {
  /** Sorted by last use, the most recent last. */
  private readonly opened = new Map<string, Promise<EmbeddingIndex>>();
  private readonly ready = new Map<string, EmbeddingIndex>();

  constructor(private readonly most: number) {}

  /**
   * Returns the index of a folder and opens it if necessary. Callers must use the index synchronously: it may be closed during
   * their next `await`.
   */
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

  /** Folders of the open indexes, the most recently used last. */
  get folders(): string[] {
    return [...this.opened.keys()];
  }

  private getCount(folder: string): number {
    return this.ready.get(folder)?.count ?? 0;
  }

  private closeUnused(requested: string): void {
    let total = this.folders.reduce((sum, folder) => sum + this.getCount(folder), 0);
    for (const folder of this.folders) {
      if (total <= this.most || folder === requested) return;
      total -= this.getCount(folder);
      this.opened.delete(folder);
      this.ready.delete(folder);
    }
  }
}
