import type { Generated, GeneratedAlways, ColumnType } from 'kysely';
import type { Json, CreatedTimestamp, Version, WorkspaceRow } from './columns';

/** Synchronisation state of the image in the API of the specification. This server only sets TO_SYNC. */
export type SyncStatus = 'TO_SYNC' | 'SYNCED' | 'ERROR';

interface PriceSourceOrCompanyTable {
  id: GeneratedAlways<number>;
  workspace_id: string;
  name: string;
}

export interface ProductTables {
  product_collection: {
    id: GeneratedAlways<number>;
    workspace_id: string;
    name: string;
    type: Generated<string>;
    created: CreatedTimestamp;
    version: Version;
  };

  product_set: WorkspaceRow & {
    name: string;
    year: number | null;
    collection_id: number | null;
    parent_id: string | null;
    completed: Generated<boolean>;
    meta_data: Json;
    created: CreatedTimestamp;
    version: Version;
  };

  product: WorkspaceRow & {
    name: string;
    customer_product_id: Generated<string>;
    collection_id: number | null;
    product_set_id: string | null;
    verified: Generated<boolean>;
    meta_data: Json;
    created: CreatedTimestamp;
    version: Version;
    /** A trigger sets this column and the next two (ADR 0008). */
    images_count: GeneratedAlways<number>;
    prices_count: GeneratedAlways<number>;
    /** Row of `product_shape` with the meta data keys of the product. Null without a collection. */
    shape_id: GeneratedAlways<string | null>;
  };

  /** A set of meta data keys, and how many products of the collection have exactly these keys. */
  product_shape: {
    id: GeneratedAlways<string>;
    workspace_id: string;
    collection_id: number;
    keys: string[];
    digest: string;
    products: Generated<number>;
  };

  product_image: WorkspaceRow & {
    product_id: string;
    name: Generated<string>;
    img_key: string;
    thumb_key: string;
    display_key: string | null;
    content_type: string;
    img_width: number;
    img_height: number;
    sync_status: Generated<SyncStatus>;
    meta_data: Json;
    objects: Json;
    created: CreatedTimestamp;
    version: Version;
  };

  price_source: PriceSourceOrCompanyTable;
  grade_company: PriceSourceOrCompanyTable;

  price: WorkspaceRow & {
    product_id: string;
    source_id: number | null;
    item_link: string | null;
    grade_company_id: number | null;
    img_link: string | null;
    /** A decimal, read as text. */
    price: ColumnType<string, string | number, string | number>;
    currency: string;
    date_of_creation: CreatedTimestamp;
    created: CreatedTimestamp;
    version: Version;
  };
}
