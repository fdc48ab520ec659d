import { posix } from 'node:path';
import {
  getFolderPath,
  isImageFile,
  getFileName,
  removeExtension,
  toComparable,
  type DiscoveredFile,
} from '../../readers/reader/file-set';
import { groupByKey } from '../../../data-access/rows/group-by-key';
import { findSplit, isSplitFolder, type ImageReference } from '../../readers/reader/reader';
import { countSharedTopFolders, listFolders } from './shared-folders';

/** Folders named after the kind of files that they contain. Their names do not distinguish images. */
const GENERIC_FOLDER = /^(images?|imgs?|jpegimages|pictures|photos|data|labels?|labeltxt(-v[\d.]+)?|annotations?|anns?)$/;
const IMAGE_FOLDER = /(^|\/)(images?|jpegimages)$/;
/** Folder names that tools write for each split (training, validation, test). */
const SPLIT_FOLDERS = {
  train: ['train', 'training', 'train2017', 'train2014'],
  val: ['val', 'valid', 'validation', 'val2017', 'val2014'],
  test: ['test', 'testing', 'test2017', 'test2015', 'test2014'],
} as const;
/** If more images than this have the same name, the lookup table of that name is cached. */
const MAX_SCANNED_IMAGES = 8;

/** A reference that matches no image by its full path. */
interface UnresolvedReference {
  /** Number of the item that represents the missing image. */
  number: number;
  name: string;
  hasNoExtension: boolean;
  hasFolder: boolean;
  location: Location;
}

/** The folder of an annotation file, and what the file declares for all its references. */
interface Location {
  id: number;
  archive: number | undefined;
  place: readonly string[];
  split: string | undefined;
  isPerImage: boolean;
}

type Resolution =
  | { image: number }
  /** `key` is equal for equal references from the same folder. */
  | { key: string; path: string; unresolved: Omit<UnresolvedReference, 'number'> };

/**
 * Finds the image of an import to which an annotation file refers.
 *
 * The place of a file is the list of its folders in lower case. The list omits generic names (`images`, `labels`, `Annotations` ...). It
 * also omits top folders that all files of the same archive share, or that all files outside archives share. Folders of splits (`train`)
 * are part of the place.
 *
 * Rule 1: A full relative path has priority. The resolver looks for the declared path below the place of the annotation file, then below
 * each of its parents. At each place, it first looks in the folder of the split that the annotation file declares. Generic folders may
 * precede the declared folders, which must be equal. A path with `../` is relative to the folder of the annotation file.
 *
 * Rule 2: A name without folders matches by rule 1 only in the place of the annotation file itself.
 *
 * Rule 3: Otherwise, a name without folders can match an image with this name that does not belong to another split. No other image and no
 * other reference of all files may have this name. The image must be below the annotation file, unless there are no images. This rule does
 * not apply to formats with one file per image (YOLO, Pascal VOC), because the place of such a file declares a folder.
 *
 * If the archive of the annotation file contains images, rules 1 and 2 look only at these images.
 */
export class ImageResolver {
  readonly images: readonly DiscoveredFile[];
  private readonly imagesByStem: ReadonlyMap<string, number[]>;
  private readonly indexesByFile = new Map<DiscoveredFile, number>();
  private readonly tablesByName = new Map<string, Map<string, number[]>>();
  private readonly sharedFolderCounts: ReadonlyMap<number | undefined, number>;
  private readonly places = new Map<string, readonly string[]>();
  private readonly placesWithImages = new Set<string>();
  private readonly archivesWithImages = new Set<number>();
  private readonly locationsByFolder = new Map<string, Location>();
  private readonly locationsByPlace = new Map<string, Location>();
  private readonly referencedImages = new Set<number>();
  private readonly unresolved = new Map<string, UnresolvedReference[]>();

  constructor(files: readonly DiscoveredFile[]) {
    this.images = files.filter(isImageFile);
    this.sharedFolderCounts = countSharedTopFolders(files);
    this.imagesByStem = groupByKey([...this.images.keys()], (number) =>
      toComparable(removeExtension(getFileName(this.images[number]!.path))),
    );
    for (const file of this.images) {
      if (file.archive !== undefined) this.archivesWithImages.add(file.archive);
      const place = this.getPlace(file);
      for (let depth = place.length; depth >= 0 && !this.placesWithImages.has(toKey(place.slice(0, depth))); depth -= 1)
        this.placesWithImages.add(toKey(place.slice(0, depth)));
    }
  }

  /** The number of an image file of the import. */
  findImageIndex(file: DiscoveredFile): number | undefined {
    if (this.indexesByFile.size === 0)
      for (const [imageIndex, image] of this.images.entries()) this.indexesByFile.set(image, imageIndex);
    return this.indexesByFile.get(file);
  }

