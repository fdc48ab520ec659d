import { ByteBuffer } from 'flatbuffers';

/** Operators that the backbone uses, by their number in the TensorFlow Lite schema (BuiltinOperator). */
export const OPERATOR = { add: 0, conv: 3, depthwiseConv: 4, dequantize: 6 } as const;
const FLOAT32 = 0;
const FLOAT16 = 1;

/** A tensor of a TensorFlow Lite model. */
export interface LiteTensor {
  name: string;
  shape: number[];
  /** Weights, in the order of `shape`; null for tensors that are computed. */
  data: Float32Array | null;
}

/** `code` is a number of `OPERATOR`; `inputs` and `output` are indices of tensors. */
export interface LiteOperator {
  code: number;
  inputs: number[];
  output: number;
  options: LiteTable | null;
}

/** The parts of a TensorFlow Lite model that are needed to convert it. */
export interface LiteModel {
  tensors: LiteTensor[];
  operators: LiteOperator[];
  /** Index of the tensor that receives the image. */
  input: number;
}

/**
 * A table of a FlatBuffer. Fields are numbered as in the TensorFlow Lite schema
 * (tensorflow/compiler/mlir/lite/schema/schema.fbs).
 */
class LiteTable {
  constructor(
    private readonly bytes: ByteBuffer,
    private readonly position: number,
  ) {}

  static fromRoot(bytes: ByteBuffer): LiteTable {
    return new LiteTable(bytes, bytes.readInt32(0));
  }

  byte(field: number, defaultValue = 0): number {
    const offset = this.find(field);
    return offset === null ? defaultValue : this.bytes.readInt8(offset);
  }

  int(field: number, defaultValue = 0): number {
    const offset = this.find(field);
    return offset === null ? defaultValue : this.bytes.readInt32(offset);
  }

  text(field: number): string {
    const vector = this.vector(field);
    return vector ? Buffer.from(this.bytes.bytes().subarray(vector.at, vector.at + vector.length)).toString() : '';
  }

  ints(field: number): number[] {
    const vector = this.vector(field);
    return Array.from({ length: vector?.length ?? 0 }, (_, index) => this.bytes.readInt32(vector!.at + 4 * index));
  }

  raw(field: number): Uint8Array {
    const vector = this.vector(field);
    return vector ? this.bytes.bytes().subarray(vector.at, vector.at + vector.length) : new Uint8Array();
  }

  table(field: number): LiteTable | null {
    const offset = this.find(field);
    return offset === null ? null : new LiteTable(this.bytes, this.bytes.__indirect(offset));
  }

  tables(field: number): LiteTable[] {
    const vector = this.vector(field);
    return Array.from({ length: vector?.length ?? 0 }, (_, index) => {
      return new LiteTable(this.bytes, this.bytes.__indirect(vector!.at + 4 * index));
    });
  }

  private find(field: number): number | null {
    const offset = this.bytes.__offset(this.position, 4 + 2 * field);
    return offset === 0 ? null : this.position + offset;
  }

  private vector(field: number): { at: number; length: number } | null {
    const offset = this.find(field);
    return offset === null ? null : { at: this.bytes.__vector(offset), length: this.bytes.__vector_len(offset) };
  }
}

/**
 * Reads the first graph of a TensorFlow Lite file with weights of 32 or 16 bit floats. Throws if the file is not a TensorFlow
 * Lite model.
 */
export function readLiteModel(file: Uint8Array): LiteModel {
  if (Buffer.from(file.subarray(4, 8)).toString() !== 'TFL3') throw new Error('Not a TensorFlow Lite model');
  const root = LiteTable.fromRoot(new ByteBuffer(file));
  const codes = root.tables(1).map((code) => Math.max(code.byte(0), code.int(3)));
  const buffers = root.tables(4);
  const [graph] = root.tables(2);
  if (!graph) throw new Error('This TensorFlow Lite model has no graph');
  const tensors = graph.tables(0).map((tensor) => {
    const raw = buffers[tensor.int(2)]?.raw(0) ?? new Uint8Array();
    return { name: tensor.text(3), shape: tensor.ints(0), data: decodeWeights(raw, tensor.byte(1)) };
  });
  const operators = graph.tables(3).map((operator) => ({
    code: codes[operator.int(0)] ?? -1,
    inputs: operator.ints(1),
    output: operator.ints(2)[0] ?? -1,
    options: operator.table(4),
  }));
  return { tensors, operators, input: graph.ints(1)[0] ?? 0 };
}

function decodeWeights(raw: Uint8Array, type: number): Float32Array | null {
  if (raw.length === 0) return null;
  const view = new DataView(raw.buffer, raw.byteOffset, raw.byteLength);
  if (type === FLOAT32) return Float32Array.from({ length: raw.length / 4 }, (_, index) => view.getFloat32(4 * index, true));
  if (type === FLOAT16)
    return Float32Array.from({ length: raw.length / 2 }, (_, index) => halfToFloat(view.getUint16(2 * index, true)));
  return null;
}

/** Converts the bits of an IEEE 754 binary16 number. */
function halfToFloat(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >> 10) & 31;
  const fraction = half & 1023;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
