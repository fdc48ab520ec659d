/** Messages shared by the dialogs of versions and imports. */
export const exchangeMessages = {
  close: 'Close',
  back: 'Back to the list',
  domains: { recognition: 'Image label', detection: 'Box', segmentation: 'Polygon', points: 'Point' },
} as const;
