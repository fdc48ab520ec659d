import type { TrashDefinition } from '../../../data-access/rows/trash';

/** The trash of products, with their images and prices. */
export const productTrash: TrashDefinition = {
  table: 'product',
  trashTable: 'deleted_product',
  links: [
    { name: 'product_image', table: 'product_image', column: 'product_id' },
    { name: 'price', table: 'price', column: 'product_id' },
  ],
  clearedRefs: [
    { column: 'collection_id', table: 'product_collection', type: 'int' },
    { column: 'product_set_id', table: 'product_set', type: 'uuid' },
  ],
};
