import { getFolderPath } from './file-set';
import { findPart, type Reader } from './reader';

/** Names of folders that are no labels. */
const NO_LABEL = /^(_?unlabell?ed|images|jpegimages|pictures|photos)$/i;
const PART = /^(train|training|val|valid|validation|test|testing)$/i;

/** Pictures in folders by the names of their labels; `train`, `val` and `test` above them are parts. */
export const readFolders: Reader = async (files, sink) => {
  const pictures = files.listImages();
  const shared = sharedFolders(pictures.map(({ path }) => getFolderPath(path).split('/')));
  for (const file of pictures) {
    const folders = getFolderPath(file.path).split('/').filter(Boolean);
    const label = folders.length > shared ? folders.at(-1) : undefined;
    const picture = sink.addFile(file, findPart(folders.slice(0, -1).join('/')) === 'test' ? { test: true } : {});
    if (!label || NO_LABEL.test(label) || PART.test(label)) continue;
    await sink.addShape(picture, { kind: 'label', class: sink.addClass({ of: 'recognition', name: label }), data: [] });
  }
};

/** Folders that all pictures lie in, where some lie deeper: they hold the set, and are no label. */
function sharedFolders(all: readonly string[][]): number {
  const [first = []] = all;
  const depth = first.findIndex((folder, at) => all.some((folders) => folders[at] !== folder));
  const shared = depth < 0 ? first.length : depth;
  return all.some((folders) => folders.length > shared) ? shared : 0;
}

/** The pictures alone. */
export const readPictures: Reader = async (files, sink) => {
  for (const file of files.listImages()) sink.addFile(file);
};
