/** Messages of the dashboard cards. */
export const dashboardMessages = {
  recognition: 'Recognition',
  detection: 'Detection',
  segmentation: 'Segmentation',
  verifiedImages: 'Verified / images',
  objects: 'Objects',
  objectsAndSkeletons: 'Objects and skeletons',
  polygons: 'Polygons',
  polygonsAndMasks: 'Polygons and masks',
  labels: 'Labels',
  tasks: 'Tasks',
  open: 'Open',
  goToApp: 'Go To APP',
  manage: 'Manage',
} as const;
