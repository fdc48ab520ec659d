import { randomUUID } from 'node:crypto';
import type { GroupCsvPlan } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { CLEARED_CELL } from '../../../data-access/csv/read';
import type { Db } from '../../../platform/database/connection';
import { lockImages, syncFacets } from '../../../data-access/facets';
import type { CsvGroups, CsvGroup } from './group-csv';
import { messages } from '../groups/messages';

const csvMessages = messages.csv;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface PlannedGroup {
  id: string;
  isNew: boolean;
  name: string;
  /** Undefined leaves the type unchanged. */
  type_id: string | null | undefined;
  test_group: boolean | undefined;
  images: string[];
}

interface GroupImportPlan {
  plan: GroupCsvPlan;
  changes: PlannedGroup[];
}

/** Plans the import of a file of groups and lists the errors by line. */
export async function planGroupImport(
  db: Db,
  workspaceId: string,
  { groups, errors: parseErrors }: CsvGroups,
): Promise<GroupImportPlan> {
  const parsedGroups = [...groups.values()];
  const images = parsedGroups.flatMap((group) => [...group.images.values()]);
  const names = parsedGroups.map(({ name }) => name);
  const ids = images.map(({ id }) => id).filter((id) => UUID.test(id));
  const [groupIdsByName, groupIdsById, typeIdsByName, imageIdsByName, imageIdsById] = await Promise.all([
    readIdsByName(db, sql`select id, name from similarity_group where workspace_id = ${workspaceId} and name = any(${names})`),
    readIdsByName(
      db,
      sql`select id, id::text as name from similarity_group where workspace_id = ${workspaceId} and id = any(${names.filter((name) => UUID.test(name))}::uuid[])`,
    ),
    readIdsByName(db, sql`select id, name from similarity_type where workspace_id = ${workspaceId}`),
    readIdsByName(
      db,
      sql`select id, name from training_image where workspace_id = ${workspaceId} and name = any(${[...new Set(images.filter(({ id }) => id === '').map(({ name }) => name))]})`,
    ),
    readIdsByName(
      db,
      sql`select id, id::text as name from training_image where workspace_id = ${workspaceId} and id = any(${ids}::uuid[])`,
    ),
  ]);
  const errors = [...parseErrors];
  /** Returns the id if there is exactly one. Otherwise adds an error to each line of `rows`. */
  const requireUnique = (
    matchingIds: readonly string[] | undefined,
    rows: readonly number[],
    notFoundMessage: string,
    ambiguousMessage: string,
  ): string | undefined => {
    if (matchingIds?.length === 1) return matchingIds[0];
    errors.push(...rows.map((row) => ({ row, detail: matchingIds ? ambiguousMessage : notFoundMessage })));
    return undefined;
  };
  const getTypeId = (type: string | null, rows: readonly number[]): string | null | undefined => {
    if (type === null) return undefined;
    return type === CLEARED_CELL
      ? null
      : requireUnique(typeIdsByName.get(type), rows, csvMessages.unknownType(type), csvMessages.ambiguousType(type));
  };
  const plannedGroups = parsedGroups.map(({ name, type, test, images: parsedImages, rows }: CsvGroup): PlannedGroup => {
    // A group is referenced by its name, else by its id.
    const existingIds = groupIdsByName.get(name) ?? groupIdsById.get(name.toLowerCase());
    const id = existingIds === undefined ? randomUUID() : requireUnique(existingIds, rows, '', csvMessages.ambiguousGroup(name));
    return {
      id: id ?? '',
      isNew: existingIds === undefined,
      name,
      type_id: getTypeId(type, rows),
      test_group: test,
      images: [...parsedImages.values()].flatMap(({ rows: imageRows, id: image, name: file }) =>
        image === ''
          ? (requireUnique(
              imageIdsByName.get(file),
              imageRows,
              csvMessages.unknownImage(file),
              csvMessages.ambiguousImage(file),
            ) ?? [])
          : (requireUnique(imageIdsById.get(image.toLowerCase()), imageRows, csvMessages.unknownImageId(image), '') ?? []),
      ),
    };
  });
  const firstNames = new Map<string, string>();
  for (const [index, { id }] of plannedGroups.entries()) {
    const { name = '', rows = [] } = parsedGroups[index] ?? {};
    const firstName = firstNames.get(id);
    if (firstName === undefined || id === '') firstNames.set(id, name);
    else errors.push(...rows.map((row) => ({ row, detail: csvMessages.sameGroup(firstName) })));
  }
  const plan = { ...(await readChanges(db, plannedGroups)), errors: errors.sort((a, b) => a.row - b.row), applied: false };
  return { plan, changes: plannedGroups };
}

