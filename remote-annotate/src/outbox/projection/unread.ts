import type { Query, QueryClient } from '@tanstack/react-query';
import { rowKey, type RowKind } from '../writes/rows';
import type { PendingWrite } from './pending-writes';

/**
 * Kinds that are not read again automatically. Requesting a batch leases its items, and completed items must stay hidden in
 * every batch.
 */
const LASTING: ReadonlySet<RowKind> = new Set(['batch']);

interface Answered {
  readonly write: PendingWrite;
  /** Hashes of the queries whose data is older than the response. */
  readonly stale: Set<string>;
}

/** Tracks confirmed writes that the data of queries does not include yet, and rereads those queries. */
export class Unread {
  private answered: Answered[] = [];
  /** Queries to read again once their rows have no pending writes. A read in progress may predate the response. */
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

  /** Rereads the waiting queries, except for rows with more pending writes. Those would be read once per write. */
  rereadBut(pending: readonly PendingWrite[]): void {
    for (const [hash, { query, kind, id }] of this.waiting) {
      if (pending.some(({ rows }) => rows[kind] === id)) continue;
      this.waiting.delete(hash);
      const exactly = { queryKey: query.queryKey, exact: true };
      // A read in progress may return the row as it was before the response.
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
