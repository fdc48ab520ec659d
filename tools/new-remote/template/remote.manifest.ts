import type { ManifestSource } from '@console/shared-contract/federation';

export const manifest = {
  name: 'example',
  contract: '^1.1.0',
  title: 'Example title',
  routes: [
    {
      path: '/example',
      title: 'Example title',
      resources: ['recognition', 'custom-recognition'],
      component: './example#ExamplePage',
      nav: { label: 'Example title', order: 100, icon: 'apps' },
    },
  ],
} satisfies ManifestSource;
