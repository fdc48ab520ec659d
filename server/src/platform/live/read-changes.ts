import type { ChangedKind, LiveChange } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../database/connection';
import { TOPICS_OF_KIND } from './topics';

/**
 * Maximum number of row ids in a message. If more rows have changed, no ids are sent, and clients read all visible rows of the topic
 * again.
 */
const MAX_IDS = 100;

/** What a user has changed in one browser tab, or by an API client (without a tab). */
export interface TabChanges {
  userId: string | null;
  tab: string | null;
  changes: LiveChange[];
}

interface ChangeSetRow {
  id: number;
  user_id: string | null;
  relations: ChangedKind[];
  /** Table and subject of the changed rows. Null if there are more than `MAX_IDS`, or if they are not recorded. */
  subjects: [ChangedKind, string | null][] | null;
}

/** Reads which topics and rows the change sets affect. `tabs` maps the ids of the sets to the browser tabs that made them. */
export async function readChanges(db: Db, tabs: ReadonlyMap<number, string | null>): Promise<TabChanges[]> {
  const { rows } = await sql<ChangeSetRow>`
    select s.id::float8 as id, s.user_id, s.relations, e.subjects
    from change_set s left join lateral (
      select jsonb_agg(distinct jsonb_build_array(c.relation, case when c.relation = 'object_label'
          then (select o.image_id::text from detection_object o where o.id = c.subject_id::uuid) else c.subject_id end)) as subjects
      from (
        select relation, subject_id from change
        where change_set_id = s.id and created between s.created and s.finished limit ${MAX_IDS + 1}) c
      having count(*) <= ${MAX_IDS}) e on not s.summarized
    where s.id = any(${[...tabs.keys()]})`.execute(db);
  const changesByWriter = new Map<
    string,
    { userId: string | null; tab: string | null; topics: Map<string, Set<string> | null> }
  >();
  for (const row of rows) {
    const tab = tabs.get(row.id) ?? null;
    const key = `${row.user_id} ${tab}`;
    const group = changesByWriter.get(key) ?? { userId: row.user_id, tab, topics: new Map() };
    changesByWriter.set(key, group);
    addTopics(group.topics, row);
  }
  return [...changesByWriter.values()].map(({ userId, tab, topics }) => ({
    userId,
    tab,
    changes: [...topics].map(toLiveChange),
  }));
}

function addTopics(topics: Map<string, Set<string> | null>, { relations, subjects }: ChangeSetRow): void {
  for (const relation of relations) {
    for (const { topic, namesRows } of TOPICS_OF_KIND[relation] ?? []) {
      const ids = namesRows && subjects ? subjects.filter(([kind]) => kind === relation).map(([, subject]) => subject) : [null];
      const mergedIds = topics.get(topic);
      if (mergedIds === null || ids.includes(null)) topics.set(topic, null);
      else topics.set(topic, new Set([...(mergedIds ?? []), ...ids.filter((id) => id !== null)]));
    }
  }
}

function toLiveChange([topic, ids]: [string, Set<string> | null]): LiveChange {
  return ids === null || ids.size > MAX_IDS ? { topic } : { topic, ids: [...ids] };
}
