import type { Config } from '../../platform/config';
import type { Db } from '../../platform/database/connection';
import type { SimilarKind } from '../../platform/database/tables/similar';
import type { FileStore } from '../../platform/files/store';

export type { SimilarKind };

export const SIMILAR_KINDS: readonly SimilarKind[] = ['image', 'object', 'group'];

/** The table of each kind of item that can be found by similarity. */
export const ITEM_TABLES = { image: 'training_image', object: 'detection_object', group: 'similarity_group' } as const;

/** An item that can be found by similarity. */
export interface SimilarItem {
  workspaceId: string;
  kind: SimilarKind;
  id: string;
}

/** Dependencies of finding similar items. */
export interface SimilarDeps {
  db: Db;
  files: FileStore;
  config: Pick<Config, 'dataDir' | 'findSimilar'>;
}
