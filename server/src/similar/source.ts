import type { ServiceSlug } from '@console/shared-contract/api';
import { sql, type RawBuilder } from 'kysely';
import type { Scope, ScopedTable } from '../access/scope';
import type { Db } from '../database/connection';
import type { Finder } from './find';
import type { SimilarKind } from './things';

/** What may be looked for. */
export type SourceKind = SimilarKind | 'polygon';

export const SOURCE_KINDS: readonly SourceKind[] = ['image', 'object', 'polygon', 'group'];

const SOURCES = {
  image: { table: 'training_image', what: 'Image', service: undefined },
  object: { table: 'detection_object', what: 'Object', service: 'custom-object-detection' },
  polygon: { table: 'polygon', what: 'Polygon', service: 'custom-segmentation' },
  group: { table: 'similarity_group', what: 'Group', service: 'custom-similarity' },
} as const satisfies Record<SourceKind, { table: ScopedTable; what: string; service: ServiceSlug | undefined }>;

/** The service that a kind of things needs; images are every member's. */
export const serviceOf = (kind: SourceKind): ServiceSlug | undefined => SOURCES[kind].service;

export interface Source {
  kind: SourceKind;
  id: string;
  workspaceId: string;
}

/** Finds what is to be looked for, by the rules of its own calls. Throws 404 and 403. */
export async function findSource(scope: Scope, kind: SourceKind, id: string): Promise<Source> {
  const { table, what } = SOURCES[kind];
  const row = await scope.findRow(table, id, { entityName: what, service: serviceOf(kind) });
  return { kind, id: row.id, workspaceId: row.workspace_id };
}

/** What it looks like; null where that cannot be told yet, or ever. */
export async function embeddingOf(finder: Finder, db: Db, { kind, id, workspaceId }: Source): Promise<Int8Array | null> {
  if (kind !== 'polygon') return (await finder.embeddingsOf([{ kind, id, workspaceId }])).get(id) ?? null;
  const { rows } = await sql<{ id: string; img_key: string; box: number[] }>`
    select p.id, i.img_key, p.bbox as box from polygon p join training_image i on i.id = p.image_id where p.id = ${id}`.execute(
    db,
  );
  return rows[0] ? finder.regionEmbedding(rows[0]) : null;
}

/** What is no answer: the source itself, what is part of it or has it as a part, and the groups that it is in already. */
export async function withoutOwn(db: Db, { kind, id }: Source, wanted: SimilarKind): Promise<Set<string>> {
  const own = OWN[kind][wanted];
  const ids = own ? (await own(id).execute(db)).rows.map((row) => row.id) : [];
  return new Set([...ids, ...(kind === wanted ? [id] : [])]);
}

type OwnIds = (id: string) => RawBuilder<{ id: string }>;
const OWN: Record<SourceKind, Partial<Record<SimilarKind, OwnIds>>> = {
  image: {
    object: (id) => sql`select id from detection_object where image_id = ${id}`,
    group: (id) => sql`select group_id as id from group_image where image_id = ${id}`,
  },
  object: {
    image: (id) => sql`select image_id as id from detection_object where id = ${id}`,
    group: (id) => sql`select group_id as id from group_object where object_id = ${id}`,
  },
  polygon: { image: (id) => sql`select image_id as id from polygon where id = ${id}` },
  group: {
    image: (id) => sql`select image_id as id from group_image where group_id = ${id}`,
    object: (id) => sql`select object_id as id from group_object where group_id = ${id}`,
    group: (id) => sql`
      select child_id as id from group_group where parent_id = ${id} union select parent_id from group_group where child_id = ${id}`,
  },
};
