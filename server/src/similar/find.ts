import { setTimeout as delay } from 'node:timers/promises';
import type { EmbeddingPart, Neighbour } from '@console/learner/protocol';
import { sql } from 'kysely';
import { getLearnerClient } from '../learning/learner-client';
import { getLearningFolder } from '../learning/local-files';
import { describeSeen, describeThings } from './describe';
import { leaveLine, placesOf, readinessOf, type Readiness } from './due';
import { askIndex, countNow, dropFromIndex, readOn, versionOf, type IndexDeps } from './local-index';
import { likenessOf } from './numbers';
import { membersOf, readEmbedding, storeEmbeddings } from './stored';
import { KINDS, TABLE_OF, type SimilarDeps, type SimilarKind, type Thing } from './things';
import { askForWork } from './work';

/** How long a question waits for an index that is being read from the database; then it goes by what is there. */
const PATIENCE_MS = 1500;
/** The same for how far it is. */
const STATE_PATIENCE_MS = 200;
/** Groups near by their means that are looked at member by member. */
const NEAR_GROUPS = 60;
const LOOKED_AT_MEMBERS = 40;
/** Asked of an index at most, where much of what it has is deleted or left out. */
const MOST_ASKED = 20_000;

/** What looks for likeness on this server. */
export function finderOf({ db, files, config }: SimilarDeps): Finder {
  const asker = getLearnerClient(files);
  return new Finder({ db, files, folder: getLearningFolder(config), ask: asker.ask, starts: () => asker.startCount });
}

type FinderDeps = IndexDeps & Pick<SimilarDeps, 'files'>;

export interface Wanted {
  workspaceId: string;
  kind: SimilarKind;
  by: EmbeddingPart;
  count: number;
  /** Ids that are not to be among the answers. */
  without: ReadonlySet<string>;
}

/** A box in a picture that has no embedding of its own, such as a polygon's. */
export interface Region {
  id: string;
  img_key: string;
  box: number[];
}

export class Finder {
  constructor(private readonly deps: FinderDeps) {}

  /**
   * What things look like, also such that still wait for it: pictures and objects are looked at now, groups by what is known of
   * their members. Those that are gone, or cannot be read, are left out.
   */
  async embeddingsOf(things: readonly Thing[]): Promise<Map<string, Int8Array>> {
    const version = await versionOf(this.deps);
    const found = new Map<string, Int8Array>();
    const missing: Thing[] = [];
    for (const thing of things) {
      const known = await readEmbedding(this.deps.db, thing, version);
      if (known) found.set(thing.id, known);
      else if (known === undefined) missing.push(thing);
    }
    for (const thing of missing) {
      const embedding = await this.describeNow(thing, version);
      if (embedding) found.set(thing.id, embedding);
    }
    return found;
  }

  async regionEmbedding(region: Region): Promise<Int8Array | null> {
    const found = await describeSeen(this.deps, [region]);
    return found.get(region.id) ?? null;
  }

  /** The nearest that are there, the nearest first. */
  async nearest(to: Int8Array, wanted: Wanted): Promise<Neighbour[]> {
    const version = await versionOf(this.deps);
    const reading = readOn(this.deps, wanted, version);
    // Whoever gives up waiting hears nothing of how it ends.
    reading.catch(() => undefined);
    await Promise.race([reading, delay(PATIENCE_MS, undefined, { ref: false })]);
    if (wanted.kind !== 'group') return this.search(to, wanted);
    const near = await this.search(to, { ...wanted, count: Math.max(NEAR_GROUPS, wanted.count) });
    return this.byNearestMember(to, near, wanted, version);
  }

  /** How many can be among the answers, by kind: those that wait for it or are on their way to this server's index are not. */
  async readiness(workspaceId: string, kinds: readonly SimilarKind[] = KINDS): Promise<Partial<Record<SimilarKind, Readiness>>> {
    const found = await readinessOf(this.deps.db, workspaceId, kinds);
    if (Object.values(found).some(({ ready, total }) => ready < total)) await askForWork(this.deps.db);
    const version = await versionOf(this.deps);
    for (const kind of kinds) {
      const isRead = await Promise.race([
        readOn(this.deps, { workspaceId, kind }, version).then(() => true),
        delay(STATE_PATIENCE_MS, false, { ref: false }),
      ]);
      const state = found[kind];
      if (!isRead && state) state.ready = Math.min(state.ready, countNow(this.deps, { workspaceId, kind }));
    }
    return found;
  }

  private async describeNow(thing: Thing, version: number): Promise<Int8Array | null> {
    const { db } = this.deps;
    const places = await placesOf(db, thing);
    const [described] = await describeThings({ ...this.deps, version }, [thing]);
    if (!described) return null;
    // A group is only as good as its members are known: it stays in the line.
    if (thing.kind !== 'group') {
      await storeEmbeddings(db, [described], version);
      await leaveLine(db, places);
    }
    return described.embedding;
  }

  private async search(to: Int8Array, wanted: Wanted): Promise<Neighbour[]> {
    const { workspaceId, kind, by, count, without } = wanted;
    const isWanted = ({ id }: Neighbour) => !without.has(id);
    for (let asked = count + Math.min(without.size, MOST_ASKED); ; asked *= 4) {
      const hits = await askIndex(this.deps, wanted, { to, count: Math.min(asked, MOST_ASKED), by });
      const there = await this.there({ workspaceId, kind }, hits);
      const gone = hits.filter(({ id }) => !there.has(id)).map(({ id }) => id);
      if (gone.length > 0) await dropFromIndex(this.deps, wanted, gone);
      const found = hits.filter((hit) => there.has(hit.id) && isWanted(hit));
      if (found.length >= count || hits.length < asked || asked >= MOST_ASKED) return byLikeness(found).slice(0, count);
    }
  }

  private async there({ workspaceId, kind }: Pick<Wanted, 'workspaceId' | 'kind'>, hits: readonly Neighbour[]) {
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(TABLE_OF[kind])}
      where id = any(${hits.map(({ id }) => id)}::uuid[]) and workspace_id = ${workspaceId}`.execute(this.deps.db);
    return new Set(rows.map(({ id }) => id));
  }

  /** A group is as near as its nearest member: by means alone one that has many views of a thing comes too late. */
  private async byNearestMember(to: Int8Array, near: readonly Neighbour[], { by, count }: Wanted, version: number) {
    const ids = near.map(({ id }) => id);
    const members = await membersOf(this.deps.db, ids, version, LOOKED_AT_MEMBERS);
    const nearest = near.map(({ id, similarity: likeness }) => {
      const of = members.get(id)?.map((member) => likenessOf(to, member, by));
      return { id, likeness: of ? Math.max(...of) : likeness };
    });
    return byLikeness(nearest).slice(0, count);
  }
}

/** The index goes by products of numbers of 8 bits, whose lengths differ a little. */
function byLikeness(found: readonly Neighbour[]): Neighbour[] {
  return [...found].sort((a, b) => b.similarity - a.similarity);
}
