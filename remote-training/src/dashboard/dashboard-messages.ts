/** Messages of the dashboard cards. */
export const dashboardMessages = {
  recognition: 'Recognition',
  detection: 'Detection',
  segmentation: 'Segmentation',
  verifiedImages: 'Verified / images',
  objects: 'Objects',
  polygons: 'Polygons',
  labels: 'Labels',
  tasks: 'Tasks',
  open: 'Open',
  goToApp: 'Go To APP',
  manage: 'Manage',
} as const;
