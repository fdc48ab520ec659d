import { getFileName, getFolderPath, type FileSet } from './file-set';

/**
 * Converts the paths of image URLs to paths of the dataset. The folders of a URL are those of its server, and users keep few or none of them when
 * they download the images. URLs that would share a path stay as they are, so that no image gets the annotations of another.
 */
export class UrlPaths {
  private readonly imagesByName = new Map<string, string[][]>();
  private readonly isFlat: boolean;
  /** The URL of each path. Null: several URLs have it. */
  private readonly urls = new Map<string, string | null>();

  constructor(files: FileSet) {
    const images = files.listImages().map(({ path }) => path);
    for (const path of images) {
      const name = getFileName(path).toLowerCase();
      const folders = path.toLowerCase().split('/').reverse();
      const existing = this.imagesByName.get(name);
      if (existing) existing.push(folders);
      else this.imagesByName.set(name, [folders]);
    }
    this.isFlat = new Set(images.map(getFolderPath)).size <= 1;
  }

  /** Adds the path of a URL. Call it for all URLs first. */
  add(urlPath: string): void {
    const path = this.shorten(urlPath);
    const other = this.urls.get(path);
    if (other !== urlPath) this.urls.set(path, other === undefined ? urlPath : null);
  }

  toDatasetPath(urlPath: string): string {
    const path = this.shorten(urlPath);
    return this.urls.get(path) === urlPath ? path : urlPath;
  }

  /** Returns the longest end of the path that an image has. A name without folders counts only if all images are in one folder. */
  private shorten(urlPath: string): string {
    const segments = urlPath.split('/').reverse();
    const lowerCase = segments.map((segment) => segment.toLowerCase());
    const lengths = (this.imagesByName.get(lowerCase[0]!) ?? []).map((image) => countEqual(image, lowerCase));
    const length = Math.max(1, ...lengths);
    return length > 1 || this.isFlat ? segments.slice(0, length).reverse().join('/') : urlPath;
  }
}

function countEqual(a: readonly string[], b: readonly string[]): number {
  const end = a.findIndex((segment, at) => segment !== b[at]);
  return end < 0 ? a.length : end;
}
