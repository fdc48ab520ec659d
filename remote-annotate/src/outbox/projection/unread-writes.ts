import type { Query, QueryClient } from '@tanstack/react-query';
import { getRowKey, type RowKind } from '../writes/rows';
import type { PendingWrite } from './pending-writes';

/** Kinds of rows that are not read again automatically. Reading a batch of job items would reserve further items for the user. */
const NEVER_REREAD: ReadonlySet<RowKind> = new Set(['batch']);

interface ConfirmedWrite {
  readonly write: PendingWrite;
  /** Hashes of the queries whose cached data was read before the server confirmed the write. */
  readonly staleHashes: Set<string>;
}

/** Tracks confirmed writes that are not yet included in the data of queries, and rereads these queries. */
export class UnreadWrites {
  private confirmedWrites: ConfirmedWrite[] = [];
  /** Queries to read again once their rows have no pending writes. */
  private readonly queriesToReread = new Map<string, { readonly query: Query; readonly kind: RowKind; readonly id: string }>();

  /** Hashes of the queries that are never read again automatically. */
  private readonly neverReread = new Set<string>();

  constructor(
    private readonly client: QueryClient,
    private readonly workspaceId: string,
    private readonly onChange: () => void,
  ) {
    client.getQueryCache().subscribe((event) => {
      if (event.type === 'removed') this.forgetQuery(event.query.queryHash);
      if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
      const { queryHash } = event.query;
      if (!this.queriesToReread.has(queryHash) && !this.neverReread.has(queryHash)) this.forgetQuery(queryHash);
    });
  }

  getWritesFor(queryHash: string): readonly PendingWrite[] {
    return this.confirmedWrites.filter(({ staleHashes }) => staleHashes.has(queryHash)).map(({ write }) => write);
  }

  add(write: PendingWrite): void {
    const staleHashes = new Set<string>();
    for (const [kind, id] of Object.entries(write.rows) as [RowKind, string][]) {
      for (const query of this.client.getQueryCache().findAll({ queryKey: [this.workspaceId, ...getRowKey(kind, id)] })) {
        staleHashes.add(query.queryHash);
        if (NEVER_REREAD.has(kind)) this.neverReread.add(query.queryHash);
        else this.queriesToReread.set(query.queryHash, { query, kind, id });
      }
    }
    if (staleHashes.size > 0) this.confirmedWrites.push({ write, staleHashes });
  }

  /** Rereads the waiting queries. Rows with more pending writes wait, so that they are not read again after each write. */
  rereadQueries(pending: readonly PendingWrite[]): void {
    for (const [queryHash, { query, kind, id }] of this.queriesToReread) {
      if (pending.some(({ rows }) => rows[kind] === id)) continue;
      this.queriesToReread.delete(queryHash);
      const filter = { queryKey: query.queryKey, exact: true };
      // Cancel a read in progress, because it may return the row without the write.
      void this.client.cancelQueries(filter).then(() => this.client.invalidateQueries(filter));
    }
  }

  private forgetQuery(queryHash: string): void {
    this.queriesToReread.delete(queryHash);
    this.neverReread.delete(queryHash);
    const includedWrites = this.confirmedWrites.filter(({ staleHashes }) => staleHashes.delete(queryHash));
    if (includedWrites.length === 0) return;
    this.confirmedWrites = this.confirmedWrites.filter(({ staleHashes }) => staleHashes.size > 0);
    this.onChange();
  }
}
