import type { ManifestSource } from '@console/shared-contract/federation';
import { MAX_PAGE_SIZE } from '@console/shared-contract/limits';

export const manifest = {
  name: 'training',
  contract: '^1.1.0',
  title: 'Training and jobs',
  reportsReady: true,
  routes: [
    {
      path: '/detection',
      title: 'Detection',
      resources: ['custom-object-detection'],
      component: './detection#DetectionPage',
      nav: { label: 'Detection', order: 20, icon: 'detection' },
      firstRequests: [
        { call: 'GET /detection/v2/task/', query: { page_size: MAX_PAGE_SIZE } },
        { call: 'GET /detection/v2/label/', query: { page_size: MAX_PAGE_SIZE } },
      ],
    },
    {
      path: '/segmentation',
      title: 'Segmentation',
      resources: ['custom-segmentation'],
      component: './segmentation#SegmentationPage',
      nav: { label: 'Segmentation', order: 30, icon: 'segmentation' },
    },
    {
      path: '/jobs',
      title: 'Jobs',
      resources: ['annotate'],
      component: './jobs#JobsPage',
      nav: { label: 'Jobs', order: 50, icon: 'jobs' },
      firstRequests: [
        { call: 'GET /annotate/v2/imagejob/', query: { page_size: MAX_PAGE_SIZE } },
        { call: 'GET /annotate/v2/similarityjob/', query: { page_size: MAX_PAGE_SIZE } },
      ],
    },
    {
      path: '/statistics',
      title: 'Statistics',
      resources: [],
      component: './statistics#StatisticsPage',
      icon: 'statistics',
      under: '/jobs',
    },
    {
      path: '/quality',
      title: 'Quality',
      resources: ['annotate'],
      component: './quality#QualityPage',
      icon: 'quality',
      under: '/jobs',
    },
    {
      path: '/evaluation',
      title: 'Evaluations',
      resources: ['annotate'],
      component: './evaluation#EvaluationsPage',
      icon: 'evaluation',
    },
    {
      path: '/evaluation/:id',
      title: 'Evaluation',
      resources: ['annotate'],
      component: './evaluation#EvaluationPage',
      row: '/annotate/v2/evaluation/{id}',
    },
    {
      path: '/label/:id',
      title: 'Label',
      resources: ['recognition', 'custom-recognition'],
      component: './label#LabelPage',
      row: '/recognition/v2/label/{id}',
    },
  ],
  cards: [
    {
      id: 'recognition',
      title: 'Recognition',
      order: 10,
      resources: ['recognition', 'custom-recognition'],
      component: './dashboard#RecognitionCard',
    },
    {
      id: 'detection',
      title: 'Detection',
      order: 20,
      resources: ['custom-object-detection'],
      component: './dashboard#DetectionCard',
    },
    {
      id: 'segmentation',
      title: 'Segmentation',
      order: 40,
      resources: ['custom-segmentation'],
      component: './dashboard#SegmentationCard',
    },
    { id: 'jobs', title: 'Jobs', order: 5, resources: ['annotate'], component: './dashboard#JobsCard' },
  ],
  widgets: [{ id: 'recognition-entities', version: '1.0.0', component: './recognition#RecognitionEntitiesWidget' }],
  needs: [
    { id: 'image-browser', range: '^1.0.0' },
    { id: 'groups-browser', range: '^1.0.0' },
  ],
} satisfies ManifestSource;
