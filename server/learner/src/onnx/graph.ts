import { ATTRIBUTE_TYPE, DATA_TYPE, ModelProto } from './schema';

const IR_VERSION = 8;
const OPSET = 17;

/** An attribute of a node. ONNX distinguishes 1 from 1.0, so a float is passed as `{ float }`. */
export type Attribute = number | string | readonly number[] | { float: number };
/** A fixed size, or the name of a variable size. */
type Dimension = number | string;

interface Node {
  opType: string;
  input: string[];
  output: string[];
  name: string;
  attribute: object[];
}
interface Initializer {
  name: string;
  dims: number[];
  dataType: number;
  rawData: Uint8Array;
}
interface Value {
  name: string;
  dims: readonly Dimension[];
  /** Defaults to `float`. */
  type?: 'float' | 'int64';
}

/** Builds an ONNX model node by node. Each call returns the name of its value, which later calls take as input. */
export class GraphBuilder {
  private readonly nodes: Node[] = [];
  private readonly initializers: Initializer[] = [];
  private nodeCount = 0;

  /** Adds a constant tensor of floats, row by row. */
  addFloats(data: Float32Array, dims: readonly number[]): string {
    return this.initialize(DATA_TYPE.float, data, dims);
  }

  /** Adds a constant without dimensions. */
  addScalar(value: number): string {
    return this.addFloats(Float32Array.of(value), []);
  }

  /** Adds a constant tensor of integers, such as a shape or indices. */
  addIntegers(data: readonly number[], dims: readonly number[] = [data.length]): string {
    return this.initialize(
      DATA_TYPE.int64,
      BigInt64Array.from(data, (value) => BigInt(value)),
      dims,
    );
  }

  /** Adds a node with one output. Returns the name of the output. An empty string as input omits an optional input. */
  addNode(opType: string, inputs: readonly string[], attributes: Record<string, Attribute> = {}): string {
    return this.addMultiOutputNode(opType, inputs, attributes, 1)[0]!;
  }

  /** Adds a node with several outputs. Returns their names. */
  addMultiOutputNode(
    opType: string,
    inputs: readonly string[],
    attributes: Record<string, Attribute>,
    outputs: number,
  ): string[] {
    const name = `${opType.toLowerCase()}_${this.nodeCount++}`;
    const output = outputs === 1 ? [name] : Array.from({ length: outputs }, (_, index) => `${name}_${index}`);
    const attribute = Object.entries(attributes).map(([key, value]) => ({ name: key, ...toAttribute(value) }));
    this.nodes.push({ opType, input: [...inputs], output, name, attribute });
    return output;
  }

  /** Splits a value along an axis into parts of these sizes. Returns the names of the parts. */
  addSplit(value: string, sizes: readonly number[], axis: number): string[] {
    return this.addMultiOutputNode('Split', [value, this.addIntegers(sizes)], { axis }, sizes.length);
  }

  /** Encodes the model as a file. Each output names a value of the graph; nodes that no output depends on are omitted. */
  encode(
    inputs: readonly Value[],
    outputs: readonly (Value & { value: string })[],
    metadata: { producer: string; notes?: Record<string, string> },
  ): Uint8Array {
    const identities = outputs.map(({ value, name }) => ({
      opType: 'Identity',
      input: [value],
      output: [name],
      name,
      attribute: [],
    }));
    const neededNames = new Set(outputs.map(({ name }) => name));
    const usedNodes: Node[] = [];
    for (const node of [...this.nodes, ...identities].reverse()) {
      if (!node.output.some((name) => neededNames.has(name))) continue;
      usedNodes.push(node);
      for (const name of node.input) neededNames.add(name);
    }
    return ModelProto.encode(
      ModelProto.create({
        irVersion: IR_VERSION,
        producerName: metadata.producer,
        opsetImport: [{ domain: '', version: OPSET }],
        metadataProps: Object.entries(metadata.notes ?? {}).map(([key, value]) => ({ key, value })),
        graph: {
          name: 'graph',
          node: usedNodes.reverse(),
          initializer: this.initializers.filter(({ name }) => neededNames.has(name)),
          input: inputs.map(toValueInfo),
          output: outputs.map(toValueInfo),
        },
      }),
    ).finish();
  }

  private initialize(dataType: number, data: Float32Array | BigInt64Array, dims: readonly number[]): string {
    const elementCount = dims.reduce((product, length) => product * length, 1);
    if (elementCount !== data.length) throw new Error(`${data.length} values do not fill a tensor of ${dims.join(' x ')}`);
    const name = `weights_${this.nodeCount++}`;
    this.initializers.push({
      name,
      dims: [...dims],
      dataType,
      rawData: new Uint8Array(data.buffer, data.byteOffset, data.byteLength),
    });
    return name;
  }
}

function toAttribute(value: Attribute): object {
  if (typeof value === 'string') return { type: ATTRIBUTE_TYPE.string, s: Buffer.from(value) };
  if (typeof value === 'number') return { type: ATTRIBUTE_TYPE.int, i: value };
  if ('float' in value) return { type: ATTRIBUTE_TYPE.float, f: value.float };
  return { type: ATTRIBUTE_TYPE.ints, ints: value };
}

function toValueInfo({ name, dims, type = 'float' }: Value): object {
  const dim = dims.map((size) => (typeof size === 'number' ? { dimValue: size } : { dimParam: size }));
  return { name, type: { tensorType: { elemType: DATA_TYPE[type], shape: { dim } } } };
}
