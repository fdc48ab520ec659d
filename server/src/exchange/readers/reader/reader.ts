/** What a reader of one annotation format receives and produces. Readers have no access to the database. */
import type { ConsoleLine, ImportDomain, ImportOutlines } from '@console/shared-contract/api';
import type { SkeletonTemplate } from '@console/shared-contract/skeleton';
import type { ImportedKind } from '../../../platform/database/tables/shapes';
import type { AttributeDefinition, ShapeAttributes } from '@console/shared-contract/shape-attributes';
import type { DeclaredFacts } from './declared-facts';
import type { DiscoveredFile, FileSet } from './file-set';

/** A label of an image or an object, by the key of its class. */
export interface DeclaredLabel {
  class: string;
  value?: number | null;
}

/** An image of the console format. Only this format contains products, groups and jobs, so their types are derived from this type. */
type ConsoleImage = Extract<ConsoleLine, { image: unknown }>['image'];
/** A product that has a crop of the box as an image. Its id is the id in the workspace from which the file was exported. */
export type DeclaredProduct = Omit<ConsoleImage['products'][number], 'object'>;
export type DeclaredPrice = NonNullable<DeclaredProduct['prices']>[number];
export type DeclaredProductSet = Omit<NonNullable<DeclaredProduct['set']>, 'above'>;

export type EntityKind = 'group' | 'job';

/** A group or job that a file mentions without declaring it. `id` is empty if the file has only the name. */
type EntityReference = ConsoleImage['groups'][number];
/** A group as a file declares it. `is_verified`: the file declares that somebody verified the group. */
export type DeclaredGroup = Omit<Extract<ConsoleLine, { group: unknown }>['group'], 'verified_by' | 'declared' | 'jobs'> & {
  is_verified: boolean;
  jobs?: DeclaredJobItem[];
  declared?: DeclaredFacts;
};
/** `mark_done_label` and the labels of tasks are keys of classes. */
export type DeclaredJob = Extract<ConsoleLine, { job: unknown }>['job'];
export type DeclaredEntity = EntityReference | DeclaredGroup | DeclaredJob;

/** The state of an image or group in a job. `key` comes from `ImportSink.addEntity`. */
export type DeclaredJobItem = Pick<ConsoleImage['jobs'][number], 'done' | 'count'> & { key: string };

/** A shape or label of an image. Coordinates are edges of pixels, not pixel numbers (ADR 0067). */
export interface ParsedShape {
  kind: ImportedKind | 'label';
  /** The key of the class, from `ImportSink.addClass`. For a point, the name of the point. */
  class: string;
  /**
   * x1, y1, x2, y2 of a box or of the box around a mask; x, y, x, y ... of a polygon; x, y of a point; x, y, visibility of each point of a
   * skeleton; empty for a label.
   */
  data: number[];
  /**
   * Only for a rotated box, which `data` encloses: x and y of its corners. The direction from the first to the second corner is its angle.
   */
  corners?: number[];
  /** Instead of `corners`: x, y, width, height and angle in pixels of the image itself. */
  rotated_box?: number[];
  /** Only for a mask: the pixels of the box `data`, as COCO's compressed run list of this region. */
  counts?: string;
  /** Only for a mask: the size of the image on which it was drawn, if the image does not declare a size or declares another size. */
  image_size?: { width: number; height: number };
  /** Whether coordinates are fractions of the image's width and height instead of pixels. */
  shares?: boolean;
  /** Only for a label. */
  value?: number | null;
  meta_data?: unknown;
  /** Only for a box, polygon, mask or skeleton. */
  attributes?: ShapeAttributes;
  /** Only for a box. */
  labels?: DeclaredLabel[];
  /** Only for a box. */
  products?: DeclaredProduct[];
  /** Only for a box: keys of its groups, from `ImportSink.addEntity`. */
  groups?: string[];
  /** Not for a label. */
  declared?: DeclaredFacts;
}

/** A class of annotations as a file declares it. The import finds or creates a label for each class. */
export interface ParsedClass {
  /** The domain of the label, such as `detection`. */
  of: ImportDomain;
  name: string;
  /** Distinguishes classes with the same name. */
  id?: string;
  type?: string | null;
  color?: string | null;
  /** The digit or letter that chooses the label on the image screen. */
  shortcut?: string | null;
  min_value?: number | null;
  max_value?: number | null;
  step_value?: number | null;
  /** The points of its skeletons, for a label of detection. */
  skeleton?: SkeletonTemplate | null;
  /** Attributes that a label created from the class declares. */
  attributes?: AttributeDefinition[];
}

