import type { ManifestSource } from '@console/shared-contract/federation';
import { FIRST_PAGE } from './src/browser/first-page';

export const manifest = {
  name: 'similarity',
  contract: '^1.1.0',
  title: 'Similarity groups',
  reportsReady: true,
  routes: [
    {
      path: '/groups',
      title: 'Similarity',
      resources: ['custom-similarity'],
      component: './groups#GroupsPage',
      nav: { label: 'Similarity', order: 40, icon: 'similarity' },
      firstRequests: [{ call: 'GET /similarity/training/v2/group/', query: FIRST_PAGE }],
    },
    {
      path: '/group/:id',
      title: 'Group',
      resources: ['custom-similarity'],
      component: './group#GroupPage',
      under: '/groups',
      row: '/similarity/training/v2/group/{id}',
      find: { list: '/similarity/training/v2/group/' },
    },
  ],
  cards: [
    {
      id: 'similarity',
      title: 'Similarity',
      order: 30,
      resources: ['custom-similarity'],
      component: './dashboard#SimilarityCard',
    },
  ],
  widgets: [
    { id: 'group-membership', version: '1.0.0', component: './membership#GroupMembershipWidget' },
    { id: 'group-body', version: '1.0.0', component: './group#GroupBodyWidget' },
    { id: 'groups-browser', version: '1.0.0', component: './browser#GroupsBrowserWidget' },
    { id: 'similar-things', version: '1.0.0', component: './similar#SimilarItemsWidget' },
  ],
} satisfies ManifestSource;
