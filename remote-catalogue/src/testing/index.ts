import type { Price, Product, ProductCollection, ProductImage, ProductSet } from '@console/shared-contract/api';

// Example API rows for the tests of this remote.
export const drinksCollection: ProductCollection = {
  id: 1,
  workspace: 'w',
  name: 'Drinks',
  type: 'shelf',
  products_count: 60,
  verified_count: 42,
  version: 1,
};

export const milkProduct: Product = {
  id: '1a1a1a1a-1a1a-4a1a-8a1a-1a1a1a1a1a1a',
  workspace: 'w',
  name: 'Oat milk #12',
  customer_product_id: 'SKU-7',
  product_collection: 1,
  product_set: { id: '5e5e5e5e-5e5e-4e5e-8e5e-5e5e5e5e5e5e', name: 'Breakfast' },
  verified: false,
  meta_data: { fat: 3 },
  created: '2026-01-01T00:00:00Z',
  thumb: null,
  images_count: 1,
  prices_count: 0,
  lacks: ['meta', 'price', 'verification'],
  missing_keys: ['brand'],
  version: 4,
};

export const frontImage: ProductImage = {
  id: '2b2b2b2b-2b2b-4b2b-8b2b-2b2b2b2b2b2b',
  workspace: 'w',
  product: milkProduct.id,
  name: 'front.jpg',
  file: '/f',
  thumb: '/t',
  sync_status: 'TO_SYNC',
  meta_data: {},
  _objects: [1, 2],
  created: '2026-01-01T00:00:00Z',
  version: 2,
};

export const auctionPrice: Price = {
  id: '3c3c3c3c-3c3c-4c3c-8c3c-3c3c3c3c3c3c',
  product: milkProduct.id,
  source: { id: 1, name: 'Auction' },
  item_link: null,
  grade_company: null,
  img_link: null,
  price: '12.50',
  currency: 'EUR',
  date_of_creation: '2026-02-03T00:00:00Z',
};

export const breakfastSet: ProductSet = {
  id: '5e5e5e5e-5e5e-4e5e-8e5e-5e5e5e5e5e5e',
  workspace: 'w',
  name: 'Breakfast',
  year: 2024,
  product_collection: 1,
  parent: null,
  parent_name: null,
  completed: true,
  products_count: 3,
  verified_count: 2,
  created: '2026-01-01T00:00:00Z',
  meta_data: { season: 1 },
  version: 3,
};
