import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeCounts } from '@console/shared-contract/mask-rle';
import type { DeclaredFact, ImportFormat, ImportOutlines } from '@console/shared-contract/api';
import type { DeclaredFacts } from '../../exchange/readers/reader/declared-facts';
import type { ParsedShape } from '../../exchange/readers/reader/reader';
import type { DraftClass } from '../../exchange/imports/parse/declared-classes';
import { parseFiles } from '../../exchange/imports/parse/parse-files';

type Files = Record<string, string | Buffer>;

interface ShapeRow extends Pick<ParsedShape, 'kind' | 'class'> {
  item: number;
  data: Omit<ParsedShape, 'kind' | 'class'>;
}

interface ItemRow {
  n: number;
  path: string;
  outcome: string;
  reason: string | null;
  facts: { test?: boolean; declared?: DeclaredFacts[] };
}

interface ParsedImport {
  format: string;
  /** Paths of the undamaged images. */
  images: string[];
  testImages: string[];
  /** Paths of images that annotations refer to, but that are not among the files. */
  missing: string[];
  /** Reasons why files are unreadable, by path. */
  unreadable: Record<string, string | null>;
  /** Boxes as `image: class x1 y1 x2 y2`. The other lists of shapes have similar formats. */
  boxes: string[];
  /** Corners of the rotated boxes. */
  corners: number[][];
  polygons: string[];
  skeletons: string[];
  /** Masks in the format of `boxes`, with the box around the mask. A colon and the runs of the mask in this box follow. */
  masks: string[];
  points: string[];
  labels: string[];
  /** Metadata of boxes and polygons that have some. */
  metaData: unknown[];
  /** Attributes of boxes and polygons that have some. */
  attributes: unknown[];
  /**
   * Declared facts as `image: action by at source context seconds`. Facts about a shape start with `image kind:`. Missing fields are
   * hyphens.
   */
  declaredFacts: string[];
  /** Number of notes by reason. */
  notes: Record<string, number>;
  classes: readonly DraftClass[];
  /** All shapes with the paths of their images and the names of their classes. */
  shapes: { path: string; shape: ParsedShape }[];
}

/** The start and the end of a JPEG. Imports inspect only these bytes. */
export const imageHead = Buffer.from('ffd8ffe000104a46494600010100000100010000ffda000801010000003f00aaffd9', 'hex');

export const withImages = (...paths: string[]): Files => Object.fromEntries(paths.map((path) => [path, imageHead]));

/** Parses files like the plan of an import, in this process and without a database. */
export async function parseImport(
  files: Files,
  { format, outlines = 'polygons' }: { format?: ImportFormat; outlines?: ImportOutlines } = {},
): Promise<ParsedImport> {
  const folder = await mkdtemp(join(tmpdir(), 'parse-import-'));
  const shapes: ShapeRow[] = [];
  const items: ItemRow[] = [];
  try {
    const sentFiles = [];
    for (const [number, [path, content]] of Object.entries(files).entries()) {
      const file = join(folder, String(number));
      await writeFile(file, content);
      sentFiles.push({ path, file, size: Buffer.from(content).length });
    }
    const summary = await parseFiles(
      {
        id: 'parsed',
        source: null,
        sentFiles,
        options: { format, outlines },
        config: { dataDir: folder, importPlaces: [], s3: null, uploadMaxBytes: 10_000_000, maxPixels: 100_000_000 },
      },
      {
        shapes: async (rows) => void shapes.push(...(JSON.parse(rows) as ShapeRow[])),
        entities: async () => undefined,
        items: async (rows) => void items.push(...(JSON.parse(rows) as ItemRow[])),
      },
    );
    const classNames = new Map(summary.classes.map(({ key, name }) => [key, name]));
    const paths = new Map(items.map(({ n, path }) => [n, path]));
    const getName = (key: string) => classNames.get(key) ?? key;
    const listShapes = (kind: ShapeRow['kind']) =>
      shapes
        .filter((shape) => shape.kind === kind)
        .map(({ item, class: key, data: { data, counts, value, labels = [] } }) => {
          const parts = [
            getName(key),
            ...data.map((coordinate) => Math.round(coordinate * 1e4) / 1e4),
            ...(value == null ? [] : [value]),
          ];
          if (counts !== undefined) parts.push(`: ${decodeCounts(counts).join(' ')}`);
          return `${paths.get(item)}: ${parts.join(' ')}${labels.map((label) => ` (${getName(label.class)})`).join('')}`;
        });
    const listPaths = (isListed: (item: ItemRow) => boolean) => items.filter(isListed).map(({ path }) => path);
    return {
      format: summary.format,
      images: listPaths(({ outcome }) => outcome === 'new'),
      testImages: listPaths(({ facts }) => facts.test === true),
      missing: listPaths(({ outcome }) => outcome === 'missing'),
      unreadable: Object.fromEntries(
        items.filter(({ outcome }) => outcome === 'unreadable').map(({ path, reason }) => [path, reason]),
      ),
      boxes: listShapes('box'),
      corners: shapes.flatMap(({ data: { corners } }) => (corners ? [corners] : [])),
      polygons: listShapes('polygon'),
      masks: listShapes('mask'),
      points: listShapes('point'),
      skeletons: listShapes('skeleton'),
      labels: listShapes('label'),
      metaData: shapes.flatMap(({ data }) => (data.meta_data === undefined ? [] : [data.meta_data])),
      attributes: shapes.flatMap(({ data: { attributes } }) => (attributes ? [attributes] : [])),
      declaredFacts: [
        ...items.flatMap(({ path, facts: { declared = [] } }) => declared.flatMap(({ facts }) => toTexts(path, facts))),
        ...shapes.flatMap(({ item, kind, data: { declared } }) => toTexts(`${paths.get(item)} ${kind}`, declared?.facts ?? [])),
      ],
      notes: Object.fromEntries(summary.notes.map(({ reason, count }) => [reason, count])),
      classes: summary.classes,
      shapes: shapes.map(({ item, kind, class: key, data }) => ({
        path: paths.get(item) ?? '',
        shape: { ...data, kind, class: getName(key) },
      })),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const toTexts = (name: string, declaredFacts: readonly DeclaredFact[]) =>
  declaredFacts.map(({ action, by: userName, at: date, source, context, seconds }) =>
    [`${name}: ${action}`, userName, date, source, context, seconds]
      .map((value) => value ?? '-')
      .join(' ')
      .replace(/( -)+$/, ''),
  );

/** Reads all files of a folder, by their paths in it. */
export async function readFolderFiles(folder: string): Promise<Files> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  return Object.fromEntries(
    await Promise.all(paths.sort().map(async (path) => [path, await readFile(join(folder, path))] as const)),
  );
}
