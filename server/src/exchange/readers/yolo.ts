import { parse } from 'yaml';
import { folderOf, nameOf, stemOf, type FileSet, type FoundFile } from './files';
import { messageOf, partOf, readEach, UnreadableError, type Reader, type ReadOptions, type Sink } from './reader';
import { linesOf, wholeText } from './text';

/** Text files beside the labels that have none. */
const NO_LABELS = /(^|\/)(classes|readme|requirements|license|train|val|valid|test|notes)[^/]*\.txt$/i;

/**
 * Ultralytics' folders (docs.ultralytics.com, 'Datasets'): a text file a picture beside it or in `labels/`, a line a shape, in shares of
 * the picture's sides; `data.yaml` or `classes.txt` has the names.
 */
export const readYolo: Reader = async (files, sink, options) => {
  const names = await namesOf(files, sink);
  await readEach(labelFilesOf(files), sink, (file) => readFile(files, file, { names, sink, options }));
};

/** Text files that may have shapes. */
export function labelFilesOf(files: FileSet): FoundFile[] {
  return files.ending('.txt').filter(({ path }) => !NO_LABELS.test(path) && !/(^|\/)imagesets\//i.test(path));
}

async function namesOf(files: FileSet, sink: Sink): Promise<ReadonlyMap<number, string>> {
  const names = new Map<number, string>();
  await readEach(files.ending('.yaml', '.yml'), sink, async (file) => {
    const text = await wholeText(await files.open(file));
    const said = namesIn(text);
    if (Array.isArray(said)) said.forEach((name, at) => names.set(at, String(name)));
    else if (typeof said === 'object' && said !== null)
      for (const [at, name] of Object.entries(said)) names.set(Number(at), String(name));
  });
  if (names.size === 0)
    await readEach(files.ending('classes.txt', 'obj.names'), sink, async (file) => {
      const lines = (await wholeText(await files.open(file))).split(/\r?\n/);
      lines.forEach((line, at) => line.trim() && names.set(at, line.trim()));
    });
  return names;
}

function namesIn(text: string): unknown {
  try {
    const value: unknown = parse(text, { maxAliasCount: 100 });
    return typeof value === 'object' && value !== null && 'names' in value ? value.names : null;
  } catch (error) {
    throw new UnreadableError(`It is no YAML: ${messageOf(error).split('\n')[0]}`);
  }
}

interface Reading {
  names: ReadonlyMap<number, string>;
  sink: Sink;
  options: ReadOptions;
}

async function readFile(files: FileSet, file: FoundFile, { names, sink, options }: Reading): Promise<void> {
  const reference = { path: stemOf(nameOf(file.path)), from: file, isPerImage: true, anyEnding: true };
  const picture = sink.picture(reference, partOf(folderOf(file.path)) === 'test' ? { test: true } : {});
  for await (const line of linesOf(await files.open(file))) {
    if (line.trim() === '') continue;
    const [label = NaN, ...data] = line.trim().split(/\s+/).map(Number);
    if (!Number.isInteger(label) || label < 0) {
      sink.leave(picture, 'Lines that do not begin with the number of a class');
      continue;
    }
    const name = names.get(label);
    if (name === undefined && names.size > 0) {
      sink.leave(picture, 'Shapes of classes that the YAML does not name');
      continue;
    }
    await take(name ?? `class ${label}`, data, { picture, sink, options });
  }
}

async function take(
  name: string,
  data: number[],
  { picture, sink, options }: { picture: number; sink: Sink; options: ReadOptions },
): Promise<void> {
  const box = (corners: number[]) =>
    sink.shape(picture, { kind: 'box', class: sink.class({ of: 'detection', name }), data: corners, shares: true });
  // A fifth number is how sure a model was.
  if (data.length === 4 || data.length === 5) {
    const [x = NaN, y = NaN, width = NaN, height = NaN] = data;
    return box([x - width / 2, y - height / 2, x + width / 2, y + height / 2]);
  }
  if (data.length < 6 || data.length % 2 === 1) return sink.leave(picture, 'Lines that are neither a box nor an outline');
  const [xs, ys] = [data.filter((_, at) => at % 2 === 0), data.filter((_, at) => at % 2 === 1)];
  if (options.outlines !== 'polygons') await box([Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]);
  if (options.outlines !== 'boxes')
    await sink.shape(picture, { kind: 'polygon', class: sink.class({ of: 'segmentation', name }), data, shares: true });
}
