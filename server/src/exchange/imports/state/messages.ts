import { MAX_MASK_COUNTS } from '@console/shared-contract/limits';

/** Messages about imports that API clients and users read. */
export const messages = {
  wrongOffset: (received: number) => `${received} bytes of this file were received. Continue from that offset.`,
  exceedsAnnouncedSize: 'The request has more bytes than the announced size of the file.',
  differentSize: (path: string) => `${path.slice(0, 200)} was already announced with a different size.`,
  noFiles: 'This import has no files. Upload files or choose a location.',
  incomplete: (path: string, received: number, size: number) =>
    `${path.slice(0, 200)} is incomplete: ${received} of ${size} bytes were received. Upload the rest first.`,
  missingInStore: (path: string) => `${path.slice(0, 200)} is no longer in the file store. Upload it again.`,
  wrongState: (state: string, requiredState: string) => `This import is ${state}; it must be ${requiredState}.`,
  busy: 'This import is in progress. Cancel it first.',
  editedImages: (count: number) => `This import cannot be undone: ${count} of its images were edited afterwards.`,
  placeNotAllowed: 'is not a location that the operator allows for imports',
  unknownClass: (key: string) => `${key.slice(0, 100)} is not a class of this import`,
  memoryLimit: 'Reading these files exceeds the memory limit of an import. Split them into several imports.',
  timeLimit: (ms: number) =>
    `Reading these files took longer than ${Math.round(ms / 60_000).toLocaleString('en')} minutes. Split them into several imports.`,
  cancelled: 'Cancelled.',
  otherFiles: (extension: string) =>
    `Files that are neither images nor annotations: ${extension === '' ? 'without an extension' : extension}`,
  unreadFiles: (extension: string) => `Files that this format does not use: ${extension}`,
  masks: (folder: string) =>
    `Masks and visualizations ${folder === '' ? 'next to their images' : `in ${folder.slice(0, 100)}`}: not imported as images`,
  nothingFound: 'These files contain no images and no annotations.',
  imageDeleted: 'The image was deleted.',
  clipped: 'Shapes that extend beyond the image: clipped at its edge',
  otherSize: 'The image size differs from the size in the annotations',
  beyondImage: 'Shapes that extend beyond the image',
  tooComplexMask: `Masks with more than ${MAX_MASK_COUNTS.toLocaleString('en')} characters of run lengths`,
  unfitAttributes: 'Attributes whose values the label does not allow: stored as metadata',
  withoutArea: 'Boxes without area',
  outside: (shapes: 'Points' | 'Shapes') => `${shapes} outside the image`,
  mergedNames: (name: string) => `Different names in the files become the same class: ${name.slice(0, 100)}`,
  mergedClasses: (names: readonly string[], label: string) =>
    `Classes become the same label ${label.slice(0, 60)}: ${names.map((name) => name.slice(0, 60)).join(', ')}`,
  similarNames: 'Classes whose names differ only in letter case: separate labels',
  annotationsWithoutImage: 'Annotations of images that are missing or unreadable: not imported',
  furtherNotes: 'Other content that is not imported',
  furtherReasons: 'more reasons, see the notes of the import',
  empty: 'The file is empty.',
  tooLarge: (bytes: number) => `The file is larger than ${Math.round(bytes / 1_000_000)} MB.`,
  truncatedImage: 'The image is damaged: its end is missing.',
  imageWithoutPixels: 'The image is damaged: its width or height is 0.',
  tooManyPixels: (limit: number) => `The image has more than ${Math.floor(limit / 1_000_000)} million pixels.`,
  unsupportedImage: 'Not a supported image format.',
  sameImage: 'The same image as ',
  missingImage: 'The image is neither in these files nor in the workspace.',
  ambiguousFileName: 'Images with this name are in these files, but in other folders or more than once',
  ambiguousImageName: 'Several images of the workspace have this name.',
} as const;
