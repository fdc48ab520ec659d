/** The kinds of work that are done in a child process: what each is given, and what it answers. */
export interface Tasks {
  accept: { input: AcceptInput; output: AcceptOutput };
  cut: { input: CutInput; output: Uint8Array[] };
  body: { input: BodyInput; output: BodyOutput };
}

export type TaskName = keyof Tasks;

export interface AcceptInput {
  /** The picture, on the local disk. */
  path: string;
  /** Where the picture that a browser shows is written. */
  displayPath: string;
  maxPixels: number;
  reduce: boolean;
}

export interface AcceptOutput {
  /** As it was found to be. */
  contentType: string;
  /** Pixels of the upright picture as it is kept. */
  width: number;
  height: number;
  /** Of its EXIF data, 1 to 8: how it was turned to be upright. */
  orientation: number;
  /** WebP. */
  thumbnail: Uint8Array;
  /** Whether a PNG was written to `displayPath`. */
  hasDisplay: boolean;
  /** What is kept in place of the original. */
  reduced: { bytes: Uint8Array; contentType: string } | null;
}

export interface CutInput {
  path: string;
  maxPixels: number;
  /** `[left, top, right, bottom]` in pixels of the upright picture. */
  boxes: number[][];
  /** In every pixel, as a picture to keep, in place of a small WebP. */
  isWhole?: boolean;
}

export interface BodyInput {
  /** JSON, on the local disk. */
  path: string;
  /** Where its pictures are written. */
  folder: string;
}

export interface BodyOutput {
  /** The JSON with an empty text in place of each picture. */
  json: string;
  /** The pictures, decoded from base64, by their fields: `base64`, `foreground_mask`, or `records.0` for a record's. */
  pictures: { field: string; path: string; size: number; hash: string }[];
}

/** Bytes of memory that a child may take above what it takes when idle. */
export const GRANT = {
  /** What every piece of work may take; what needs more says so and waits for it. */
  usual: 96_000_000,
  /** The most that one piece gets: the usual grant of another goes beside it. */
  most: 416_000_000,
  /** Of all pieces that run at once. */
  total: 512_000_000,
} as const;
/** Resident memory of a child that does nothing is 60 MB, 110 after some uploads of 12 megapixels; with the loader of TypeScript 40 more. */
export const IDLE_BYTES = 150_000_000;
/** The exit code of a child that saw itself above its grant. */
export const OVER_GRANT = 77;

/** What a child is told. */
export interface Order {
  task: TaskName;
  input: unknown;
  grant: number;
}

/** What a child answers to an order; `ready` comes once, before the first. */
export type Report =
  | { ready: true }
  | { done: unknown }
  /** The work was not begun: it needs a grant of this many bytes. */
  | { needs: number }
  | { refused: { status: number; detail: string } }
  | { failed: string };

/** Thrown by work that needs a larger grant, before it has taken what it needs. */
export class NeedsGrant extends Error {
  constructor(readonly bytes: number) {
    super(`needs ${bytes} bytes`);
  }
}
