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

/** The first message has the files. Later ones find an object in the image whose embedding was sent last. */
export type DecoderRequest =
  | { readonly files: DecoderFiles }
  | { readonly marks: Marks; readonly size: ImageSize; readonly embedding: Embedding | null };

export type DecoderResponse = { readonly suggestion: Suggestion | null } | { readonly error: string };