  resolve(reference: ImageReference): Resolution {
    const location = this.locate(reference);
    const path = normalizePath(reference);
    const folders = listFolders(path);
    const hasNoExtension = reference.hasNoExtension ?? false;
    const name = getFileName(path);
    const query = { path, folders, name: toComparable(name), hasNoExtension, annotationFile: reference.annotationFile, location };
    for (const places of listRoots(location, folders.length > 0, isParentPath(reference.path))) {
      const image = this.chooseImage(query, places);
      if (image === 'several') break;
      if (image === null) continue;
      this.referencedImages.add(image);
      return { image };
    }
    const hasFolder = folders.length > 0 || (location.isPerImage && location.place.length > 0);
    const displayedPath =
      folders.length > 0
        ? path
        : [...this.toDisplayedPlace(location, hasNoExtension), hasNoExtension ? `${name}.jpg` : name].join('/');
    return {
      key: `${location.id} ${path}`,
      path: displayedPath,
      unresolved: { name: query.name, hasNoExtension, hasFolder, location },
    };
  }

  /** Stores a reference that no full path resolves, for `matchUniqueNames`. */
  addUnresolved(number: number, reference: Omit<UnresolvedReference, 'number'>): void {
    const stem = reference.hasNoExtension ? reference.name : removeExtension(reference.name);
    if (!this.imagesByStem.has(stem)) return;
    const existingReferences = this.unresolved.get(stem);
    if (existingReferences) existingReferences.push({ number, ...reference });
    else this.unresolved.set(stem, [{ number, ...reference }]);
  }

  /** Applies rule 3 once all references are known. `image` is null if the name is not unique or the image is already matched. */
  *matchUniqueNames(): Generator<{ reference: number; image: number | null }> {
    for (const [stem, references] of this.unresolved) {
      const images = this.imagesByStem.get(stem)!;
      const nameImages = groupByKey(images, (image) => toComparable(getFileName(this.images[image]!.path)));
      const nameReferences = groupByKey(references, ({ name, hasNoExtension }) => (hasNoExtension ? '' : name));
      const countWithoutExtension = nameReferences.get('')?.length ?? 0;
      for (const { number, name, hasNoExtension, hasFolder, location } of references) {
        const [image, ...otherImages] = hasNoExtension ? images.slice(0, 2) : (nameImages.get(name)?.slice(0, 2) ?? []);
        if (image === undefined) continue;
        const referenceCount = hasNoExtension ? references.length : nameReferences.get(name)!.length + countWithoutExtension;
        const isUnique = otherImages.length === 0 && referenceCount === 1;
        const canMatch =
          isUnique && !hasFolder && !this.referencedImages.has(image) && this.canContain(location, this.images[image]!);
        yield { reference: number, image: canMatch ? image : null };
      }
    }
  }

  /** Whether a name without folders in an annotation file may refer to the image. */
  private canContain({ place: folder, split }: Location, image: DiscoveredFile): boolean {
    const imageSplits = this.getPlace(image).flatMap(findSplitOfFolder);
    const splits = split === undefined ? folder.flatMap(findSplitOfFolder) : [findSplit(split)];
    if (splits.length > 0 && imageSplits.length > 0 && !imageSplits.some((imageSplit) => splits.includes(imageSplit)))
      return false;
    return !this.placesWithImages.has(toKey(folder)) || isBelow(this.getPlace(image), folder);
  }

  private locate({ annotationFile, split: split, isPerImage = false }: ImageReference): Location {
    const cacheKey = `${annotationFile.archive ?? ''} ${isPerImage} ${split ?? ''} ${getFolderPath(annotationFile.path)}`;
    const cachedLocation = this.locationsByFolder.get(cacheKey);
    if (cachedLocation) return cachedLocation;
    const folder = this.getPlace(annotationFile);
    const placeKey = `${annotationFile.archive ?? ''} ${isPerImage} ${split ?? ''} ${toKey(folder)}`;
    const { archive } = annotationFile;
    const location = this.locationsByPlace.get(placeKey) ?? {
      id: this.locationsByPlace.size,
      archive,
      place: folder,
      split: split === undefined ? undefined : toComparable(split),
      isPerImage,
    };
    this.locationsByPlace.set(placeKey, location);
    this.locationsByFolder.set(cacheKey, location);
    return location;
  }

  /** Returns the folders to show before a name that matches no file. Omits folders of splits if the import has no images. */
  private toDisplayedPlace({ isPerImage, place }: Location, hasNoExtension: boolean): readonly string[] {
    if (!isPerImage || !hasNoExtension) return [];
    return this.images.length === 0 && place.every((folder) => isSplitFolder(folder)) ? [] : place;
  }

