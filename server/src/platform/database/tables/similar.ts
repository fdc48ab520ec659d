import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Json, CreatedTimestamp } from './columns';

/** Kinds of rows that similarity search supports. */
export type SimilarKind = 'image' | 'object' | 'group';

export interface SimilarItemTables {
  embedding: {
    workspace_id: string;
    kind: SimilarKind;
    id: string;
    version: number;
    data: Buffer | null;
    /** Grey thumbnail of 64 x 64 pixels, for images only. */
    thumbnail: Buffer | null;
    change: ColumnType<number, never, never>;
  };

  embedding_due: {
    n: GeneratedAlways<number>;
    workspace_id: string;
    kind: SimilarKind;
    id: string;
    failures: Generated<number>;
  };

  similar_likeness: {
    workspace_id: string;
    likeness: 'colours' | 'features' | 'both';
    recall: Json;
    groups: number;
    decided: CreatedTimestamp;
  };
}
