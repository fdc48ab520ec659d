import type { SimilarKind } from '@console/shared-contract/shape-kinds';
import type { EmbeddingFormat } from '@console/learner/protocol';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Json, CreatedTimestamp } from './columns';
/** Kinds of rows that the map shows. */
export type MapKind = 'image' | 'object';
export type MapMethod = 'pca' | 'umap';

export interface SimilarItemTables {
  embedding: {
    workspace_id: string;
    kind: SimilarKind;
    id: string;
    /** Version of the embedding model. Embeddings of different versions are not comparable. */
    version: number;
    /** 128 int8 values. Null if there is no embedding, such as for an unreadable image. */
    data: Buffer | null;
    /** Grey thumbnail of 64 x 64 pixels, for images only. */
    thumbnail: Buffer | null;
    /** Number of the last change of the embedding. It increases within the workspace in the order of commits. */
    change: ColumnType<number, never, never>;
  };

  /** The queue of images, shapes and groups that need an embedding. */
  embedding_due: {
    /** Position in the queue. */
    n: GeneratedAlways<number>;
    workspace_id: string;
    kind: SimilarKind;
    id: string;
    failures: Generated<number>;
  };

  /** The parameters with which positions of items on the map were computed. The positions can be computed again. */
  map_layout: {
    workspace_id: string;
    kind: MapKind;
    method: MapMethod;
    /** Version of the embeddings. */
    version: number;
    /** Number of embeddings that existed when the layout was created. */
    items: number;
    /** Mean and axes of PCA; null for UMAP. */
    projection: Json;
    /** Means of the clusters of similar embeddings; null in layouts of releases without clusters. */
    centroids: Json;
    /** The highest `change` of the embeddings that are on the map. */
    change: number;
    created: CreatedTimestamp;
  };

  /** The position of an image or object on the map. Deleted with its embedding. */
  map_point: {
    workspace_id: string;
    kind: MapKind;
    method: MapMethod;
    id: string;
    x: number;
    y: number;
    /** The `change` of the embedding when its position was computed. */
    change: number;
    /** Whether the layout was computed from this item. */
    sampled: Generated<boolean>;
    /** Position of the nearest centroid of the layout. */
    cluster: number | null;
  };

  /** The output of the encoder of the interactive segmentation model for an image. It can be computed again. */
  image_embedding: {
    image_id: string;
    /** Identifies the encoder and its input. */
    model: string;
    /** The stored file. Backups only contain files in columns that end with `_key`. */
    file: string;
    bytes: number;
    shape: number[];
    used: Generated<Date>;
  };

  /** The interactive segmentation model that a workspace has uploaded. */
  interactive_model: {
    workspace_id: string;
    encoder_key: string;
    decoder_key: string;
    /** The content of `model.json`. */
    description: string;
    created: CreatedTimestamp;
  };

  /** The embedding model that a workspace has uploaded. The row stays when the model is deleted. */
  embedding_model: {
    workspace_id: string;
    /** Increases with each change of the model, and is part of the version of embeddings. */
    number: number;
    /** Null if the built-in model is used again. */
    file_key: string | null;
    name: string;
    format: ColumnType<EmbeddingFormat, string, string>;
    created: Generated<Date>;
  };

  /** Which part of the embeddings the similarity search of a workspace compares. */
  similar_likeness: {
    workspace_id: string;
    likeness: 'colours' | 'features' | 'both';
    /** The recall of each part, measured on verified groups. */
    recall: Json;
    groups: number;
    decided: CreatedTimestamp;
  };
}
