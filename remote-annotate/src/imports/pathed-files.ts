/** A file with its place in the folder that was chosen, parted by slashes. */
export interface PathedFile {
  path: string;
  file: File;
}

/** What systems put into folders by themselves. */
const SYSTEMS_OWN = /(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini|__MACOSX\/.*|\._[^/]*)$/i;

/** Files of a picker; of a folder's they have its name in front. */
export function chosenFiles(files: FileList | null): PathedFile[] {
  return named([...(files ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file })));
}

/** Without the system's own, and each path once. */
export function named(files: readonly PathedFile[]): PathedFile[] {
  const taken = new Set<string>();
  return files.filter(({ path }) => {
    if (SYSTEMS_OWN.test(path) || taken.has(path)) return false;
    taken.add(path);
    return true;
  });
}

const ARCHIVES_AND_ANNOTATIONS = /\.(zip|tar|tgz|tar\.gz|json|jsonl|xml|csv|ya?ml)$/i;
const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1);

/**
 * Whether dropped files are more than pictures to upload: an archive, files of annotations, or pictures in several folders, whose
 * names may be labels.
 */
export function areForImport(files: readonly PathedFile[]): boolean {
  if (files.some(({ path }) => ARCHIVES_AND_ANNOTATIONS.test(path))) return true;
  const pictures = files.filter(({ file }) => file.type.startsWith('image/'));
  return new Set(pictures.map(({ path }) => folderOf(path))).size > 1;
}

/** What an import of them is called: their folder, or the first file. */
export function nameOfFiles(files: readonly PathedFile[], fallback: string): string {
  const first = files[0]?.path ?? fallback;
  const name = first.includes('/') ? first.slice(0, first.indexOf('/')) : first;
  const several = files.length > 1 && !first.includes('/') ? ` and ${files.length - 1} more` : '';
  // Names are from 3 letters on.
  return `${name.slice(0, 200)}${several}`.trim().padEnd(3, '.');
}
