import { sql, type Kysely } from 'kysely';
import { catalogueTables } from './domain/catalogue';
import { similarityTables } from './domain/similarity';
import { annotateTables, evaluationTables, facetTables, longWorkTables } from './domain/work';
import { detectionTables, imageTables, recognitionTables, segmentationTables } from './domain/training';

/**
 * Creates the tables of all domains. Each row contains its workspace, so that queries can be scoped without a join.
 * Rows of an image are deleted with the image (ON DELETE CASCADE).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The order of the tables follows their foreign keys.
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
