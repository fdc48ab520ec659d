import { formatCount } from '@console/shared-ui/format';

const formatProducts = (products: number) => formatCount(products, 'product', 'products');

/** Interface text of bulk changes of products. */
export const productBulkMessages = {
  noun: 'products',
  labels: {
    verify: 'Verify',
    unverify: 'Remove verification',
    set: 'Add to set',
    unset: 'Remove from set',
    delete: 'Delete',
  },
  titles: {
    verify: (products: number) => `Verify ${formatProducts(products)}?`,
    unverify: (products: number) => `Remove verification of ${formatProducts(products)}?`,
    set: (products: number) => `Add ${formatProducts(products)} to set`,
    unset: (products: number) => `Remove ${formatProducts(products)} from their sets?`,
    delete: (products: number) => `Delete ${formatProducts(products)}?`,
  },
  done: {
    verify: (products: number) => `${formatProducts(products)} verified.`,
    unverify: (products: number) => `Verification of ${formatProducts(products)} removed.`,
    set: (products: number) => `${formatProducts(products)} added to the set.`,
    unset: (products: number) => `${formatProducts(products)} removed from their sets.`,
    delete: (products: number) => `${formatProducts(products)} deleted.`,
  },
  deletionNote: 'The images and prices of these products are also deleted.',
  unchanged: 'All selected products already have this value.',
  failed: "Couldn't change the products.",
  progress: (changedCount: number, total: number) => `Changed ${changedCount.toLocaleString('en')} of ${formatProducts(total)}.`,
  stoppedAt: (changedCount: number) => `Only ${formatProducts(changedCount)} could be changed.`,
  setHint: 'Products that are in another set are moved to this one. You can undo this.',
  setsFailed: "Couldn't load the sets.",
};
