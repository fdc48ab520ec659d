import { ByteBuffer } from 'flatbuffers';

/** Operators that the backbone uses, by their number in the TensorFlow Lite schema (BuiltinOperator). */
export const OPERATOR = { add: 0, conv: 3, depthwiseConv: 4, dequantize: 6 } as const;
const FLOAT32 = 0;
const FLOAT16 = 1;

/** A tensor of a TensorFlow Lite model. */
interface LiteTensor {
  name: string;
  shape: number[];
  /**
   * Decodes the weights, in the order of `shape`; null for tensors that are computed. A function, because most weights belong to parts of
   * the network that are not used.
   */
  readWeights: (() => Float32Array) | null;
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

/** A table of a FlatBuffer. Fields are numbered as in the TensorFlow Lite schema (tensorflow/compiler/mlir/lite/schema/schema.fbs). */
class LiteTable {
  constructor(
    private readonly bytes: ByteBuffer,
    private readonly position: number,
  ) {}

  static fromRoot(bytes: ByteBuffer): LiteTable {
    return new LiteTable(bytes, bytes.readInt32(0));
  }

  readByte(field: number, defaultValue = 0): number {
    const offset = this.find(field);
    return offset === null ? defaultValue : this.bytes.readInt8(offset);
  }

  readInt(field: number, defaultValue = 0): number {
    const offset = this.find(field);
    return offset === null ? defaultValue : this.bytes.readInt32(offset);
  }

  readText(field: number): string {
    const vector = this.readVector(field);
    return vector ? Buffer.from(this.bytes.bytes().subarray(vector.start, vector.start + vector.length)).toString() : '';
  }

  readInts(field: number): number[] {
    const vector = this.readVector(field);
    return Array.from({ length: vector?.length ?? 0 }, (_, index) => this.bytes.readInt32(vector!.start + 4 * index));
  }

  readBytes(field: number): Uint8Array {
    const vector = this.readVector(field);
    return vector ? this.bytes.bytes().subarray(vector.start, vector.start + vector.length) : new Uint8Array();
  }

  readTable(field: number): LiteTable | null {
    const offset = this.find(field);
    return offset === null ? null : new LiteTable(this.bytes, this.bytes.__indirect(offset));
  }

  readTables(field: number): LiteTable[] {
    const vector = this.readVector(field);
    return Array.from({ length: vector?.length ?? 0 }, (_, index) => {
      return new LiteTable(this.bytes, this.bytes.__indirect(vector!.start + 4 * index));
    });
  }

  private find(field: number): number | null {
    const offset = this.bytes.__offset(this.position, 4 + 2 * field);
    return offset === 0 ? null : this.position + offset;
  }

  private readVector(field: number): { start: number; length: number } | null {
    const offset = this.find(field);
    return offset === null ? null : { start: this.bytes.__vector(offset), length: this.bytes.__vector_len(offset) };
  }
}

/**
 * Reads the first graph of a TensorFlow Lite file with weights of 32 or 16 bit floats. Throws if the file is not a TensorFlow Lite model.
 */
export function readLiteModel(file: Uint8Array): LiteModel {
  if (Buffer.from(file.subarray(4, 8)).toString() !== 'TFL3') throw new Error('Not a TensorFlow Lite model');
  const root = LiteTable.fromRoot(new ByteBuffer(file));
  const operatorCodes = root.readTables(1).map((code) => Math.max(code.readByte(0), code.readInt(3)));
  const buffers = root.readTables(4);
  const [graph] = root.readTables(2);
  if (!graph) throw new Error('This TensorFlow Lite model has no graph');
  const tensors = graph.readTables(0).map((tensor) => {
    const bytes = buffers[tensor.readInt(2)]?.readBytes(0) ?? new Uint8Array();
    return { name: tensor.readText(3), shape: tensor.readInts(0), readWeights: createWeightReader(bytes, tensor.readByte(1)) };
  });
  const operators = graph.readTables(3).map((operator) => ({
    code: operatorCodes[operator.readInt(0)] ?? -1,
    inputs: operator.readInts(1),
    output: operator.readInts(2)[0] ?? -1,
    options: operator.readTable(4),
  }));
  return { tensors, operators, input: graph.readInts(1)[0] ?? 0 };
}

function createWeightReader(bytes: Uint8Array, type: number): LiteTensor['readWeights'] {
  if (bytes.length === 0) return null;
  if (type === FLOAT32) return () => new Float32Array(Uint8Array.from(bytes).buffer);
  if (type === FLOAT16) return () => decodeHalves(bytes);
  return null;
}

/** Decodes 16-bit floats. Normal numbers are converted by shifting their bits, which is ten times faster than arithmetic. */
function decodeHalves(bytes: Uint8Array): Float32Array {
  const floats = new Float32Array(bytes.length / 2);
  const bits = new Uint32Array(floats.buffer);
  for (let index = 0; index < floats.length; index += 1) {
    const halfBits = bytes[2 * index]! | (bytes[2 * index + 1]! << 8);
    const exponent = halfBits & 0x7c00;
    if (exponent === 0 || exponent === 0x7c00) floats[index] = halfToFloat(halfBits);
    // The exponent of 32 bit floats is larger by 112.
    else bits[index] = ((halfBits & 0x8000) << 16) | (((halfBits & 0x7fff) << 13) + (112 << 23));
  }
  return floats;
}

/** Converts the bits of an IEEE 754 binary16 number. */
function halfToFloat(halfBits: number): number {
  const sign = halfBits & 0x8000 ? -1 : 1;
  const exponent = (halfBits >> 10) & 31;
  const fraction = halfBits & 1023;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
