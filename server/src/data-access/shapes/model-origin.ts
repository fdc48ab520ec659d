import { sql, type RawBuilder } from 'kysely';
import { SHAPE_TABLES } from '../../platform/database/tables/shapes';

/** SQL condition: a user created the verification `alias`, not the automatic acceptance of predictions (ADR 0129). */
export const isByUser = (alias: string): RawBuilder<boolean> => sql<boolean>`${sql.ref(`${alias}.model_id`)} is null`;

/** SQL condition: a user has verified an image `i`. */
export const IS_VERIFIED_BY_USER = sql<boolean>`
  exists (select from image_verification v where v.image_id = i.id and ${isByUser('v')})`;

/**
 * SQL condition: a model created the shape or image label `alias`, and since then no user has changed the annotation or verified
 * its image (ADR 0129).
 */
export const isUnreviewed = (alias: string): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<boolean>`(${column('model_id')} is not null and not exists (
    select from image_verification reviewed
    where reviewed.image_id = ${column('image_id')} and reviewed.created >= ${column('created')} and ${isByUser('reviewed')}))`;
};

/** SQL of the model and score of an unreviewed shape or image label as JSON, otherwise null. */
export const selectPrediction = (alias: string): RawBuilder<unknown> => sql`
  case when ${isUnreviewed(alias)} then json_build_object('model', ${sql.ref(`${alias}.model_id`)}, 'score', ${sql.ref(`${alias}.score`)}) end`;

/** SQL condition: an image `i` has an unreviewed shape or label of any kind. */
export const HAS_ANY_UNREVIEWED = sql<boolean>`(${sql.join(
  [...SHAPE_TABLES, 'image_label'].map(
    (table) => sql`exists (select from ${sql.table(table)} u where u.image_id = i.id and ${isUnreviewed('u')})`,
  ),
  sql` or `,
)})`;

/** A table with annotations that models can create, and the column of their label. */
interface AnnotationTable {
  table: string;
  label: string;
}

/** The tables with the annotations that the models of each domain can create. */
export const MODEL_ANNOTATIONS = {
  recognition: [{ table: 'image_label', label: 'label_id' }],
  detection: [
    { table: 'detection_object', label: 'detection_label_id' },
    { table: 'skeleton', label: 'detection_label_id' },
  ],
  segmentation: [
    { table: 'polygon', label: 'segmentation_label_id' },
    { table: 'mask', label: 'segmentation_label_id' },
  ],
} as const satisfies Record<string, readonly AnnotationTable[]>;

/**
 * Calls `toSql` for each table of the domain with the SQL condition that an annotation `u` is unreviewed and has one of the
 * labels. `labels` is an SQL list or query.
 */
const mapTables = <T>(
  domain: keyof typeof MODEL_ANNOTATIONS,
  labels: RawBuilder<unknown>,
  toSql: (table: RawBuilder<unknown>, isIncluded: RawBuilder<unknown>) => T,
): T[] =>
  MODEL_ANNOTATIONS[domain].map(({ table, label }) =>
    toSql(sql.table(table), sql`(${isUnreviewed('u')} and ${sql.ref(`u.${label}`)} in (${labels}))`),
  );

/** SQL condition: an image `i` has an unreviewed annotation of the domain with one of these labels. */
export const hasUnreviewed = (domain: keyof typeof MODEL_ANNOTATIONS, labels: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    mapTables(
      domain,
      labels,
      (table, isIncluded) => sql`exists (select from ${table} u where u.image_id = i.id and ${isIncluded})`,
    ),
    sql` or `,
  )})`;

/** SQL that selects the ids of the images of a workspace with an unreviewed annotation of the domain with one of these labels. */
export const selectUnreviewed = (
  domain: keyof typeof MODEL_ANNOTATIONS,
  labels: RawBuilder<unknown>,
  workspaceId: string,
): RawBuilder<{ image_id: string }> =>
  sql.join(
    mapTables(
      domain,
      labels,
      (table, isIncluded) => sql`select u.image_id from ${table} u where u.workspace_id = ${workspaceId} and ${isIncluded}`,
    ),
    sql` union all `,
  ) as RawBuilder<{ image_id: string }>;
