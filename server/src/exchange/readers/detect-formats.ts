import type { ImportFormat } from '@console/shared-contract/api';
import { findJsonFiles, readCoco } from './formats/coco';
import { readConsole } from './formats/console';
import { readCsvFiles } from './formats/csv';
import { readCvat } from './formats/cvat';
import { readDatumaro } from './formats/datumaro';
import { hasDotaLabels, readDota } from './formats/dota';
import { getFolderPath, type FileSet, type DiscoveredFile } from './reader/file-set';
import { readFolders, readUnlabelledImages } from './formats/folders';
import { readLabelbox } from './formats/labelbox';
import { readLabelme } from './formats/labelme';
import { readLabelStudio } from './formats/labelstudio';
import type { Reader } from './reader/reader';
import { readHead } from './parsing/text';
import { readVia } from './formats/via';
import { readVoc } from './formats/voc';
import { listVocMasks } from './formats/voc-masks';
import { hasYoloLabels, readYolo } from './formats/yolo';

export const readers: Record<ImportFormat, Reader> = {
  console: readConsole,
  csv: readCsvFiles,
  cvat: readCvat,
  datumaro: readDatumaro,
  labelstudio: readLabelStudio,
  labelme: readLabelme,
  labelbox: readLabelbox,
  via: readVia,
  dota: readDota,
  coco: readCoco,
  yolo: readYolo,
  voc: readVoc,
  folders: readFolders,
  pictures: readUnlabelledImages,
};

/**
 * Any of these keys suffices. The file can contain the image data before the shapes, so the shapes may be beyond the inspected
 * first bytes.
 */
const isLabelme = (head: string) => /"(imagePath|imageData|shapes)"\s*:/.test(head);
/** Projects of version 3 have `vid_list` and `fid_list`. */
const isVia = (head: string) =>
  /"_via_\w+"\s*:|"(file|region|shape)_attributes"\s*:|\bregion_shape_attributes\b|"(vid_list|fid_list)"\s*:/.test(head);
/** In Datumaro files, `categories` is an object. In COCO files, it is a list. */
const isDatumaro = (head: string) => /"categories"\s*:\s*\{|"dm_format_version"\s*:/.test(head);
/** The field `DataRow ID` identifies version 1 of the format, which the reader rejects with an error message. */
const isLabelbox = (head: string) => /"(data_row|DataRow ID)"\s*:/.test(head);

const HEAD_CHARACTERS = 4_000;
/** How many files of one extension are inspected. */
const MAX_INSPECTED_FILES = 5;

/** Detects the formats of an import's files, most likely first. */
export async function detectFormats(files: FileSet): Promise<ImportFormat[]> {
  const readHeads = async (inspectedFiles: readonly DiscoveredFile[]) =>
    Promise.all(
      inspectedFiles
        .slice(0, MAX_INSPECTED_FILES)
        .map(async (file) => readHead(await files.open(file), HEAD_CHARACTERS).catch(() => '')),
    );
  const formats: ImportFormat[] = [];
  const xmlHeads = await readHeads(files.findBySuffix('.xml'));
  const jsonHeads = await readHeads(findJsonFiles(files));
  if (files.findBySuffix('.jsonl').length > 0) formats.push('console');
  if (xmlHeads.some((head) => /<annotations[\s>]/.test(head))) formats.push('cvat');
  const listHeads = jsonHeads.filter((head) => /^\s*\[/.test(head));
  const rowHeads = [...listHeads, ...(await readHeads(files.findBySuffix('.ndjson')))];
  if (rowHeads.some(isLabelbox)) formats.push('labelbox');
  if (listHeads.some((head) => !isLabelbox(head))) formats.push('labelstudio');
  const objectHeads = jsonHeads.filter((head) => /^\s*\{/.test(head));
  const [labelmeHeads, viaHeads, datumaroHeads] = [
    objectHeads.filter(isLabelme),
    objectHeads.filter(isVia),
    objectHeads.filter(isDatumaro),
  ];
  if (labelmeHeads.length > 0) formats.push('labelme');
  if (viaHeads.length > 0 || (await readHeads(files.findBySuffix('.csv'))).some(isVia)) formats.push('via');
  if (datumaroHeads.length > 0) formats.push('datumaro');
  if (objectHeads.length > labelmeHeads.length + viaHeads.length + datumaroHeads.length) formats.push('coco');
  if (xmlHeads.some((head) => /<annotation[\s>]/.test(head)) || listVocMasks(files).length > 0) formats.push('voc');
  if (await hasDotaLabels(files)) formats.push('dota');
  if (await hasYoloLabels(files)) formats.push('yolo');
  if (files.findBySuffix('.csv').length > 0) formats.push('csv');
  // Invalid files are assigned to a format, so that its reader reports them.
  if (formats.length === 0 && xmlHeads.length > 0) formats.push('voc');
  if (formats.length === 0 && jsonHeads.length > 0) formats.push('coco');
  const images = files.listImages();
  const folders = new Set(images.map(({ path }) => getFolderPath(path)));
  const hasLabelFolders =
    folders.size > 1 || [...folders].some((folder) => !/^$|(^|\/)(images|pictures|photos|jpegimages)$/i.test(folder));
  if (images.length > 0)
    formats.push(...(hasLabelFolders ? (['folders', 'pictures'] as const) : (['pictures', 'folders'] as const)));
  return formats;
}
