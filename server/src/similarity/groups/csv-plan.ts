import { randomUUID } from 'node:crypto';
import type { GroupCsvPlan } from '@console/shared-contract/api';
import { FILE_NAME_KEY } from '@console/shared-contract/limits';
import { sql } from 'kysely';
import { CLEARED_CELL } from '../../csv/read';
import type { Db } from '../../database/connection';
import { lockImages, syncFacets } from '../../facets';
import type { CsvReading, WantedGroup } from './csv';
import type { GroupCsvUndo } from './csv-undo';
import { messages } from './messages';

const words = messages.csv;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface PlannedGroup {
  id: string;
  isNew: boolean;
  name: string;
  /** undefined: as it is. */
  type_id: string | null | undefined;
  test_group: boolean | undefined;
  images: string[];
}

export interface Planned {
  plan: GroupCsvPlan;
  groups: PlannedGroup[];
}

/** What a file would make and change in a workspace, with what is wrong in which of its lines. */
export async function planCsv(db: Db, workspaceId: string, { groups, errors: unread }: CsvReading): Promise<Planned> {
  const wanted = [...groups.values()];
  const named = wanted.flatMap((group) => [...group.images.values()]);
  const ids = named.map(({ id }) => id).filter((id) => UUID.test(id));
  const [known, types, images, there] = await Promise.all([
    idsByName(
      db,
      sql`select id, name from similarity_group where workspace_id = ${workspaceId} and name = any(${wanted.map(({ name }) => name)})`,
    ),
    idsByName(db, sql`select id, name from similarity_type where workspace_id = ${workspaceId}`),
    idsByName(
      db,
      sql`select id, meta_data ->> ${sql.lit(FILE_NAME_KEY)} as name from training_image
      where workspace_id = ${workspaceId} and meta_data ->> ${sql.lit(FILE_NAME_KEY)} = any(${[...new Set(named.filter(({ id }) => id === '').map(({ name }) => name))]})`,
    ),
    idsByName(
      db,
      sql`select id, id::text as name from training_image where workspace_id = ${workspaceId} and id = any(${ids}::uuid[])`,
    ),
  ]);
  const errors = [...unread];
  /** The one row of a name; what is wrong otherwise is said of a line. */
  const only = (ids: readonly string[] | undefined, row: number, none: string, many: string): string | undefined => {
    if (ids?.length === 1) return ids[0];
    errors.push({ row, detail: ids ? many : none });
    return undefined;
  };
  const typeOf = (type: string | null, row: number): string | null | undefined => {
    if (type === null) return undefined;
    return type === CLEARED_CELL ? null : only(types.get(type), row, words.noType(type), words.manyTypes(type));
  };
  const planned = wanted.map(({ name, type, test, images: asked, row }: WantedGroup): PlannedGroup => {
    const found = known.get(name);
    const id = found === undefined ? randomUUID() : only(found, row, '', words.manyGroups(name));
    return {
      id: id ?? '',
      isNew: found === undefined,
      name,
      type_id: typeOf(type, row),
      test_group: test,
      images: [...asked.values()].flatMap(({ row: line, id: image, name: file }) =>
        image === ''
          ? (only(images.get(file), line, words.noImage(file), words.manyImages(file)) ?? [])
          : (only(there.get(image.toLowerCase()), line, words.noImageId(image), '') ?? []),
      ),
    };
  });
  const plan = { ...(await describe(db, planned)), errors: errors.sort((a, b) => a.row - b.row), applied: false };
  return { plan, groups: planned };
}

async function idsByName(db: Db, rows: ReturnType<typeof sql>): Promise<Map<string, string[]>> {
  const found = await sql<{ id: string; name: string }>`${rows}`.execute(db);
  const ids = new Map<string, string[]>();
  for (const { id, name } of found.rows) ids.set(name, [...(ids.get(name) ?? []), id]);
  return ids;
}

