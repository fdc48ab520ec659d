import {
  LABELLED_SHAPE_KINDS,
  mapShapeKinds,
  SHAPE_KINDS,
  type LabelledShapeKind,
  type ShapeTable,
  type SimilarKind,
} from '@console/shared-contract/shape-kinds';
import type { Config } from '../../platform/config';
import type { Db } from '../../platform/database/connection';
import type { FileStore } from '../../platform/files/store';

/** The table of each kind of item that can be found by similarity. */
export const ITEM_TABLES: Readonly<Record<SimilarKind, ShapeTable | 'training_image' | 'similarity_group'>> = {
  ...mapShapeKinds('name', (name) => SHAPE_KINDS[name].table),
  image: 'training_image',
  group: 'similarity_group',
};

export const isLabelledShapeKind = (kind: string): kind is LabelledShapeKind =>
  LABELLED_SHAPE_KINDS.some((shapeKind) => shapeKind === kind);

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
