import type { Config } from '../../platform/config';
import type { Db } from '../../platform/database/connection';
import type { SimilarKind, SimilarShapeKind } from '../../platform/database/tables/similar';
import type { FileStore } from '../../platform/files/store';

export type { SimilarKind, SimilarShapeKind };

export const SIMILAR_SHAPE_KINDS: readonly SimilarShapeKind[] = ['object', 'polygon', 'mask', 'skeleton'];
export const SIMILAR_KINDS: readonly SimilarKind[] = ['image', ...SIMILAR_SHAPE_KINDS, 'group'];

export const isSimilarShapeKind = (kind: string): kind is SimilarShapeKind => SIMILAR_SHAPE_KINDS.some((each) => each === kind);

/** The table of each kind of item that can be found by similarity. */
export const ITEM_TABLES = {
  ...{ image: 'training_image', object: 'detection_object', polygon: 'polygon', mask: 'mask', skeleton: 'skeleton' },
  group: 'similarity_group',
} as const satisfies Record<SimilarKind, string>;

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
