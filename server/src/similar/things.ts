import type { Config } from '../config';
import type { Db } from '../database/connection';
import type { SimilarKind } from '../database/tables/similar';
import type { FileStore } from '../files/store';

export type { SimilarKind };

export const KINDS: readonly SimilarKind[] = ['image', 'object', 'group'];

/** The tables whose rows are found by their likeness. */
export const TABLE_OF = { image: 'training_image', object: 'detection_object', group: 'similarity_group' } as const;

export interface Thing {
  workspaceId: string;
  kind: SimilarKind;
  id: string;
}

/** What a server needs to find what looks alike. */
export interface SimilarDeps {
  db: Db;
  files: FileStore;
  config: Pick<Config, 'dataDir' | 'findSimilar'>;
}
