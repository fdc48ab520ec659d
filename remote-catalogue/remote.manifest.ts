import type { ManifestSource } from '@console/shared-contract/federation';
import { MAX_PAGE_SIZE } from '@console/shared-contract/limits';
import { FIRST_PAGE } from './src/products/first-page';

export const manifest = {
  name: 'catalogue',
  contract: '^1.1.0',
  title: 'Products and sets',
  reportsReady: true,
  routes: [
    {
      path: '/products',
      title: 'Products',
      resources: ['products-management'],
      component: './products#ProductsPage',
      nav: { label: 'Products', order: 60, icon: 'products' },
      firstRequests: [
        { call: 'GET /product/v2/collection/', query: { page_size: MAX_PAGE_SIZE } },
        { call: 'GET /product/v2/product/', query: FIRST_PAGE },
      ],
    },
    {
      path: '/product/:id',
      title: 'Product',
      resources: ['products-management'],
      component: './product#ProductPage',
      under: '/products',
      row: '/product/v2/product/{id}/',
      find: { list: '/product/v2/product/', detail: 'customer_product_id' },
    },
    {
      path: '/sets',
      title: 'Product Sets',
      resources: ['products-management'],
      component: './sets#SetsPage',
      nav: { label: 'Product Sets', order: 70, icon: 'sets' },
    },
    {
      path: '/set/:id',
      title: 'Product Set',
      resources: ['products-management'],
      component: './set#SetPage',
      under: '/sets',
      row: '/product/v2/set/{id}/',
      find: { list: '/product/v2/set/' },
    },
    {
      path: '/manage',
      title: 'Manage',
      resources: ['recognition', 'custom-recognition', 'custom-object-detection'],
      permission: 'manage',
      component: './manage#ManagePage',
      icon: 'labels',
    },
  ],
  widgets: [{ id: 'product-crop', version: '1.0.0', component: './crop#ProductCropWidget' }],
  // The widget `recognition-entities` is optional and therefore not listed: without it, /manage shows a message. If it were listed,
  // the host would reject this release beside an older training remote.
  needs: [{ id: 'image-browser', range: '^1.0.0' }],
} satisfies ManifestSource;
