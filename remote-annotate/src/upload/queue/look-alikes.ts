import type { LookAlikesResponse as Answer } from '@console/shared-contract/api';

/** Maximum images per call. The server needs about 30 ms for each. */
const AT_ONCE = 20;

export type LookAlike = Answer['results'][number]['like'][number];

export interface LookAlikesOptions {
  /** Requests similar images. Rejects if the request fails. */
  ask: (images: string[], workspace: string) => Promise<Answer>;
}

/** The current results. Each response creates a new object. */
export interface FoundLookAlikes {
  /** Similar images by the id of the uploaded image. */
  like: ReadonlyMap<string, readonly LookAlike[]>;
  /** How many of the workspace's images the last batch was compared with. Null while requests are pending or without a result. */
  compared: { ready: number; total: number } | null;
}

const NOTHING: FoundLookAlikes = { like: new Map(), compared: null };

/** Requests similar images for uploads, one call at a time. Uploads that finish meanwhile share the next call. */
export class LookAlikes {
  private found = NOTHING;
  private waiting: { image: string; workspace: string }[] = [];
  private isAsking = false;
  private readonly listeners = new Set<() => void>();

  constructor(private readonly options: LookAlikesOptions) {}

  /** Returns the same object until the results change. */
  readonly snapshot = (): FoundLookAlikes => this.found;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  add(image: string, workspace: string): void {
    this.waiting.push({ image, workspace });
    if (!this.isAsking) void this.askAll();
  }

  /** Clears all results: the session has ended, or the upload panel is empty. */
  clear(): void {
    this.waiting = [];
    this.tell(NOTHING);
  }

  private async askAll(): Promise<void> {
    this.isAsking = true;
    for (let next = this.waiting[0]; next; next = this.waiting[0]) {
      const { workspace } = next;
      const asked = this.waiting.filter((each) => each.workspace === workspace).slice(0, AT_ONCE);
      this.waiting = this.waiting.filter((each) => !asked.includes(each));
      const before = this.found;
      // Ignore failures: the upload itself has succeeded.
      const answer = await this.options
        .ask(
          asked.map(({ image }) => image),
          workspace,
        )
        .catch(() => null);
      if (!answer?.available || this.found !== before) continue;
      const like = new Map([...before.like, ...answer.results.map(({ id, like: of }) => [id, of] as const)]);
      this.tell({ like, compared: this.waiting.length > 0 ? null : answer.ready });
    }
    this.isAsking = false;
  }

  private tell(found: FoundLookAlikes): void {
    this.found = found;
    for (const listener of [...this.listeners]) listener();
  }
}
