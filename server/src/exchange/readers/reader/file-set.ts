import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { openZipEntry, type ZipEntryLocation } from './zip';

/** Where the bytes of a file are. The location of an image is stored as JSON in its row until the import runs. */
export type FileLocation = { file: string } | ZipEntryLocation | { bucket: string; key: string };

export interface DiscoveredFile {
  /** With folders, separated by slashes. For a file in an archive, the path inside the archive. */
  path: string;
  size: number;
  place: FileLocation;
  /** The number of the archive that contains the file. */
  archive?: number;
}

export type FileOpener = (location: FileLocation) => Promise<Readable>;

/** Creates a function that opens files on the local disk, entries of zips, and objects of a bucket through `openObject`. */
export function createFileOpener(openObject: (bucket: string, key: string) => Promise<Readable>): FileOpener {
  return async (location) => {
    if ('bucket' in location) return openObject(location.bucket, location.key);
    return 'zip' in location ? openZipEntry(location) : createReadStream(location.file);
  };
}

const IMAGE_EXTENSION = /\.(jpe?g|jpe|jfif|png|webp|gif|tiff?|avif|heic|heif|bmp)$/i;
/** Files that operating systems and Git add to folders. */
const SYSTEM_FILE = /(^|\/)(__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\.git\/)/i;

export const isJunk = (path: string) => SYSTEM_FILE.test(path);
export const isImageFile = ({ path }: { path: string }) => IMAGE_EXTENSION.test(path);
/** Normalizes text for comparison. macOS decomposes accented letters in file names, and tools do not agree on the letter case. */
export const toComparable = (text: string) => text.normalize('NFC').toLowerCase();
export const getFileName = (path: string) => path.slice(path.lastIndexOf('/') + 1);
export const getFolderPath = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')));
export const removeExtension = (name: string) => name.replace(/\.[a-z0-9]{1,5}$/i, '');
/** The extension with its dot, in lower case. Empty if the name has no extension. */
export const getExtension = (path: string) => /\.[a-z0-9]{1,10}$/i.exec(path)?.[0].toLowerCase() ?? '';

/** The files of an import, and how to open them. */
export class FileSet {
  private readonly openedFiles = new Set<DiscoveredFile>();

  constructor(
    readonly allFiles: readonly DiscoveredFile[],
    private readonly openLocation: FileOpener,
    /** Images that contain masks. They are not training images, so `allFiles` does not contain them. */
    readonly masks: readonly DiscoveredFile[] = [],
  ) {}

  open(file: DiscoveredFile): Promise<Readable> {
    this.openedFiles.add(file);
    return this.openLocation(file.place);
  }

  listUnopenedMasks(): DiscoveredFile[] {
    return this.masks.filter((file) => !this.openedFiles.has(file));
  }

  /** Files other than images that no reader has opened. */
  listUnopened(): DiscoveredFile[] {
    return this.allFiles.filter((file) => !isImageFile(file) && !this.openedFiles.has(file));
  }

  /** Files whose path ends with one of these suffixes, in any case. */
  findBySuffix(...suffixes: string[]): DiscoveredFile[] {
    return this.allFiles.filter(({ path }) => suffixes.some((suffix) => path.toLowerCase().endsWith(suffix)));
  }

  listImages(): DiscoveredFile[] {
    return this.allFiles.filter(isImageFile);
  }
}
