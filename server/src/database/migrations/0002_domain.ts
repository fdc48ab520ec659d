import { sql, type Kysely } from 'kysely';
import { annotateTables, catalogueTables, evaluationTables, facetTables, longWorkTables, similarityTables } from './domain/work';
import { detectionTables, imageTables, recognitionTables, segmentationTables } from './domain/training';

/**
 * Every table of the platform's domains. Each row carries its workspace, so that a query can be
 * scoped without a join; rows of a picture go with the picture (ON DELETE CASCADE).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // In the order of their foreign keys.
  const parts = [
    imageTables,
    recognitionTables,
    detectionTables,
    segmentationTables,
    similarityTables,
    annotateTables,
    catalogueTables,
    evaluationTables,
    longWorkTables,
    facetTables,
  ];
  for (const part of parts) await sql.raw(part).execute(db);
}
