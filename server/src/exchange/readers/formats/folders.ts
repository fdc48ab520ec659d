import { getFolderPath } from '../reader/file-set';
import { ImageAnnotations } from '../reader/image-annotations';
import { findSplit, type Reader } from '../reader/reader';

/** Names of folders that are not labels. */
const OTHER_FOLDER = /^(_?unlabell?ed|images|jpegimages|pictures|photos)$/i;
const SPLIT = /^(train|training|val|valid|validation|test|testing)$/i;

/** Reads images from folders named after their labels. Folders `train`, `val` and `test` above them are splits. */
export const readFolders: Reader = async (files, sink, options) => {
  const images = files.listImages();
  const sharedFolderCount = countSharedFolders(images.map(({ path }) => getFolderPath(path).split('/')));
  for (const file of images) {
    const folders = getFolderPath(file.path).split('/').filter(Boolean);
    const label = folders.length > sharedFolderCount ? folders.at(-1) : undefined;
    const image = sink.addFile(file, findSplit(folders.slice(0, -1).join('/')) === 'test' ? { test: true } : {});
    if (!label || OTHER_FOLDER.test(label) || SPLIT.test(label)) continue;
    await new ImageAnnotations(image, sink, options).addLabel(label);
  }
};

/** Counts the top folders that all images share, if some images are in deeper folders. They contain the data set and are not labels. */
function countSharedFolders(paths: readonly string[][]): number {
  const [firstPath = []] = paths;
  const depth = firstPath.findIndex((folder, index) => paths.some((folders) => folders[index] !== folder));
  const sharedCount = depth < 0 ? firstPath.length : depth;
  return paths.some((folders) => folders.length > sharedCount) ? sharedCount : 0;
}

/** Reads the images without labels. */
export const readUnlabelledImages: Reader = async (files, sink) => {
  for (const file of files.listImages()) sink.addFile(file);
};
