import { isImageFile } from '@console/shared-auth';

/** A file with its slash-separated path in the selected folder. */
export interface PathedFile {
  path: string;
  file: File;
}

/** Files that operating systems create in folders. */
const SYSTEM_FILES = /(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini|__MACOSX\/.*|\._[^/]*)$/i;

/** Returns the files of a file picker, without system files and duplicate paths. Paths of a folder picker start with the folder name. */
export function getPickedFiles(files: FileList | null): PathedFile[] {
  return withoutSystemFiles([...(files ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file })));
}

/** Removes operating system files and duplicate paths. */
export function withoutSystemFiles(files: readonly PathedFile[]): PathedFile[] {
  const knownPaths = new Set<string>();
  return files.filter(({ path }) => {
    if (SYSTEM_FILES.test(path) || knownPaths.has(path)) return false;
    knownPaths.add(path);
    return true;
  });
}

const ARCHIVES_AND_ANNOTATIONS = /\.(zip|tar|tgz|tar\.gz|json|jsonl|ndjson|xml|csv|txt|names|ya?ml)$/i;
const getFolder = (path: string) => path.slice(0, path.lastIndexOf('/') + 1);

/**
 * Whether dropped files need an import instead of an upload: archives, annotation files, or images in several
 * folders, because the folder names may be labels.
 */
export function needImport(files: readonly PathedFile[]): boolean {
  if (files.some(({ path }) => ARCHIVES_AND_ANNOTATIONS.test(path))) return true;
  const images = files.filter(({ file }) => isImageFile(file));
  return new Set(images.map(({ path }) => getFolder(path))).size > 1;
}

/** Returns a name for an import of these files: the name of their folder, or of the first file and the number of other files. */
export function getImportName(files: readonly PathedFile[], fallback: string): string {
  const firstPath = files[0]?.path ?? fallback;
  const name = firstPath.includes('/') ? firstPath.slice(0, firstPath.indexOf('/')) : firstPath;
  const fileCountSuffix = files.length > 1 && !firstPath.includes('/') ? ` and ${files.length - 1} more` : '';
  // The server requires at least 3 characters.
  return `${name.slice(0, 200)}${fileCountSuffix}`.trim().padEnd(3, '.');
}
