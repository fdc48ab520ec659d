/** The sentences about imports that a caller reads. */
export const messages = {
  otherOffset: (received: number) => `${received} bytes of this file are there: send on from there.`,
  moreThanAnnounced: 'More bytes came than were announced for this file.',
  otherSize: (path: string) => `${path.slice(0, 200)} was announced with another size.`,
  noFiles: 'This import has no files yet. Send some, or name a place.',
  notWhole: (path: string, received: number, size: number) =>
    `${path.slice(0, 200)} is not whole: ${received} of ${size} bytes have come. Send the rest first.`,
  elsewhere: (path: string) => `${path.slice(0, 200)} is no longer in the file store. Send it again.`,
  state: (state: string, wanted: string) => `This import is ${state}; it must be ${wanted}.`,
  busy: 'This import is being worked on. Cancel it first.',
  findEditedImages: (count: number) =>
    `Somebody has worked on ${count} of its pictures since, so this import cannot be taken out again as one piece.`,
  noPlace: 'is no place that the operator lets imports read',
  noSuchClass: (key: string) => `${key.slice(0, 100)} is no class of this import`,
  readerGone: 'Reading these files took more memory than an import may have. Take them in several imports.',
  tookTooLong: (ms: number) =>
    `Reading these files took longer than ${Math.round(ms / 60_000).toLocaleString('en')} minutes. Take them in several imports.`,
  cancelled: 'It was cancelled.',
  otherFiles: 'Files that are neither pictures nor annotations',
  nothingThere: 'There are no pictures and no annotations in these files.',
  pictureGone: 'The picture has been deleted meanwhile.',
  clamped: 'Shapes that left the picture were cut at its border',
  empty: 'It is empty.',
  tooLarge: (bytes: number) => `It is larger than ${Math.round(bytes / 1_000_000)} MB.`,
  noPicture: 'It is no picture that is taken here.',
  samePicture: 'The same picture as ',
  noPictureFor: 'Its picture is neither in these files nor in the workspace.',
  otherPlaces: 'Images of this name are in these files, but in other folders or more than once',
  severalOfName: 'Several pictures of the workspace are called so.',
} as const;
