import { getFileName, getFolderPath, type FileSet } from './file-set';

export const isUrl = (text: string) => /^[a-z0-9]+:\/\//i.test(text);

/** Returns the path of a URL without its host or bucket. The parameter `d` is the path of a file in Label Studio's local storage. */
export function toUrlPath(url: string): string {
  const localPath = /[?&]d=([^&]+)/.exec(url)?.[1];
  return decodeUrl(localPath ?? /^[^?#]*/.exec(url)![0]).replace(/^[a-z0-9]+:\/\/[^/]*\//i, '');
}

function decodeUrl(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Converts the paths of image URLs to paths of the dataset. The folders of a URL are folders of its server. Users often do not keep these
 * folders when they download the images. URLs that would share a path stay as they are, so that no image gets the annotations of another.
 */
export class UrlPaths {
  /** The reversed paths in sorted order, so that the paths with the longest common ends are next to each other. */
  private readonly reversedPaths: readonly string[];
  private readonly isFlat: boolean;
  /** Maps the key of an image of the dataset to the URL path that matches the image. Null: several different URL paths match it. */
  private readonly urlPaths = new Map<string, string | null>();

  constructor(files: FileSet) {
    const images = files.listImages().map(({ path }) => path);
    this.reversedPaths = images.map(reversePath).sort();
    this.isFlat = new Set(images.map(getFolderPath)).size <= 1;
  }

  /** Adds a name that an annotation file gives an image, if it is a URL. Call it for all names before `resolve`. */
  add(name: string): void {
    if (!isUrl(name)) return;
    const urlPath = toUrlPath(name);
    for (const { key } of this.listMatches(urlPath)) {
      const knownPath = this.urlPaths.get(key);
      if (knownPath !== urlPath) this.urlPaths.set(key, knownPath === undefined ? urlPath : null);
    }
  }

  /**
   * Converts a name to a path in the dataset. `isFoundByName` tells whether only the file name of a URL is left. Names that are not URLs
   * stay unchanged.
   */
  resolve(name: string): { path: string; isFoundByName: boolean } {
    if (!isUrl(name)) return { path: name, isFoundByName: false };
    const urlPath = toUrlPath(name);
    const match = this.listMatches(urlPath).find(({ key }) => this.urlPaths.get(key) === urlPath);
    const path = match?.path ?? urlPath;
    return { path, isFoundByName: path !== urlPath && !path.includes('/') };
  }

  /**
   * Lists the paths in the dataset that a URL may stand for, most likely first. If all images are in one folder, the file name is a candidate.
   * Another candidate is the longest end of the URL's path that is also the end of an image's path. It must contain at least one folder. The
   * key is the same for all URLs of one image.
   */
  private listMatches(urlPath: string): { path: string; key: string }[] {
    const name = getFileName(urlPath);
    const nameMatches = this.isFlat ? [{ path: name, key: name }] : [];
    const reversedPath = reversePath(urlPath);
    const index = this.findInsertionIndex(reversedPath);
    const [previousPath = '', nextPath = ''] = [this.reversedPaths[index - 1], this.reversedPaths[index]];
    const [segmentsSharedWithPrevious, segmentsSharedWithNext] = [
      countSharedSegments(previousPath, reversedPath),
      countSharedSegments(nextPath, reversedPath),
    ];
    const sharedSegmentCount = Math.max(segmentsSharedWithPrevious, segmentsSharedWithNext);
    if (sharedSegmentCount < 2) return nameMatches;
    const path = urlPath.split('/').slice(-sharedSegmentCount).join('/');
    return [...nameMatches, { path, key: segmentsSharedWithPrevious > segmentsSharedWithNext ? previousPath : nextPath }];
  }

  /** Returns the index at which the reversed path belongs into the sorted list (binary search). */
  private findInsertionIndex(reversedPath: string): number {
    let [start, end] = [0, this.reversedPaths.length];
    while (start < end) {
      const middle = Math.floor((start + end) / 2);
      if (this.reversedPaths[middle]! < reversedPath) start = middle + 1;
      else end = middle;
    }
    return start;
  }
}

/** The segments of a path from the name up to the top folder, in lower case, each followed by a slash. */
const reversePath = (path: string) => `${path.toLowerCase().split('/').reverse().join('/')}/`;

/** Counts the segments with which both reversed paths begin. */
function countSharedSegments(a: string, b: string): number {
  let sharedCount = 0;
  for (let index = 0; index < a.length && a[index] === b[index]; index += 1) if (a[index] === '/') sharedCount += 1;
  return sharedCount;
}
