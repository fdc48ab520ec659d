import type { ManifestSource } from '@console/shared-contract/federation';

export const manifest = {
  name: 'similarity',
  contract: '^1.0.0',
  title: 'Similarity groups',
  routes: [
    {
      path: '/groups',
      title: 'Groups',
      resources: ['custom-similarity'],
      component: './groups#GroupsPage',
      nav: { label: 'Similarity', order: 40, icon: 'similarity' },
    },
    {
      path: '/group/:id',
      title: 'Group',
      resources: ['custom-similarity'],
      component: './group#GroupPage',
    },
  ],
  cards: [{ id: 'similarity', order: 30, resources: ['custom-similarity'], component: './dashboard#SimilarityCard' }],
} satisfies ManifestSource;
