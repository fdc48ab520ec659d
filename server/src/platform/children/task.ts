/** Input and output of each task that runs in a child process. */
export interface Tasks {
  accept: { input: AcceptInput; output: AcceptOutput };
  convert: { input: ConvertInput; output: { isConverted: boolean } };
  crop: { input: CropInput; output: Uint8Array[] };
  body: { input: BodyInput; output: BodyOutput };
}

export type TaskName = keyof Tasks;

/** Input of the task `convert`, which converts an image if neither browsers nor sharp can read the image. */
export interface ConvertInput {
  /** Path of the image on the local disk. */
  path: string;
  /** Path for the converted image. It is only written if neither browsers nor sharp can read the original. */
  convertedPath: string;
  maxPixels: number;
}

/** Input of the task `accept`, which prepares an uploaded image for storage. */
export interface AcceptInput extends ConvertInput {
  /** Path for the version of the image that browsers can display. */
  displayPath: string;
  /** Whether to downscale a large image. */
  reduce: boolean;
}

export interface AcceptOutput {
  /** The content type of the stored image. */
  contentType: string;
  /** Size in pixels of the stored, upright image. */
  width: number;
  height: number;
  /** The EXIF orientation, 1 to 8, that was applied to make the image upright. */
  orientation: number;
  /** WebP. */
  thumbnail: Uint8Array;
  /** Whether a PNG was written to `displayPath`. */
  hasDisplay: boolean;
  /** Whether the image at `convertedPath` replaces the original. */
  isConverted: boolean;
  /** The downscaled image that replaces the original. */
  reduced: { bytes: Uint8Array; contentType: string } | null;
}

/** Input of the task `crop`, which cuts boxes out of an image. */
export interface CropInput {
  path: string;
  maxPixels: number;
  /** `[left, top, right, bottom]` in pixels of the upright image. */
  boxes: number[][];
  /** Whether to return crops in full resolution. Default: small WebP images. */
  isWhole?: boolean;
}

/** Input of the task `body`, which extracts the base64 images from the JSON body of an HTTP request. */
export interface BodyInput {
  /** Path of the JSON file on the local disk. */
  path: string;
  /** Folder that the extracted images are written to. */
  folder: string;
}

export interface BodyOutput {
  /** The JSON, with an empty string in place of each image. */
  json: string;
  /** The decoded images. `field` names the source of an image: `base64`, `foreground_mask`, or `records.N` for the record with index N. */
  images: { field: string; path: string; size: number; hash: string }[];
}

/** Bytes of memory that a child may use in addition to its idle memory. */
export const GRANT = {
  /** Default grant of a job. A job that needs more memory requests a larger grant and waits. */
  default: 96_000_000,
  /** Maximum grant of one job. Another job with the default grant can still run beside it. */
  max: 416_000_000,
  /** Sum of the grants of all running jobs. */
  total: 512_000_000,
} as const;
/**
 * Maximum resident memory of an idle child, in bytes. Measured values: 60 MB, or 110 MB after some 12-megapixel images; the TypeScript
 * loader needs another 40 MB.
 */
export const MAX_IDLE_BYTES = 150_000_000;
/** Exit code of a child that has used more memory than its grant. */
export const GRANT_EXCEEDED_EXIT_CODE = 77;

/** A request to a child. */
export interface TaskRequest {
  task: TaskName;
  input: unknown;
  /** Bytes of memory that the child may use for this task in addition to its idle memory. */
  grant: number;
}

/** The response of a child to a request. `needs` means that the task was not started, because it needs a grant of this many bytes. */
export type TaskResponse = { output: unknown } | { needs: number };

/** Thrown by a task that needs a larger grant, before it allocates the memory. */
export class LargerGrantRequired extends Error {
  constructor(readonly bytes: number) {
    super(`needs ${bytes} bytes`);
  }
}
