import type { ImportFormat } from '@console/shared-contract/api';
import { findJsonFiles, readCoco } from './coco';
import { readConsole } from './console';
import { readCsvFiles } from './csv';
import { readCvat } from './cvat';
import { getFolderPath, type FileSet, type DiscoveredFile } from './file-set';
import { readFolders, readPictures } from './folders';
import { readLabelStudio } from './labelstudio';
import type { Reader } from './reader';
import { readHead } from './text';
import { readVoc } from './voc';
import { findLabelFiles, readYolo } from './yolo';

export const readers: Record<ImportFormat, Reader> = {
  console: readConsole,
  csv: readCsvFiles,
  cvat: readCvat,
  labelstudio: readLabelStudio,
  coco: readCoco,
  yolo: readYolo,
  voc: readVoc,
  folders: readFolders,
  pictures: readPictures,
};

const HEAD = 4_000;
/** Of many files of one kind, so many are looked into. */
const LOOKED_INTO = 5;

/** The formats whose files are there, the likeliest first. */
export async function detectFormats(files: FileSet): Promise<ImportFormat[]> {
  const heads = async (some: readonly DiscoveredFile[]) =>
    Promise.all(some.slice(0, LOOKED_INTO).map(async (file) => readHead(await files.open(file), HEAD).catch(() => '')));
  const found: ImportFormat[] = [];
  const xml = await heads(files.findBySuffix('.xml'));
  const json = await heads(await findJsonFiles(files));
  if (files.findBySuffix('.jsonl').length > 0) found.push('console');
  if (xml.some((head) => /<annotations[\s>]/.test(head))) found.push('cvat');
  if (json.some((head) => /^\s*\[/.test(head))) found.push('labelstudio');
  if (json.some((head) => /^\s*\{/.test(head))) found.push('coco');
  if (xml.some((head) => /<annotation[\s>]/.test(head))) found.push('voc');
  const hasNames = files.findBySuffix('.yaml', '.yml', 'classes.txt').length > 0;
  const labels = findLabelFiles(files);
  if (labels.length > 0 && (hasNames || (await heads(labels)).some((head) => /^\d+( [\d.e-]+){4,}\s*$/m.test(head))))
    found.push('yolo');
  if (files.findBySuffix('.csv').length > 0) found.push('csv');
  // Broken files are named, rather than passed over.
  if (found.length === 0 && xml.length > 0) found.push('voc');
  if (found.length === 0 && json.length > 0) found.push('coco');
  const pictures = files.listImages();
  const folders = new Set(pictures.map(({ path }) => getFolderPath(path)));
  const isSorted =
    folders.size > 1 || [...folders].some((folder) => !/^$|(^|\/)(images|pictures|photos|jpegimages)$/i.test(folder));
  if (pictures.length > 0) found.push(...(isSorted ? (['folders', 'pictures'] as const) : (['pictures', 'folders'] as const)));
  return found;
}
