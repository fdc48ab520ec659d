import { SIMILAR_KINDS, type SimilarKind } from '@console/shared-contract/shape-kinds';
import { setTimeout as delay } from 'node:timers/promises';
import type { EmbeddingPart, Neighbour } from '@console/learner/protocol';
import { sql } from 'kysely';
import { getLearnerClient } from '../learning/learner-client';
import { getLearningFolder } from '../learning/local-files';
import { computeEmbeddings } from './compute-embeddings';
import { deleteQueueEntries, listQueueEntries, getReadiness, type Readiness } from './embedding-queue';
import {
  queryIndex,
  getCurrentCount,
  removeFromIndex,
  syncIndex,
  getEmbeddingVersion,
  type IndexDeps,
  type IndexKey,
} from './local-index';
import { computeLikeness } from './embedding-math';
import { readMemberEmbeddings, readEmbedding, storeEmbeddings } from './stored-embeddings';
import { ITEM_TABLES, type SimilarDeps, type SimilarItem } from './similar-items';
import { enqueueEmbeddingJob } from './embedding-tasks';

/**
 * Maximum time that a query waits while an index is read from the database. After this time, the query uses the part that has been read.
 */
const INDEX_TIMEOUT_MS = 1500;
/** Maximum time that a request for the readiness waits for the index. */
const READINESS_TIMEOUT_MS = 200;
/** Number of groups whose members are compared: those with the nearest mean embeddings. */
const NEAR_GROUPS = 60;
/** Maximum number of members that are compared per group. */
const MAX_COMPARED_MEMBERS = 40;
/** Maximum number of neighbours requested from an index. Queries request more if many results are deleted or excluded. */
const MAX_REQUESTED = 20_000;

/** Creates a finder for one request, which uses the indexes of this server. */
export function createFinder({ db, files, config }: SimilarDeps): Finder {
  const client = getLearnerClient(files);
  return new Finder({ db, files, folder: getLearningFolder(config), send: client.send, getStartCount: () => client.startCount });
}

type FinderDeps = IndexDeps & Pick<SimilarDeps, 'files'>;

/** A query for similar items. */
interface SimilarityQuery {
  workspaceId: string;
  kind: SimilarKind;
  /** The part of the embeddings that is compared: colours, features or both. */
  part: EmbeddingPart;
  count: number;
  /** Ids that are excluded from the result. */
  excludedIds: ReadonlySet<string>;
}

/**
 * Finds similar items through an index on the local disk, which is a copy of the embeddings in the database. Each request uses its
 * own finder.
 */
export class Finder {
  /** For each kind, the size of an incomplete index when a query used it. */
  private readonly partialCounts = new Map<SimilarKind, number>();

  constructor(private readonly deps: FinderDeps) {}

  /**
   * Returns the embeddings of items by id. Missing embeddings of images and shapes are computed now. Embeddings of groups are
   * computed from the stored embeddings of their members. Deleted and unreadable items are omitted.
   */
  async getEmbeddings(items: readonly SimilarItem[]): Promise<Map<string, Int8Array>> {
    const embeddings = new Map<string, Int8Array>();
    const itemsWithoutEmbedding: SimilarItem[] = [];
    const versions = new Map<string, number>();
    for (const { workspaceId } of items)
      if (!versions.has(workspaceId)) versions.set(workspaceId, await getEmbeddingVersion(this.deps, workspaceId));
    for (const item of items) {
      const version = versions.get(item.workspaceId)!;
      const storedEmbedding = await readEmbedding(this.deps.db, item, version);
      if (storedEmbedding) embeddings.set(item.id, storedEmbedding);
      else if (storedEmbedding === undefined) itemsWithoutEmbedding.push(item);
    }
    for (const item of itemsWithoutEmbedding) {
      const embedding = await this.computeNow(item, versions.get(item.workspaceId)!);
      if (embedding) embeddings.set(item.id, embedding);
    }
    return embeddings;
  }

  /** Returns the nearest existing items, nearest first. */
  async findNearest(embedding: Int8Array, query: SimilarityQuery): Promise<Neighbour[]> {
    const version = await getEmbeddingVersion(this.deps, query.workspaceId);
    const versionedQuery = { ...query, version };
    const sync = syncIndex(this.deps, versionedQuery);
    // If the query stops waiting, an error of the synchronization must not become an unhandled rejection.
    sync.catch(() => undefined);
    const isSynced = await Promise.race([sync.then(() => true), delay(INDEX_TIMEOUT_MS, false, { ref: false })]);
    if (!isSynced) this.partialCounts.set(query.kind, getCurrentCount(this.deps, versionedQuery));
    if (query.kind !== 'group') return this.search(embedding, versionedQuery);
    const nearGroups = await this.search(embedding, { ...versionedQuery, count: Math.max(NEAR_GROUPS, query.count) });
    return this.rankByNearestMember(embedding, nearGroups, versionedQuery);
  }

