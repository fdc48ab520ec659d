import type { Query, QueryClient } from '@tanstack/react-query';
import { rowKey, type RowKind } from '../writes/rows';
import type { PendingWrite } from './pending-writes';

/** A batch is not asked for again by itself, for asking leases its items. What is done is in none of them, whenever it was asked. */
const LASTING: ReadonlySet<RowKind> = new Set(['batch']);

interface Answered {
  readonly write: PendingWrite;
  /** Hashes of the queries whose data is from before the answer. */
  readonly stale: Set<string>;
}

/** Answered writes that queries do not have in their data yet, and the reading again of those queries. */
export class Unread {
  private answered: Answered[] = [];
  /** Queries to be read again once nothing is pending on their rows; what they are reading now may be from before the answer. */
  private readonly waiting = new Map<string, { readonly query: Query; readonly kind: RowKind; readonly id: string }>();

  private readonly lasting = new Set<string>();

  constructor(
    private readonly client: QueryClient,
    private readonly workspaceId: string,
    private readonly onChange: () => void,
  ) {
    client.getQueryCache().subscribe((event) => {
      if (event.type === 'removed') this.forget(event.query.queryHash);
      if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
      const { queryHash } = event.query;
      if (!this.waiting.has(queryHash) && !this.lasting.has(queryHash)) this.forget(queryHash);
    });
  }

  in(queryHash: string): readonly PendingWrite[] {
    return this.answered.filter(({ stale }) => stale.has(queryHash)).map(({ write }) => write);
  }

  add(write: PendingWrite): void {
    const stale = new Set<string>();
    for (const [kind, id] of Object.entries(write.rows) as [RowKind, string][]) {
      for (const query of this.client.getQueryCache().findAll({ queryKey: [this.workspaceId, ...rowKey(kind, id)] })) {
        stale.add(query.queryHash);
        if (LASTING.has(kind)) this.lasting.add(query.queryHash);
        else this.waiting.set(query.queryHash, { query, kind, id });
      }
    }
    if (stale.size > 0) this.answered.push({ write, stale });
  }

  /** Reads again what waits for it, but for the rows that have more writes on their way: they would be read once for each. */
  rereadBut(pending: readonly PendingWrite[]): void {
    for (const [hash, { query, kind, id }] of this.waiting) {
      if (pending.some(({ rows }) => rows[kind] === id)) continue;
      this.waiting.delete(hash);
      const exactly = { queryKey: query.queryKey, exact: true };
      // A reading that has begun may bring the row from before the answer.
      void this.client.cancelQueries(exactly).then(() => this.client.invalidateQueries(exactly));
    }
  }

  private forget(queryHash: string): void {
    this.waiting.delete(queryHash);
    this.lasting.delete(queryHash);
    const read = this.answered.filter(({ stale }) => stale.delete(queryHash));
    if (read.length === 0) return;
    this.answered = this.answered.filter(({ stale }) => stale.size > 0);
    this.onChange();
  }
}
