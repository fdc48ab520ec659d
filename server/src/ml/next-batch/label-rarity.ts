import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { listTaskLabels } from '../learning/dataset';
import type { ModelDomain } from '../models/model/kinds';

/** Maximum number of examples that are counted for a label. A label with more examples is not rare. */
const MAX_COUNTED_EXAMPLES = 1000;
/** Labels with at least this rarity are rare: they have at most half as many examples as the most frequent label. */
const MIN_RARITY = 0.5;

/** The tables with the examples of a label, in SQL. */
const EXAMPLE_TABLES: Record<ModelDomain, readonly [table: string, column: string][]> = {
  recognition: [
    ['image_label', 'label_id'],
    ['object_label', 'label_id'],
  ],
  detection: [['detection_object', 'detection_label_id']],
  segmentation: [
    ['polygon', 'segmentation_label_id'],
    ['mask', 'segmentation_label_id'],
  ],
};

/** Finds predicted labels with few examples. */
export interface Rarity {
  /** Returns the rare label that is most probably in an image, with the product of its probability and its rarity. */
  findRarest: (
    predictions: readonly { id?: string; prob: number }[],
  ) => { label: { id: string; name: string }; informativeness: number } | null;
}

/** Measures how rare each label of a task is: 0 for the most frequent label, 1 for a label without examples. */
export async function measureRarity(db: Db, domain: ModelDomain, taskId: string): Promise<Rarity> {
  const labels = await listTaskLabels(db, domain, taskId);
  const countExamples = ([table, column]: readonly [string, string]): RawBuilder<unknown> => sql`
    (select count(*) from (select from ${sql.table(table)} x where x.${sql.ref(column)} = l.id limit ${MAX_COUNTED_EXAMPLES}) y)`;
  const { rows } = await sql<{ id: string; examples: number }>`
    select l.id, (${sql.join(EXAMPLE_TABLES[domain].map(countExamples), sql` + `)})::int as examples
    from unnest(${labels.map(({ id }) => id)}::uuid[]) l(id)`.execute(db);
  const maxExamples = Math.max(0, ...rows.map(({ examples }) => examples));
  const names = new Map(labels.map(({ id, name }) => [id, name]));
  const rareLabelsById = new Map(
    rows.flatMap(({ id, examples }) => {
      const rarity = maxExamples === 0 ? 0 : 1 - examples / maxExamples;
      return rarity >= MIN_RARITY ? [[id, { label: { id, name: names.get(id)! }, rarity }] as const] : [];
    }),
  );
  return {
    findRarest: (predictions) => {
      const rareLabels = predictions.flatMap(({ id, prob }) => {
        const rareLabel = id === undefined ? undefined : rareLabelsById.get(id);
        return rareLabel ? [{ label: rareLabel.label, informativeness: prob * rareLabel.rarity }] : [];
      });
      return rareLabels.sort((a, b) => b.informativeness - a.informativeness)[0] ?? null;
    },
  };
}