/** What a file declares about an image, except its shapes and labels. */
export interface ImageFacts {
  /** The size of the image on which the shapes were drawn, as the file declares it. */
  width?: number;
  height?: number;
  /** SHA-256 of the file as it was uploaded. */
  hash?: string;
  test?: boolean;
  real?: boolean;
  /** File name in the workspace from which the image comes. */
  name?: string | null;
  meta_data?: unknown;
  /** The file declares that somebody verified the image. */
  is_verified?: boolean;
  /** A verification states that the image has nothing to annotate, and the file has no shapes of it. */
  is_stated_empty?: boolean;
  declared?: DeclaredFacts;
  /** Keys from `ImportSink.addEntity`. */
  groups?: string[];
  jobs?: DeclaredJobItem[];
}

/** How an annotation file names an image. `ImageResolver` documents the rules. */
export interface ImageReference {
  /** As the file declares it, with or without folders. */
  path: string;
  annotationFile: DiscoveredFile;
  /** The split that the annotation file declares for the image: train, val, test or another word. */
  split?: string;
  /** Whether the format has one annotation file per image, in the image's folder or in a parallel folder. */
  isPerImage?: boolean;
  /** Whether `path` lacks the file extension, so that the image may have any. */
  hasNoExtension?: boolean;
}

/** Receives what readers parse. Images are identified by the numbers that `addReference` and `addFile` return. */
export interface ImportSink {
  /** Adds the image that an annotation file names, which is a file of the import or an image of the workspace. */
  addReference: (reference: ImageReference, facts?: ImageFacts) => number;
  /** Adds an image file of the import. */
  addFile: (file: DiscoveredFile, facts?: ImageFacts) => number;
  addShape: (image: number, shape: ParsedShape) => Promise<void>;
  /** Returns the key of a class. The same class always has the same key. */
  addClass: (declared: ParsedClass) => string;
  /** Returns the key of a group or job. The first declaration with an id counts, later ones are ignored. */
  addEntity: (kind: EntityKind, declared: DeclaredEntity) => Promise<string>;
  /** Returns the key of a group or job that was added before, by its id in the file. */
  findEntity: (kind: EntityKind, id: string) => string | null;
  /** Counts something that is skipped or converted. The reason appears in the plan and in the report of the image. */
  addNote: (image: number | null, reason: string, count?: number) => void;
  /** Reports a file that cannot be read, or a line of a file. */
  addUnreadable: (path: string, reason: string) => void;
}

export interface ReadOptions {
  outlines: ImportOutlines;
}

export type Reader = (files: FileSet, sink: ImportSink, options: ReadOptions) => Promise<void>;

/** A file that does not match its format. The message is shown to the user. */
export class UnreadableError extends Error {
  override name = 'UnreadableError';
}

/** Reads each file. A file that cannot be read is reported to the sink, and the others are still read. */
export async function readEach<File extends { path: string }>(
  files: readonly File[],
  sink: Pick<ImportSink, 'addUnreadable'>,
  read: (file: File) => Promise<void>,
): Promise<void> {
  for (const file of files) {
    try {
      await read(file);
    } catch (error) {
      if (!isFileError(error)) throw error;
      sink.addUnreadable(file.path, error instanceof UnreadableError ? error.message : `Cannot be read: ${error.message}`);
    }
  }
}

/** Whether the file or archive causes an error, as when it is missing or damaged. An unreachable database or bucket does not count. */
export function isFileError(error: unknown): error is Error {
  return error instanceof UnreadableError || /^(ENOENT|EISDIR|ENOTDIR|Z_)/.test(getErrorCode(error));
}

/** The code of a system or Node error, or an empty string. */
export function getErrorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

/** The message of any thrown value. */
export function getErrorMessage(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error);
}

/** Whether a folder is named like a split of a dataset, for example train2017. */
export const isSplitFolder = (folder: string) => /^(train|training|val|valid|validation|test|testing)\d*$/i.test(folder);

/** Finds the word of a path that names a split, for example train2017. */
export function findSplitWord(path: string): string | undefined {
  return /(?:^|[/_.-])((?:train|training|val|valid|validation|test|testing)\d*)(?=$|[/_.-])/i.exec(path)?.[1]?.toLowerCase();
}

/** Finds the split that a path names. */
export function findSplit(path: string): 'train' | 'val' | 'test' | undefined {
  const word = findSplitWord(path);
  if (!word) return undefined;
  return word.startsWith('train') ? 'train' : word.startsWith('val') ? 'val' : 'test';
}
