import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { openZipEntry, type ZipEntryLocation } from './zip';

/** Where the bytes of a file of an import lie; kept with a picture's row until it is taken over. */
export type FileLocation = { file: string } | ZipEntryLocation | { bucket: string; key: string };

export interface DiscoveredFile {
  /** With its folders, parted by slashes; of an archive, those inside it. */
  path: string;
  size: number;
  place: FileLocation;
  /** Number of the archive that has it. */
  archive?: number;
}

export type OpenFile = (place: FileLocation) => Promise<Readable>;

/** Opens files of the local disk and of zips on it; `openObject` those of a bucket. */
export function createFileOpener(openObject: (bucket: string, key: string) => Promise<Readable>): OpenFile {
  return async (place) => {
    if ('bucket' in place) return openObject(place.bucket, place.key);
    return 'zip' in place ? openZipEntry(place) : createReadStream(place.file);
  };
}

const PICTURE = /\.(jpe?g|png|webp|gif|tiff?|avif|heic|heif|bmp)$/i;
/** What systems put beside other files. */
const JUNK = /(^|\/)(__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\.git\/)/i;

export const isJunk = (path: string) => JUNK.test(path);
export const isImageFile = ({ path }: { path: string }) => PICTURE.test(path);
export const getFileName = (path: string) => path.slice(path.lastIndexOf('/') + 1);
export const getFolderPath = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')));
export const removeExtension = (name: string) => name.replace(/\.[a-z0-9]{1,5}$/i, '');

/** The files of an import, with how to open them. */
export class FileSet {
  constructor(
    readonly all: readonly DiscoveredFile[],
    private readonly openPlace: OpenFile,
  ) {}

  open(file: DiscoveredFile): Promise<Readable> {
    return this.openPlace(file.place);
  }

  ending(...endings: string[]): DiscoveredFile[] {
    return this.all.filter(({ path }) => endings.some((ending) => path.toLowerCase().endsWith(ending)));
  }

  pictures(): DiscoveredFile[] {
    return this.all.filter(isImageFile);
  }
}
