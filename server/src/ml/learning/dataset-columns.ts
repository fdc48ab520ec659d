import type { SkeletonTemplate } from '@console/shared-contract/skeleton';
import type { AttributeDefinition } from '@console/shared-contract/shape-attributes';
import { sql, type RawBuilder } from 'kysely';
import type { Domain } from '@console/learner/protocol';
import type { JobRecord, ProductRecord } from '../../data-access/shape-kinds/image-record';
import { IMAGE_DETAILS } from '../../data-access/shape-kinds/read-workspace';
import { listDomainKinds, SHAPE_KINDS } from '../../data-access/shape-kinds/registry';
import type { AnyShapeKind } from '../../data-access/shapes/define-kind';
import type { LabelReference } from '../../data-access/shapes/kind';

/** A label at the time when a dataset version was created. These field names are stored in the dataset version. */
export interface DatasetLabel {
  /** The domain of the label. */
  of: Domain;
  id: string;
  name: string;
  /** Set for recognition labels only. */
  type: string | null;
  min_value: number | null;
  max_value: number | null;
  step_value: number | null;
  /** Missing in versions that older releases created. */
  color?: string | null;
  /** Null or missing if the label has no skeletons. */
  skeleton?: SkeletonTemplate | null;
  /** The digit or letter key that selects the label. Missing in versions that older releases created. */
  key?: string | null;
  /** Attributes that the label declares. Null for recognition labels, missing in versions that older releases created. */
  attributes?: AttributeDefinition[] | null;
  /** Whether annotations of the workspace use this label. Always true in a version that a training created. */
  drawn: boolean;
}

/** Metadata of an image in a dataset version. */
export interface DatasetImageDetails {
  display_key: string | null;
  mask_key: string | null;
  content_type: string;
  /** Missing in versions that older releases created. */
  name?: string | null;
  meta_data: unknown;
  content_hash: string;
  real: boolean;
  created: string;
  verified_by: { email: string; created: string; by_model?: boolean }[];
  groups: { id: string; name: string }[];
  jobs: JobRecord[];
  /** Missing in versions that older releases created. */
  products?: ProductRecord[];
}

/** The metadata of an image `i` for a dataset version, in SQL. */
export const DATASET_IMAGE_DETAILS = sql<DatasetImageDetails>`
  jsonb_build_object('display_key', i.display_key, 'mask_key', i.mask_key, 'content_type', i.content_type, 'name', i.name, 'meta_data', i.meta_data,
    'content_hash', i.content_hash, 'real', i.real, 'created', i.created,
    'verified_by', ${IMAGE_DETAILS.verifiedBy}, 'groups', ${IMAGE_DETAILS.groups}, 'jobs', ${IMAGE_DETAILS.jobs}, 'products', ${IMAGE_DETAILS.products})`;

/** The shapes of one kind of an image `i`, as a JSON array in SQL. */
function selectShapes({ table, label, fields, order, related }: AnyShapeKind): RawBuilder<unknown> {
  const entries = [
    ...[sql`'id', s.id, 'data', s.data`, ...(label ? [sql`'label', ${sql.ref(`s.${label.column}`)}`] : [])],
    ...fields.map((field) => sql`${sql.lit(field)}, ${sql.ref(`s.${field}`)}`),
    ...Object.entries(related?.inVersion ?? {}).map(([name, rows]) => sql`${sql.lit(name)}, ${rows}`),
  ];
  return sql`(
    select coalesce(json_agg(json_build_object(${sql.join(entries)}) order by ${order}), '[]') from ${sql.table(table)} s where s.image_id = i.id)`;
}

/**
 * SQL of all annotations of an image `i`, for dataset versions with shapes of all kinds. The JSON includes all fields that trainings read.
 */
export const ALL_ANNOTATIONS = sql`
  json_build_object(
    'labels', (
      select coalesce(json_agg(json_build_object('id', l.id, 'value', il.value) order by lower(l.name), l.id), '[]')
      from image_label il join recognition_label l on l.id = il.label_id where il.image_id = i.id),
    ${sql.join(SHAPE_KINDS.map((kind) => sql`${sql.lit(kind.plural)}, ${selectShapes(kind)}`))})`;

/** SQL condition: at least one shape has the label `l` of the domain. */
const isLabelUsed = (domain: LabelReference['domain']) =>
  sql.join(
    listDomainKinds(domain).map(
      ({ table, label }) => sql`exists (select from ${sql.table(table)} s where ${sql.ref(`s.${label.column}`)} = l.id)`,
    ),
    sql` or `,
  );
const DOMAINS = ['recognition', 'detection', 'segmentation'] as const;

/** The labels of a workspace, sorted by name, as a JSON array in SQL. */
export function selectWorkspaceLabels(workspaceId: RawBuilder<unknown>): RawBuilder<DatasetLabel[]> {
  return toLabelArray(
    DOMAINS.map((domain) =>
      selectLabelRows(
        domain,
        sql`l.workspace_id = ${workspaceId}`,
        domain === 'recognition' ? sql`true` : sql`(${isLabelUsed(domain)})`,
      ),
    ),
  );
}

/** The labels whose ids the given statements select, per domain, as a JSON array in SQL. */
export function selectLabelsById(ids: Partial<Record<Domain, RawBuilder<unknown>>>): RawBuilder<DatasetLabel[]> {
  return toLabelArray(
    DOMAINS.flatMap((domain) => {
      const selectIds = ids[domain];
      return selectIds ? [selectLabelRows(domain, sql`l.id in (${selectIds})`, sql`true`)] : [];
    }),
  );
}

function selectLabelRows(domain: Domain, where: RawBuilder<unknown>, drawnShapes: RawBuilder<unknown>): RawBuilder<unknown> {
  const range =
    domain === 'recognition'
      ? sql`l.type, l.min_value, l.max_value, l.step_value, null::jsonb`
      : sql`null, null, null, null, l.attributes`;
  return sql`
    select ${sql.lit(domain)}::text as of, l.id, l.name, ${range}, l.color, l.key, ${drawnShapes} as drawn, ${domain === 'detection' ? sql`l.skeleton` : sql`null::jsonb`} from ${sql.table(`${domain}_label`)} l where ${where}`;
}

function toLabelArray(rows: readonly RawBuilder<unknown>[]): RawBuilder<DatasetLabel[]> {
  return sql`(
    select coalesce(json_agg(json_build_object('of', of, 'id', id, 'name', name, 'type', type, 'min_value', min_value,
      'max_value', max_value, 'step_value', step_value, 'color', color, 'key', key, 'attributes', attributes, 'drawn', drawn, 'skeleton', skeleton) order by of, lower(name), id), '[]')
    from (${sql.join(rows, sql` union all `)}) label (of, id, name, type, min_value, max_value, step_value, attributes, color, key, drawn, skeleton))`;
}
