import { EmbeddingIndex } from './embedding-index';

/**
 * The indexes in memory. If their embeddings exceed the limit, the least recently used indexes are closed. Nothing is lost,
 * because all embeddings are stored in their folders.
 */
export class IndexCache {
  /** Sorted by last use, the most recent last. */
  private readonly pendingIndexes = new Map<string, Promise<EmbeddingIndex>>();
  private readonly readyIndexes = new Map<string, EmbeddingIndex>();

  constructor(private readonly maxEmbeddings: number) {}

  /**
   * Returns the index of a folder and opens it if necessary. Callers must use the index synchronously: it may be closed during
   * their next `await`.
   */
  async open(folder: string): Promise<EmbeddingIndex> {
    const opening = this.pendingIndexes.get(folder) ?? EmbeddingIndex.open(folder);
    this.pendingIndexes.delete(folder);
    this.pendingIndexes.set(folder, opening);
    opening.catch(() => this.pendingIndexes.delete(folder));
    const index = await opening;
    this.readyIndexes.set(folder, index);
    this.closeUnused(folder);
    return index;
  }

  /** Folders of the open indexes, the most recently used last. */
  get folders(): string[] {
    return [...this.pendingIndexes.keys()];
  }

  private getCount(folder: string): number {
    return this.readyIndexes.get(folder)?.count ?? 0;
  }

  private closeUnused(requestedFolder: string): void {
    let openCount = this.folders.reduce((sum, folder) => sum + this.getCount(folder), 0);
    for (const folder of this.folders) {
      if (openCount <= this.maxEmbeddings || folder === requestedFolder) return;
      openCount -= this.getCount(folder);
      this.pendingIndexes.delete(folder);
      this.readyIndexes.delete(folder);
    }
  }
}
