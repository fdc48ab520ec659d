const formatNumber = (number: number) => number.toLocaleString('en');

/** Interface text of upload buttons. */
export const uploadMessages = {
  done: (files: number) => `Uploaded ${formatNumber(files)} files.`,
  progress: (done: number, total: number) => `Uploading ${formatNumber(done)} of ${formatNumber(total)}`,
  unreadable: 'Problem parsing input file.',
  failed: (file: string) => `Unable to upload ${file}!`,
  notAnImage: 'This file is not an image.',
};
