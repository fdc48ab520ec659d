import type { Suggestion } from '../../editor/model/region';
import type { ImageSize } from '../../editor/model/types';
import type { Marks } from './decoder-input';

/** A decoder, the runtime that runs it, and the properties of its inputs. */
export interface DecoderFiles {
  /** The WebAssembly file of the runtime. */
  readonly runtime: ArrayBuffer;
  /** The ONNX file. */
  readonly decoder: ArrayBuffer;
  readonly coordinateSize: number;
  readonly maskShape: readonly number[];
}

/** The result of the encoder for an image, as 32-bit floats. */
export interface Embedding {
  readonly data: ArrayBuffer;
  readonly shape: readonly number[];
}

/** A low-resolution mask that the decoder returns and accepts as the input `mask_input`. */
export type RawMask = Float32Array<ArrayBuffer>;

/**
 * A message to the worker. The first message contains the files. Each later message asks for an object in the image whose embedding was
 * sent last.
 */
export type DecoderRequest =
  | { readonly files: DecoderFiles }
  | {
      readonly marks: Marks;
      readonly size: ImageSize;
      readonly embedding: Embedding | null;
      /** The mask of a previous result that the marks refine. Null for a new object. */
      readonly previousMask: RawMask | null;
    };

/** An object that the decoder found. */
export interface DecoderResult {
  readonly suggestion: Suggestion;
  /** The mask for the next request about the same object. Null if the decoder returns no usable mask. */
  readonly mask: RawMask | null;
}

/** A message from the worker. `result` is null in the response to the first message. */
export type DecoderResponse = { readonly result: DecoderResult | null } | { readonly error: string };
