import type { ImportFormat } from '@console/shared-contract/api';
import {
  getFileName,
  getFolderPath,
  isImageFile,
  removeExtension,
  toComparable,
  type DiscoveredFile,
} from '../../readers/reader/file-set';
import { isSplitFolder } from '../../readers/reader/reader';

/** Folders that contain nothing but masks (Pascal VOC and the tools that write it, Cityscapes). */
const MASK_FOLDER = /^(segmentation(class|object)\w*|gt(fine|coarse))$/;
/** Folders whose images are copies of other images with the annotations drawn on them. */
const VISUALIZATION_FOLDER = /visuali[sz]ations?$/;
/** Folders whose images are masks if the same names exist elsewhere (LabelMe, COCO panoptic and stuff, ADE20K). */
const POSSIBLE_MASK_FOLDER = /^(masks?|scribbles?|annotations?|anns?|labels?|panoptic_.*|.*_pixelmaps)$/;
/** Suffix that tools append to the name of an image to name its masks. Masks have a lossless file format. */
const MASK_SUFFIX = /_(masks?|scribbles?|pixels?)(_\d+)?$/;
const LOSSLESS_EXTENSION = /\.(png|tiff?|bmp|gif)$/i;
/** In these formats, each folder is a label of the user, which may be called "masks". */
const FORMATS_OF_IMAGES_ONLY: ReadonlySet<ImportFormat> = new Set(['folders', 'pictures']);

interface SeparatedFiles {
  /** All files except masks and visualizations. */
  files: readonly DiscoveredFile[];
  masks: readonly DiscoveredFile[];
}

/** Separates the masks and visualizations that tools export next to images. They are not training images. */
export function separateMasks(discoveredFiles: readonly DiscoveredFile[], format: ImportFormat | undefined): SeparatedFiles {
  const hasAnnotations = format !== undefined && !FORMATS_OF_IMAGES_ONLY.has(format);
  const candidates = new Set(discoveredFiles.filter((file) => isImageFile(file) && isCandidate(file, hasAnnotations)));
  if (candidates.size === 0) return { files: discoveredFiles, masks: [] };
  const stems = new Set(discoveredFiles.flatMap((file) => (isImageFile(file) && !candidates.has(file) ? getStem(file) : [])));
  const masks: DiscoveredFile[] = [];
  const files = discoveredFiles.filter((file) => {
    if (!candidates.has(file)) return true;
    const isMask =
      isInMaskFolder(file) || [getStem(file), getStem(file).replace(MASK_SUFFIX, '')].some((stem) => stems.has(stem));
    if (isMask) masks.push(file);
    return !isMask;
  });
  return { files, masks };
}

/** Counts masks and visualizations by the names of their folders. */
export function countByFolder(masks: readonly DiscoveredFile[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const file of masks) counts.set(getFolderName(file), (counts.get(getFolderName(file)) ?? 0) + 1);
  return counts;
}

function isCandidate(file: DiscoveredFile, hasAnnotations: boolean): boolean {
  const folder = toComparable(getFolderName(file));
  if (isInMaskFolder(file) || VISUALIZATION_FOLDER.test(folder)) return true;
  const hasMaskName = LOSSLESS_EXTENSION.test(file.path) && MASK_SUFFIX.test(getStem(file));
  return hasAnnotations && (POSSIBLE_MASK_FOLDER.test(folder) || hasMaskName);
}

const listFolders = ({ path }: DiscoveredFile) => getFolderPath(path).split('/');
const isInMaskFolder = (file: DiscoveredFile) => listFolders(file).some((folder) => MASK_FOLDER.test(folder.toLowerCase()));
/** Returns the innermost folder that is not named like a split, for example not "train". */
const getFolderName = (file: DiscoveredFile) => listFolders(file).findLast((folder) => !isSplitFolder(folder)) ?? '';
const getStem = ({ path }: DiscoveredFile) => toComparable(removeExtension(getFileName(path)));
