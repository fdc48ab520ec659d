import type { ConsoleLine, ImportDomain, ImportOutlines } from '@console/shared-contract/api';
import type { FileSet, DiscoveredFile } from './file-set';

/** A label of an image or an object, by the key of its class. */
export interface DeclaredLabel {
  class: string;
  value?: number | null;
}

/** A product that a box was cut out for, as a file knows it. */
export interface DeclaredProduct {
  /** In the workspace that the file is from. */
  id: string;
  name: string;
  customer_product_id: string;
  verified?: boolean;
  meta_data?: unknown;
  collection?: { name: string; type: string } | null;
  /** `above`: the sets that it is in, the nearest first. */
  set?: (DeclaredProductSet & { above?: DeclaredProductSet[] }) | null;
  prices?: DeclaredPrice[];
}

export interface DeclaredProductSet {
  name: string;
  year: number | null;
}

export interface DeclaredPrice {
  price: string;
  currency: string;
  date: string;
  source: string | null;
  grade_company: string | null;
  item_link: string | null;
  img_link: string | null;
}

export type EntityKind = 'group' | 'job';

/** A group or a job of which a file has the name alone, and its id there or nothing. */
export interface EntityReference {
  id: string;
  name: string;
}
/** `is_verified`: somebody had verified it. Who and when stays in the file, for an import acts in nobody else's name. */
export type DeclaredGroup = Omit<Extract<ConsoleLine, { group: unknown }>['group'], 'verified_by'> & { is_verified: boolean };
/** `mark_done_label` and the labels of tasks are keys of classes. */
export type DeclaredJob = Extract<ConsoleLine, { job: unknown }>['job'];
export type DeclaredEntity = EntityReference | DeclaredGroup | DeclaredJob;

/** That a picture is in a job, and how many people have done it there; `key` as `Sink.named` answered it. */
export interface DeclaredJobItem {
  key: string;
  done: boolean;
  count?: number;
}

/** What a file says is drawn on a picture or said of it. Coordinates are edges of pixels, not pixel numbers (ADR 0067). */
export interface ParsedShape {
  kind: 'box' | 'polygon' | 'point' | 'label';
  /** Key of its class, as `Sink.class` answered it; the name of a point. */
  class: string;
  /** x1, y1, x2, y2 of a box, x, y, x, y ... of a polygon, x, y of a point; nothing of a label. */
  data: number[];
  /** In shares of the picture's sides, and not in pixels. */
  shares?: boolean;
  /** Of a label. */
  value?: number | null;
  meta_data?: unknown;
  /** Of a box. */
  labels?: DeclaredLabel[];
  /** Of a box. */
  products?: DeclaredProduct[];
  /** Of a box: keys of groups that it is in, as `Sink.named` answered them. */
  groups?: string[];
}

export interface ParsedClass {
  of: ImportDomain;
  name: string;
  /** Tells it from others of its name. */
  id?: string;
  type?: string | null;
  color?: string | null;
  min_value?: number | null;
  max_value?: number | null;
  step_value?: number | null;
}

/** What is known of a picture besides what is drawn on it. */
export interface ImageFacts {
  /** As the file says: of the picture that the shapes were drawn on. */
  width?: number;
  height?: number;
  /** SHA-256 of the file as it was uploaded. */
  hash?: string;
  test?: boolean;
  real?: boolean;
  meta_data?: unknown;
  /** Somebody had verified it. The import verifies it in the name of whoever runs it. */
  is_verified?: boolean;
  /** Keys, as `Sink.named` answered them. */
  groups?: string[];
  jobs?: DeclaredJobItem[];
}

/** How an annotation file names an image. `ImageResolver` has the rules. */
export interface ImageReference {
  /** As the file declares it, with or without folders. */
  path: string;
  /** The annotation file. */
  from: DiscoveredFile;
  /** The part of the dataset that the annotation file declares: train, val, test or a word of its own. */
  part?: string;
  /** The format has one annotation file per image, in the same place as the image or in a parallel one. */
  isPerImage?: boolean;
  /** `path` has no ending: the image may have any. */
  anyEnding?: boolean;
}

/** Where readers put what they find. Numbers stand for pictures. */
export interface ImportSink {
  /** The image that an annotation file names, among those of the import or, without one, of the workspace. */
  picture: (reference: ImageReference, facts?: ImageFacts) => number;
  /** An image file of the import itself. */
  file: (file: DiscoveredFile, facts?: ImageFacts) => number;
  shape: (picture: number, shape: ParsedShape) => Promise<void>;
  /** The key of a class; of one that was named before, the same. */
  class: (named: ParsedClass) => string;
  /** The key of a group or job; of one that was named before, the same, and what is said of it first counts. */
  named: (kind: EntityKind, named: DeclaredEntity) => Promise<string>;
  /** The key of one that was named before, by its id in the file. */
  findEntity: (kind: EntityKind, id: string) => string | null;
  /** Something of a picture that is left out: said in the report, and counted. */
  leave: (picture: number | null, reason: string, count?: number) => void;
  /** A file that cannot be read, or a part of it. */
  unreadable: (path: string, reason: string) => void;
}

export interface ReadOptions {
  outlines: ImportOutlines;
}

export type Reader = (files: FileSet, sink: ImportSink, options: ReadOptions) => Promise<void>;

/** A file is not what its format asks for; the message is for a person. */
export class UnreadableError extends Error {
  override name = 'UnreadableError';
}

/** Reads each file, one that cannot be read is named and the others go on. */
export async function readEach<File extends { path: string }>(
  files: readonly File[],
  sink: Pick<ImportSink, 'unreadable'>,
  read: (file: File) => Promise<void>,
): Promise<void> {
  for (const file of files) {
    try {
      await read(file);
    } catch (error) {
      if (!isFileError(error)) throw error;
      sink.addUnreadable(file.path, error instanceof UnreadableError ? error.message : `It cannot be read: ${error.message}`);
    }
  }
}

/** Whether it is the file's fault: of the archive, of its text, or that it is gone. A database or bucket that is away is not. */
export function isFileError(error: unknown): error is Error {
  return error instanceof UnreadableError || /^(ENOENT|EISDIR|ENOTDIR|Z_)/.test(getErrorCode(error));
}

/** The code of an error of the system or of Node; empty where it has none. */
export function getErrorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

/** What an error says, whatever threw it. */
export function getErrorMessage(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error);
}

/** The word of a path that stands for a part of a dataset, such as train2017. */
export function findPartWord(path: string): string | undefined {
  return /(?:^|[/_.-])((?:train|training|val|valid|validation|test|testing)\d*)(?=$|[/_.-])/i.exec(path)?.[1]?.toLowerCase();
}

/** train, val or test, where a path says so. */
export function findPart(path: string): 'train' | 'val' | 'test' | undefined {
  const word = findPartWord(path);
  if (!word) return undefined;
  return word.startsWith('train') ? 'train' : word.startsWith('val') ? 'val' : 'test';
}
