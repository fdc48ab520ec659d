import type { LookAlikesResponse } from '@console/shared-contract/api';

/** Maximum images per call. The server needs about 30 ms for each. */
const MAX_IMAGES_PER_CALL = 20;

type LookAlike = LookAlikesResponse['results'][number]['like'][number];

interface LookAlikesOptions {
  /** Requests similar images. Rejects if the request fails. */
  request: (images: string[], workspace: string) => Promise<LookAlikesResponse>;
}

/** The similar images that were found so far. Each response of the server creates a new object. */
export interface LookAlikeResults {
  /** Similar images by the id of the uploaded image. */
  byImage: ReadonlyMap<string, readonly LookAlike[]>;
  /**
   * How many images of the workspace (`ready` of `total`) the last uploads were compared with. Null while requests are pending, or if there
   * is no result.
   */
  compared: { ready: number; total: number } | null;
}

const NO_RESULTS: LookAlikeResults = { byImage: new Map(), compared: null };

/** Requests similar images for uploads, one call at a time. Uploads that finish during a call are sent together in the next call. */
export class LookAlikes {
  private results = NO_RESULTS;
  private queue: { image: string; workspace: string }[] = [];
  private isRequesting = false;
  private readonly listeners = new Set<() => void>();

  constructor(private readonly options: LookAlikesOptions) {}

  /** Returns the same object until the results change. */
  readonly snapshot = (): LookAlikeResults => this.results;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  add(image: string, workspace: string): void {
    this.queue.push({ image, workspace });
    if (!this.isRequesting) void this.requestAll();
  }

  /** Clears all results: the session has ended, or the upload panel is empty. */
  clear(): void {
    this.queue = [];
    this.setResults(NO_RESULTS);
  }

  private async requestAll(): Promise<void> {
    this.isRequesting = true;
    for (let nextUpload = this.queue[0]; nextUpload; nextUpload = this.queue[0]) {
      const { workspace: workspaceId } = nextUpload;
      const batch = this.queue.filter((queuedImage) => queuedImage.workspace === workspaceId).slice(0, MAX_IMAGES_PER_CALL);
      this.queue = this.queue.filter((queuedImage) => !batch.includes(queuedImage));
      const previousResults = this.results;
      // Ignore failures: the upload itself has succeeded.
      const response = await this.options
        .request(
          batch.map(({ image }) => image),
          workspaceId,
        )
        .catch(() => null);
      if (!response?.available || this.results !== previousResults) continue;
      const byImage = new Map([...previousResults.byImage, ...response.results.map(({ id, like }) => [id, like] as const)]);
      this.setResults({ byImage, compared: this.queue.length > 0 ? null : response.ready });
    }
    this.isRequesting = false;
  }

  private setResults(results: LookAlikeResults): void {
    this.results = results;
    for (const listener of [...this.listeners]) listener();
  }
}
