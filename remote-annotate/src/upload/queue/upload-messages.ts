import { formatCount } from '@console/shared-ui/format';

/** Messages of uploads. */
export const uploadMessages = {
  button: 'Upload',
  drop: 'Drop images to upload them',
  dropForImport: 'Drop images to upload them, a folder or an archive to import it',
  title: 'Uploads',
  uploaded: (count: number) => `Uploaded ${count} files.`,
  unreadable: 'Problem parsing input file.',
  states: { waiting: 'Waiting', reading: 'Reading', processing: 'Processing', done: 'Uploaded', failed: 'Failed' },
  sent: (percent: number) => `${percent} %`,
  duplicate: 'Already in this workspace.',
  openExisting: 'Open the image',
  openUploaded: 'Open',
  showUploaded: 'Show them',
  retry: 'Retry',
  retryAll: 'Retry all that failed',
  cancel: 'Cancel',
  cancelAll: 'Cancel all',
  cancelled: 'Cancelled',
  looksLike: 'Similar images:',
  lookAlike: (name: string | null, likeness: number) => `${name ?? 'Image'}, ${Math.floor(likeness * 100)}% similar`,
  formatComparison: (readyCount: number, total: number) =>
    `Compared with ${readyCount.toLocaleString('en')} of ${total.toLocaleString('en')} images; the others are not ready yet.`,
  close: 'Close uploads',
  collapse: 'Collapse uploads',
  expand: 'Expand uploads',
  more: (count: number) => `and ${formatCount(count, 'more file', 'more files')}`,
  progress: (settled: number, total: number) => `${settled.toLocaleString('en')} of ${total.toLocaleString('en')}`,
  summary: (uploaded: number, duplicates: number, failedCount: number) =>
    [
      `${uploaded.toLocaleString('en')} uploaded`,
      ...(duplicates > 0 ? [`${duplicates.toLocaleString('en')} already uploaded`] : []),
      ...(failedCount > 0 ? [`${failedCount.toLocaleString('en')} failed`] : []),
    ].join(', '),
  noAnswer: 'No connection to the server.',
  tooSlow: 'The server took too long to answer.',
  beforeLogout: (count: number) => `${formatCount(count, 'image is', 'images are')} still uploading and would be lost.`,
  fileProgress: (name: string) => `Progress of ${name}`,
} as const;
