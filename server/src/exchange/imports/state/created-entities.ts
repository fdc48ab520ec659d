import type { ImportDomain } from '@console/shared-contract/api';

/** What an import has created in addition to images and shapes, so that undo can delete it. Stored as JSON. */
export interface CreatedEntities {
  /** The workspace's audit log already names the importer as verifier. */
  is_verification_logged?: boolean;
  /** Ids of labels by the keys of classes. Null: the class is skipped. */
  labels?: Record<string, string | null>;
  created: {
    table:
      | `${ImportDomain}_label`
      | `${ImportDomain}_task`
      | 'similarity_group'
      | 'similarity_type'
      | 'annotation_job'
      | 'product_set'
      | 'product_collection';
    id: string;
  }[];
}
