import { sql, type RawBuilder } from 'kysely';

/**
 * SQL condition: a model created the shape or image label of the alias, and since then no user has changed it or verified its
 * image (ADR 0129).
 */
export const isUnreviewed = (alias: string): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<boolean>`(${column('model_id')} is not null and not exists (
    select from image_verification reviewed
    where reviewed.image_id = ${column('image_id')} and reviewed.created >= ${column('created')}))`;
};

/** SQL of the model and score of an unreviewed shape or image label as JSON, otherwise null. */
export const selectPrediction = (alias: string): RawBuilder<unknown> => sql`
  case when ${isUnreviewed(alias)} then json_build_object('model', ${sql.ref(`${alias}.model_id`)}, 'score', ${sql.ref(`${alias}.score`)}) end`;

/** SQL condition: an image `i` has an unreviewed shape or label in one of the tables. */
export const hasUnreviewed = (tables: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    tables.map((table) => sql`exists (select from ${sql.table(table)} u where u.image_id = i.id and ${isUnreviewed('u')})`),
    sql` or `,
  )})`;
