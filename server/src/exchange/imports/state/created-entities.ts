import type { ImportDomain } from '@console/shared-contract/api';

/** What an import has created besides pictures and shapes, to be taken out again. */
export interface CreatedEntities {
  /** The log of the workspace names the importer, who verified by this import. */
  is_verification_logged?: boolean;
  /** Labels by the keys of classes; null: left out. */
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
