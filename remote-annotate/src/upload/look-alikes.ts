import type { LookAlikesResponse as Answer } from '@console/shared-contract/api';

/** Images that one call asks about: each takes the server some 30 ms. */
const AT_ONCE = 20;

export type LookAlike = Answer['results'][number]['like'][number];

export interface LookAlikesOptions {
  /** Rejects where it cannot be known. */
  ask: (images: string[], workspace: string) => Promise<Answer>;
}

/** What was found so far: another object after each answer. */
export interface FoundLookAlikes {
  /** By the id of what was uploaded. */
  like: ReadonlyMap<string, readonly LookAlike[]>;
  /** Pictures that the last ones were compared with, of how many; null while there is more to ask, or nothing is known. */
  compared: { ready: number; total: number } | null;
}

const NOTHING: FoundLookAlikes = { like: new Map(), compared: null };

/** Asks about uploaded images which pictures they look like: one call at a time, those that came meanwhile together. */
export class LookAlikes {
  private found = NOTHING;
  private waiting: { image: string; workspace: string }[] = [];
  private isAsking = false;
  private readonly listeners = new Set<() => void>();

  constructor(private readonly options: LookAlikesOptions) {}

  /** The same object until something changes. */
  readonly snapshot = (): FoundLookAlikes => this.found;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  add(image: string, workspace: string): void {
    this.waiting.push({ image, workspace });
    if (!this.isAsking) void this.askAll();
  }

  /** Forgets all: the session has ended, or nobody looks at the uploads any more. */
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
      // Nobody is told of a failure: an upload is no worse for it.
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
