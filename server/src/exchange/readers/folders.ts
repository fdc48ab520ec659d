import { folderOf, nameOf } from './files';
import { partOf, type Reader } from './reader';

/** Names of folders that are no labels. */
const NO_LABEL = /^(_?unlabell?ed|images|jpegimages|pictures|photos)$/i;
const PART = /^(train|training|val|valid|validation|test|testing)$/i;

/** Pictures in folders by the names of their labels; `train`, `val` and `test` above them are parts. */
export const readFolders: Reader = async (files, sink) => {
  for (const { path } of files.pictures()) {
    const folders = folderOf(path).split('/').filter(Boolean);
    const label = folders.at(-1);
    const picture = sink.picture(path, partOf(folders.slice(0, -1).join('/')) === 'test' ? { test: true } : {});
    if (!label || NO_LABEL.test(label) || PART.test(label)) continue;
    await sink.shape(picture, { kind: 'label', class: sink.class({ of: 'recognition', name: label }), data: [] });
  }
};

/** The pictures alone. */
export const readPictures: Reader = async (files, sink) => {
  for (const { path } of files.pictures()) if (nameOf(path) !== '') sink.picture(path);
};
