import type { Histogram } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../../platform/database/connection';
import { createFieldError } from '../../../platform/errors';
import type { ScopedRow } from '../../../platform/access/scope';
import { messages } from './messages';

const MAX_BINS = 1000;
const DEFAULT_BIN_COUNT = 10;

interface BinCount {
  bin: number;
  images: number;
  objects: number;
}

/**
 * Counts how often each value of a label occurs on images and on objects, in bins of equal width that start at the minimum of the
 * label, or at 0. With `requiredLabelIds`, only images with all these labels, and objects on such images, count. `bins` are
 * the lower edges. Throws 400 if the width results in too many bins.
 */
export async function computeValueHistogram(
  db: Db,
  label: ScopedRow<'recognition_label'>,
  binSize: number | undefined,
  requiredLabelIds: readonly string[],
): Promise<z.output<typeof Histogram>> {
  const binWidth = binSize ?? getDefaultBinWidth(label);
  const origin = label.min_value ?? 0;
  const uniqueLabelIds = [...new Set(requiredLabelIds)];
  const createImageCondition = (imageColumn: string) =>
    requiredLabelIds.length === 0
      ? sql`true`
      : sql`(select count(*) from image_label w
          where w.image_id = ${sql.ref(imageColumn)} and w.label_id = any(${uniqueLabelIds}::uuid[])) = ${uniqueLabelIds.length}`;
  const { rows } = await sql<BinCount>`
    select floor((value - ${origin}::float8) / ${binWidth}::float8) as bin,
      count(*) filter (where not on_object)::int as images, count(*) filter (where on_object)::int as objects
    from (
      select l.value, false as on_object from image_label l where l.label_id = ${label.id} and ${createImageCondition('l.image_id')}
      union all
      select l.value, true from object_label l join detection_object o on o.id = l.object_id where l.label_id = ${label.id} and ${createImageCondition('o.image_id')}
    ) v where value is not null group by 1 order by 1 limit ${MAX_BINS + 1}
  `.execute(db);
  const firstBin = rows[0]?.bin ?? 0;
  const lastBin = rows.at(-1)?.bin ?? -1;
  if (rows.length > MAX_BINS || lastBin - firstBin >= MAX_BINS)
    throw createFieldError('bin_size', messages.tooManyBins(MAX_BINS));
  const countsByBin = new Map(rows.map((row) => [row.bin, row]));
  const bins = Array.from({ length: lastBin - firstBin + 1 }, (_, index) => firstBin + index);
  return {
    bins: bins.map((bin) => Number((origin + bin * binWidth).toPrecision(12))),
    counts_images: bins.map((bin) => countsByBin.get(bin)?.images ?? 0),
    counts_objects: bins.map((bin) => countsByBin.get(bin)?.objects ?? 0),
  };
}

function getDefaultBinWidth({ step_value, min_value, max_value }: ScopedRow<'recognition_label'>): number {
  if (min_value !== null && max_value !== null && max_value > min_value) return (max_value - min_value) / DEFAULT_BIN_COUNT;
  return step_value ?? 1;
}
