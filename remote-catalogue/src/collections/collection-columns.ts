import type { ProductCollection } from '@console/shared-contract/api';
import type { Column } from '@console/shared-ui/table';
import { commonMessages } from '../common/common-messages';
import { describeCollection } from './collections.queries';

/** Columns for the name and the type of the collection of a product or set, with their CSS widths. */
export const createCollectionColumns = (
  collections: readonly ProductCollection[] | undefined,
  widths: { name: string; type: string },
): Column<{ product_collection: number | null }>[] =>
  (['name', 'type'] as const).map((field) => ({
    id: field === 'name' ? 'collection' : 'type',
    header: field === 'name' ? commonMessages.columns.collection : commonMessages.columns.type,
    cell: (row) => describeCollection(collections, row.product_collection)[field],
    width: widths[field],
  }));