async function readIdsByName(db: Db, rows: ReturnType<typeof sql>): Promise<Map<string, string[]>> {
  const result = await sql<{ id: string; name: string }>`${rows}`.execute(db);
  const ids = new Map<string, string[]>();
  for (const { id, name } of result.rows) ids.set(name, [...(ids.get(name) ?? []), id]);
  return ids;
}

/** SQL of the groups as a record set for a statement. */
const toRecordset = (groups: readonly PlannedGroup[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(groups.map((group) => ({ ...group, has_type: group.type_id !== undefined })))}::jsonb)
    as p (id uuid, name text, type_id uuid, has_type boolean, test_group boolean, images jsonb)`;

async function readChanges(db: Db, groups: readonly PlannedGroup[]): Promise<Pick<GroupCsvPlan, 'created' | 'changed'>> {
  const createdGroups = groups.filter(({ isNew }) => isNew).map(({ name, images }) => ({ name, images: images.length }));
  const existingGroups = groups.filter(({ isNew, id }) => !isNew && id !== '');
  const { rows } = await sql<GroupCsvPlan['changed'][number]>`
    select g.id, g.name,
      (p.has_type and p.type_id is distinct from g.type_id) as type,
      (p.test_group is not null and p.test_group <> g.test_group) as test,
      (select count(*)::int from jsonb_array_elements_text(p.images) i
        where not exists (select 1 from group_image m where m.group_id = g.id and m.image_id = i::uuid)) as images
    from ${toRecordset(existingGroups)} join similarity_group g on g.id = p.id order by lower(g.name), g.id`.execute(db);
  return { created: createdGroups, changed: rows.filter(({ type, test, images }) => type || test || images > 0) };
}

/** Applies a plan without errors. */
export async function applyGroupImport(trx: Db, workspaceId: string, groups: readonly PlannedGroup[]): Promise<void> {
  const images = [...new Set(groups.flatMap((group) => group.images))];
  const existingGroups = groups.filter(({ isNew }) => !isNew);
  await sql`
    select from similarity_group where id = any(${existingGroups.map(({ id }) => id)}::uuid[]) order by id for no key update`.execute(
    trx,
  );
  await sql`
    insert into similarity_group (id, workspace_id, name, type_id, test_group)
    select id, ${workspaceId}, name, type_id, coalesce(test_group, false) from ${toRecordset(groups.filter(({ isNew }) => isNew))}`.execute(
    trx,
  );
  await sql`
    update similarity_group g set type_id = case when p.has_type then p.type_id else g.type_id end,
      test_group = coalesce(p.test_group, g.test_group), version = version + 1
    from ${toRecordset(existingGroups)} where g.id = p.id and
      ((p.has_type and p.type_id is distinct from g.type_id) or p.test_group <> g.test_group)`.execute(trx);
  await lockImages(trx, images);
  await sql`
    insert into group_image (group_id, image_id, workspace_id)
    select p.id, i::uuid, ${workspaceId} from ${toRecordset(groups)}, jsonb_array_elements_text(p.images) i
    on conflict do nothing`.execute(trx);
  await syncFacets(trx, workspaceId, [{ target: 'image', ids: images, kinds: ['image.grouped'] }]);
}