  private chooseImage(
    { path, folders, name, hasNoExtension, annotationFile, location }: ImageQuery,
    places: readonly (readonly string[])[],
  ): number | 'several' | null {
    const table = this.getTable(hasNoExtension ? name : removeExtension(name), folders.length);
    const declaredFolder = toKey(folders.map(toComparable));
    const isInSearchedArchive = (file: DiscoveredFile) =>
      location.archive === undefined || !this.archivesWithImages.has(location.archive) || file.archive === location.archive;
    const matches = places
      .flatMap((place) => table.get(`${toKey(place)}|${declaredFolder}`) ?? [])
      .filter((image) => this.hasName(image, name, hasNoExtension) && isInSearchedArchive(this.images[image]!));
    if (matches.length < 2) return matches[0] ?? null;
    const getImagePath = (image: number) => this.images[image]!.path;
    const siblingPath = posix.join(getFolderPath(annotationFile.path), path);
    const preferences: ((image: number) => boolean)[] = [
      (image) => this.images[image]!.archive === annotationFile.archive,
      (image) => (hasNoExtension ? removeExtension(getImagePath(image)) : getImagePath(image)) === siblingPath,
      (image) => hasNoExtension || `/${getImagePath(image)}`.endsWith(`/${path}`),
      (image) => IMAGE_FOLDER.test(getFolderPath(getImagePath(image)).toLowerCase()),
    ];
    let candidates = matches;
    for (const isPreferred of preferences) {
      const preferred = candidates.filter(isPreferred);
      if (preferred.length === 1) return preferred[0]!;
      if (preferred.length > 1) candidates = preferred;
    }
    return 'several';
  }

  private hasName(image: number, name: string, hasNoExtension: boolean): boolean {
    return hasNoExtension || toComparable(getFileName(this.images[image]!.path)) === name;
  }

  /**
   * Returns the images with a stem (file name without extension). Each key consists of a folder to which declared paths may be relative,
   * and of the number of folders that the annotation file declares.
   */
  private getTable(stem: string, depth: number): ReadonlyMap<string, number[]> {
    const cacheKey = `${depth} ${stem}`;
    const cachedTable = this.tablesByName.get(cacheKey);
    if (cachedTable) return cachedTable;
    const images = this.imagesByStem.get(stem) ?? [];
    const table = new Map<string, number[]>();
    for (const image of images) {
      const file = this.images[image]!;
      const folders = listFolders(toComparable(file.path));
      if (folders.length < depth) continue;
      const rootFolders = this.toPlace(folders.slice(0, folders.length - depth), file.archive);
      const folderKey = `${toKey(rootFolders)}|${toKey(folders.slice(folders.length - depth))}`;
      const existingImages = table.get(folderKey);
      if (existingImages) existingImages.push(image);
      else table.set(folderKey, [image]);
    }
    if (images.length > MAX_SCANNED_IMAGES) this.tablesByName.set(cacheKey, table);
    return table;
  }

  private getPlace({ path, archive }: DiscoveredFile): readonly string[] {
    const folder = getFolderPath(path);
    const cacheKey = `${archive ?? ''} ${folder}`;
    const cachedPlace = this.places.get(cacheKey);
    if (cachedPlace) return cachedPlace;
    const place = this.toPlace(listFolders(toComparable(path)), archive);
    this.places.set(cacheKey, place);
    return place;
  }

  private toPlace(folders: readonly string[], archive: number | undefined): readonly string[] {
    return folders.slice(this.sharedFolderCounts.get(archive) ?? 0).filter((folder) => !GENERIC_FOLDER.test(folder));
  }
}

interface ImageQuery {
  path: string;
  folders: readonly string[];
  name: string;
  hasNoExtension: boolean;
  annotationFile: DiscoveredFile;
  location: Location;
}

/**
 * Lists groups of root folders, to which a declared path may be relative, in the order of rule 1. The roots of a group have equal priority.
 */
function* listRoots({ place, split }: Location, hasFolder: boolean, isFromTop: boolean): Generator<(readonly string[])[]> {
  if (isFromTop) return yield [[]];
  const splitType = split === undefined ? undefined : findSplit(split);
  for (let depth = place.length; depth >= 0; depth -= 1) {
    const root = place.slice(0, depth);
    // If a root is already in a folder of the split, a further folder of the split is only the second choice.
    const isInSplit = splitType !== undefined && root.some((folder) => isSplitFolder(folder) && findSplit(folder) === splitType);
    if (isInSplit) yield [root];
    if (split !== undefined) yield [[...root, split]];
    if (splitType) yield SPLIT_FOLDERS[splitType].filter((name) => name !== split).map((name) => [...root, name]);
    if (!isInSplit) yield [root];
    if (!hasFolder) return undefined;
  }
  return undefined;
}

const isParentPath = (path: string) => /^(\.[/\\])*\.\.[/\\]/.test(path);

/** Normalizes a declared path. A path that starts with `../` is resolved from the folder of its annotation file. */
function normalizePath({ path, annotationFile }: ImageReference): string {
  const normalizedPath = posix.normalize(path.replaceAll('\\', '/'));
  return (
    normalizedPath.startsWith('../') ? posix.join(getFolderPath(annotationFile.path), normalizedPath) : normalizedPath
  ).replace(/^\/+/, '');
}

const toKey = (folders: readonly string[]) => folders.join('/');
const findSplitOfFolder = (folder: string) => (isSplitFolder(folder) ? (findSplit(folder) ?? []) : []);
const isBelow = (place: readonly string[], parentPlace: readonly string[]) =>
  parentPlace.every((folder, index) => place[index] === folder);
