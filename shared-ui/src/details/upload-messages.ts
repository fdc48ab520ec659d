const formatFileCount = (number: number) => number.toLocaleString('en');

/** Interface text of upload buttons. */
export const uploadMessages = {
  done: (files: number) => `Uploaded ${formatFileCount(files)} files.`,
  progress: (done: number, total: number) => `Uploading ${formatFileCount(done)} of ${formatFileCount(total)}`,
  unreadable: 'Problem parsing input file.',
  failed: (file: string) => `Unable to upload ${file}!`,
  notAnImage: 'This file is not an image.',
};