/** The groups as rows of a statement. */
const asRows = (groups: readonly PlannedGroup[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(groups.map((group) => ({ ...group, has_type: group.type_id !== undefined })))}::jsonb)
    as p (id uuid, name text, type_id uuid, has_type boolean, test_group boolean, images jsonb)`;

async function describe(db: Db, groups: readonly PlannedGroup[]): Promise<Pick<GroupCsvPlan, 'created' | 'changed'>> {
  const created = groups.filter(({ isNew }) => isNew).map(({ name, images }) => ({ name, images: images.length }));
  const there = groups.filter(({ isNew, id }) => !isNew && id !== '');
  const { rows } = await sql<GroupCsvPlan['changed'][number]>`
    select g.id, g.name,
      (p.has_type and p.type_id is distinct from g.type_id) as type,
      (p.test_group is not null and p.test_group <> g.test_group) as test,
      (select count(*)::int from jsonb_array_elements_text(p.images) i
        where not exists (select 1 from group_image m where m.group_id = g.id and m.image_id = i::uuid)) as images
    from ${asRows(there)} join similarity_group g on g.id = p.id order by lower(g.name), g.id`.execute(db);
  return { created, changed: rows.filter(({ type, test, images }) => type || test || images > 0) };
}

/** Makes and changes what a plan without errors says. Answers what takes it back. */
export async function applyCsv(trx: Db, workspaceId: string, groups: readonly PlannedGroup[]): Promise<GroupCsvUndo> {
  const images = [...new Set(groups.flatMap((group) => group.images))];
  const there = groups.filter(({ isNew }) => !isNew);
  // Nobody edits the groups between the reading of what an undo restores and the change.
  await sql`
    select from similarity_group where id = any(${there.map(({ id }) => id)}::uuid[]) order by id for no key update`.execute(trx);
  const before = await stateOf(trx, there);
  await sql`
    insert into similarity_group (id, workspace_id, name, type_id, test_group)
    select id, ${workspaceId}, name, type_id, coalesce(test_group, false) from ${asRows(groups.filter(({ isNew }) => isNew))}`.execute(
    trx,
  );
  await sql`
    update similarity_group g set type_id = case when p.has_type then p.type_id else g.type_id end,
      test_group = coalesce(p.test_group, g.test_group), version = version + 1
    from ${asRows(there)} where g.id = p.id and
      ((p.has_type and p.type_id is distinct from g.type_id) or p.test_group <> g.test_group)`.execute(trx);
  await lockImages(trx, images);
  const added = await sql<{ group_id: string; image_id: string }>`
    insert into group_image (group_id, image_id, workspace_id)
    select p.id, i::uuid, ${workspaceId} from ${asRows(groups)}, jsonb_array_elements_text(p.images) i
    on conflict do nothing returning group_id, image_id`.execute(trx);
  await syncFacets(trx, workspaceId, [{ target: 'image', ids: images, kinds: ['image.grouped'] }]);
  const imagesOf = new Map<string, string[]>();
  for (const { group_id, image_id } of added.rows) imagesOf.set(group_id, [...(imagesOf.get(group_id) ?? []), image_id]);
  const after = new Map((await stateOf(trx, groups)).map((group) => [group.id, group.version]));
  return {
    created: groups
      .filter(({ isNew }) => isNew)
      .map(({ id }) => ({ id, version: after.get(id) ?? 1, images: imagesOf.get(id) ?? [] })),
    changed: before
      .map((was) => ({ was, version: after.get(was.id) ?? was.version, images: imagesOf.get(was.id) ?? [] }))
      .filter(({ was, version, images: more }) => version !== was.version || more.length > 0)
      .map(({ was: { id, type, test_group, version: then }, version, images: more }) => ({
        id,
        version,
        before: version === then ? null : { type, test_group },
        images: more,
      })),
  };
}

interface GroupState {
  id: string;
  type: string | null;
  test_group: boolean;
  version: number;
}

async function stateOf(db: Db, groups: readonly { id: string }[]): Promise<GroupState[]> {
  const ids = groups.map(({ id }) => id);
  const { rows } = await sql<GroupState>`
    select id, type_id as type, test_group, version from similarity_group where id = any(${ids}::uuid[]) order by id`.execute(db);
  return rows;
}
