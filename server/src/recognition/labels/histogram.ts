import type { Histogram } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../database/connection';
import { badField } from '../../errors';
import type { ScopedRow } from '../../access/scope';
import { messages } from './messages';

const MOST_BINS = 1000;
const USUAL_BINS = 10;

interface BinCount {
  bin: number;
  images: number;
  objects: number;
}

/**
 * How often each value of a label occurs on images and on objects, in bins of one width that start at the label's least
 * value (0 without one). With `onImagesWith` only images that carry all those labels count, and objects on them.
 * `bins` are the lower edges. Throws 400 when the width gives too many bins.
 */
export async function valueHistogram(
  db: Db,
  label: ScopedRow<'recognition_label'>,
  binSize: number | undefined,
  onImagesWith: readonly string[],
): Promise<z.output<typeof Histogram>> {
  const width = binSize ?? usualWidth(label);
  const origin = label.min_value ?? 0;
  const wanted = [...new Set(onImagesWith)];
  const onImage = (image: string) =>
    onImagesWith.length === 0
      ? sql`true`
      : sql`(select count(*) from image_label w
          where w.image_id = ${sql.ref(image)} and w.label_id = any(${wanted}::uuid[])) = ${wanted.length}`;
  const { rows } = await sql<BinCount>`
    select floor((value - ${origin}::float8) / ${width}::float8) as bin,
      count(*) filter (where not on_object)::int as images, count(*) filter (where on_object)::int as objects
    from (
      select l.value, false as on_object from image_label l where l.label_id = ${label.id} and ${onImage('l.image_id')}
      union all
      select l.value, true from object_label l join detection_object o on o.id = l.object_id where l.label_id = ${label.id} and ${onImage('o.image_id')}
    ) v where value is not null group by 1 order by 1 limit ${MOST_BINS + 1}
  `.execute(db);
  const first = rows[0]?.bin ?? 0;
  const last = rows.at(-1)?.bin ?? -1;
  if (rows.length > MOST_BINS || last - first >= MOST_BINS) throw badField('bin_size', messages.tooManyBins(MOST_BINS));
  const byBin = new Map(rows.map((row) => [row.bin, row]));
  const bins = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return {
    bins: bins.map((bin) => Number((origin + bin * width).toPrecision(12))),
    counts_images: bins.map((bin) => byBin.get(bin)?.images ?? 0),
    counts_objects: bins.map((bin) => byBin.get(bin)?.objects ?? 0),
  };
}

function usualWidth({ step_value, min_value, max_value }: ScopedRow<'recognition_label'>): number {
  if (min_value !== null && max_value !== null && max_value > min_value) return (max_value - min_value) / USUAL_BINS;
  return step_value ?? 1;
}
