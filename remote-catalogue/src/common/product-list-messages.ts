const SORT_NAMES: Readonly<Record<string, string>> = {
  name: 'name',
  '-name': 'name, descending',
  number: 'customer product id',
  '-number': 'customer product id, descending',
  created: 'oldest first',
  '-created': 'newest first',
};

/** Interface text of lists of products. */
export const productListMessages = {
  title: 'Products',
  collections: 'Collections',
  noCollections: 'No collections yet.',
  list: 'Products',
  none: 'No products yet.',
  noneMatch: 'No products match this search.',
  open: 'Open product',
  create: 'Create New Product',
  created: 'Product created',
  createFailed: "Couldn't create the product.",
  total: (count: number) => `Number of items: ${count.toLocaleString('en')}`,
  verified: 'Verified',
  notVerified: 'Not verified',
  sort: 'Sort',
  sortedBy: (ordering: string) => `Sort: ${SORT_NAMES[ordering] ?? ordering}`,
};
