import type { ChangedKind, NamedRow } from '@console/shared-contract/api';

const PATHS_BY_KIND: Partial<Record<NamedRow['kind'], string>> = {
  training_image: '/image',
  product: '/product',
  product_set: '/set',
  similarity_group: '/group',
  image_job: '/imagejob',
  similarity_job: '/similarityjob',
  recognition_label: '/label',
};

/** Returns the path of a row's page, or null if the row has no page. */
export function getRowPath(id: string, { kind }: NamedRow): string | null {
  const path = PATHS_BY_KIND[kind];
  return path === undefined ? null : `${path}/${id}`;
}

/** Returns the query string that selects a changed shape on its image page. Empty for other kinds of rows. */
export const getShapeQuery = (kind: ChangedKind, rowId: string): string =>
  kind === 'detection_object' ? `?object=${rowId}` : '';
