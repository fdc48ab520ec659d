import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Json, CreatedTimestamp } from './columns';

/** Kinds of rows that similarity search supports. */
export type SimilarKind = 'image' | 'object' | 'group';

export interface EmbeddingTable {
  workspace_id: string;
  kind: SimilarKind;
  id: string;
  version: number;
  data: Buffer | null;
  /** Grey thumbnail of 64 x 64 pixels, for images only. */
  thumbnail: Buffer | null;
  change: ColumnType<number, never, never>;
}

export interface EmbeddingDueTable {
  n: GeneratedAlways<number>;
  workspace_id: string;
  kind: SimilarKind;
  id: string;
  failures: Generated<number>;
}

export interface SimilarLikenessTable {
  workspace_id: string;
  likeness: 'colours' | 'features' | 'both';
  recall: Json;
  groups: number;
  decided: CreatedTimestamp;
}
