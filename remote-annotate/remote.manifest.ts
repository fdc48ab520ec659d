import type { ManifestSource } from '@console/shared-contract/federation';

export const manifest = {
  name: 'annotate',
  contract: '^1.1.0',
  title: 'Images and annotation',
  routes: [
    {
      path: '/images',
      title: 'Images',
      resources: [],
      component: './browser#ImagesPage',
      nav: { label: 'Images', order: 10, icon: 'images' },
    },
    {
      path: '/shapes',
      title: 'Shapes',
      resources: ['annotate'],
      component: './shape-wall#ShapeWallPage',
      under: '/images',
    },
    {
      path: '/image/:id',
      title: 'Image',
      resources: [],
      component: './image#ImagePage',
      under: '/images',
      row: '/recognition/v2/training-image/{id}',
    },
    {
      path: '/imagejob/:id',
      title: 'Image job',
      resources: ['annotate'],
      permission: 'annotate',
      component: './image-job#ImageJobPage',
      under: '/jobs',
      row: '/annotate/v2/imagejob/{id}',
    },
    {
      path: '/similarityjob/:id',
      title: 'Similarity job',
      resources: ['annotate'],
      permission: 'annotate',
      component: './similarity-job#SimilarityJobPage',
      under: '/jobs',
      row: '/annotate/v2/similarityjob/{id}',
    },
  ],
  background: { resources: [], start: './background#sendUnsentWork' },
  widgets: [{ id: 'image-browser', version: '1.0.0', component: './browser#ImageBrowserWidget' }],
  needs: [{ id: 'group-membership', range: '^1.0.0' }],
} satisfies ManifestSource;