  /** Whether a query of this finder used an incomplete index. */
  hasUsedPartialIndex(): boolean {
    return this.partialCounts.size > 0;
  }

  /**
   * Counts the items that queries can find, by kind. Items without an embedding and items that are not in this server's index yet do not
   * count. Items that an earlier query of this finder could not find do not count either.
   */
  async getReadiness(
    workspaceId: string,
    kinds: readonly SimilarKind[] = SIMILAR_KINDS,
  ): Promise<Partial<Record<SimilarKind, Readiness>>> {
    const readiness = await getReadiness(this.deps.db, workspaceId, kinds);
    if (Object.values(readiness).some(({ ready, total }) => ready < total)) await enqueueEmbeddingJob(this.deps.db);
    const version = await getEmbeddingVersion(this.deps, workspaceId);
    for (const kind of kinds) {
      const isSynced = await Promise.race([
        syncIndex(this.deps, { workspaceId, kind, version }).then(() => true),
        delay(READINESS_TIMEOUT_MS, false, { ref: false }),
      ]);
      const kindReadiness = readiness[kind];
      if (!kindReadiness) continue;
      const partialCount = isSynced ? this.partialCounts.get(kind) : getCurrentCount(this.deps, { workspaceId, kind, version });
      kindReadiness.ready = Math.min(kindReadiness.ready, partialCount ?? kindReadiness.ready);
    }
    return readiness;
  }

  private async computeNow(similarItem: SimilarItem, version: number): Promise<Int8Array | null> {
    const { db } = this.deps;
    const entries = await listQueueEntries(db, similarItem);
    const [embedded] = await computeEmbeddings({ ...this.deps, version }, [similarItem]);
    if (!embedded) return null;
    // Keep the queue entry of a group, because some of its members may still lack an embedding.
    if (similarItem.kind !== 'group') {
      await storeEmbeddings(db, [embedded], version);
      await deleteQueueEntries(db, entries);
    }
    return embedded.embedding;
  }

  private async search(embedding: Int8Array, query: SimilarityQuery & IndexKey): Promise<Neighbour[]> {
    const { workspaceId, kind, part: embeddingPart, count, excludedIds } = query;
    const isIncluded = ({ id }: Neighbour) => !excludedIds.has(id);
    for (let requestedCount = count + Math.min(excludedIds.size, MAX_REQUESTED); ; requestedCount *= 4) {
      const neighbours = await queryIndex(this.deps, query, {
        to: embedding,
        count: Math.min(requestedCount, MAX_REQUESTED),
        by: embeddingPart,
      });
      const existingItems = await this.findExistingIds({ workspaceId, kind }, neighbours);
      const deletedIds = neighbours.filter(({ id }) => !existingItems.has(id)).map(({ id }) => id);
      if (deletedIds.length > 0) await removeFromIndex(this.deps, query, deletedIds);
      const includedNeighbours = neighbours.filter((hit) => existingItems.has(hit.id) && isIncluded(hit));
      if (includedNeighbours.length >= count || neighbours.length < requestedCount || requestedCount >= MAX_REQUESTED)
        return sortByLikeness(includedNeighbours).slice(0, count);
    }
  }

  private async findExistingIds(
    { workspaceId, kind }: Pick<SimilarityQuery, 'workspaceId' | 'kind'>,
    neighbours: readonly Neighbour[],
  ) {
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(ITEM_TABLES[kind])}
      where id = any(${neighbours.map(({ id }) => id)}::uuid[]) and workspace_id = ${workspaceId}`.execute(this.deps.db);
    return new Set(rows.map(({ id }) => id));
  }

  /** Ranks groups by their nearest member. A rank by mean embedding would be too low for groups with very different views of an item. */
  private async rankByNearestMember(
    embedding: Int8Array,
    nearGroups: readonly Neighbour[],
    { part: embeddingPart, count, version }: SimilarityQuery & IndexKey,
  ) {
    const ids = nearGroups.map(({ id }) => id);
    const members = await readMemberEmbeddings(this.deps.db, ids, version, MAX_COMPARED_MEMBERS);
    const rankedGroups = nearGroups.map(({ id, likeness }) => {
      const memberLikeness = members.get(id)?.map((member) => computeLikeness(embedding, member, embeddingPart));
      return { id, likeness: memberLikeness ? Math.max(...memberLikeness) : likeness };
    });
    return sortByLikeness(rankedGroups).slice(0, count);
  }
}

/** Sorts by likeness, the cosine similarity. The index sorts by inner products of 8-bit vectors, whose lengths differ slightly. */
function sortByLikeness(neighbours: readonly Neighbour[]): Neighbour[] {
  return [...neighbours].sort((a, b) => b.likeness - a.likeness);
}
