import { ATTRIBUTE_TYPE, DATA_TYPE, ModelProto } from './schema';

const IR_VERSION = 8;
const OPSET = 17;

/** An attribute of a node. ONNX tells 1 from 1.0: a float that may be whole is given as `{ float }`. */
export type Attribute = number | string | readonly number[] | { float: number };
export type Dimension = number | string;

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
  /** Floats where nothing is said. */
  type?: 'float' | 'int64';
}

/** Builds one ONNX model, node by node. Values are named by the text that each call answers. */
export class GraphBuilder {
  private readonly nodes: Node[] = [];
  private readonly initializers: Initializer[] = [];
  private count = 0;

  /** A tensor of weights, row by row. */
  weights(data: Float32Array, dims: readonly number[]): string {
    return this.initialize(DATA_TYPE.float, data, dims);
  }

  /** A tensor of whole numbers, as shapes and indices are. */
  whole(data: readonly number[], dims: readonly number[] = [data.length]): string {
    return this.initialize(
      DATA_TYPE.int64,
      BigInt64Array.from(data, (value) => BigInt(value)),
      dims,
    );
  }

  /** Adds a node with one output, and answers its name. An empty input is one left out. */
  node(opType: string, inputs: readonly string[], attributes: Record<string, Attribute> = {}): string {
    return this.nodeOf(opType, inputs, attributes, 1)[0]!;
  }

  /** Adds a node with several outputs. */
  nodeOf(opType: string, inputs: readonly string[], attributes: Record<string, Attribute>, outputs: number): string[] {
    const name = `${opType.toLowerCase()}_${this.count++}`;
    const output = outputs === 1 ? [name] : Array.from({ length: outputs }, (_, index) => `${name}_${index}`);
    const attribute = Object.entries(attributes).map(([key, value]) => ({ name: key, ...attributeOf(value) }));
    this.nodes.push({ opType, input: [...inputs], output, name, attribute });
    return output;
  }

  /**
   * The model as a file. `outputs` are values of the graph by the names that they get; what none of them needs is left out.
   */
  encode(
    inputs: readonly Value[],
    outputs: readonly (Value & { value: string })[],
    about: { producer: string; notes?: Record<string, string> },
  ): Uint8Array {
    const ends = outputs.map(({ value, name }) => ({ opType: 'Identity', input: [value], output: [name], name, attribute: [] }));
    const needed = new Set(outputs.map(({ name }) => name));
    const kept: Node[] = [];
    for (const node of [...this.nodes, ...ends].reverse()) {
      if (!node.output.some((name) => needed.has(name))) continue;
      kept.push(node);
      for (const name of node.input) needed.add(name);
    }
    return ModelProto.encode(
      ModelProto.create({
        irVersion: IR_VERSION,
        producerName: about.producer,
        opsetImport: [{ domain: '', version: OPSET }],
        metadataProps: Object.entries(about.notes ?? {}).map(([key, value]) => ({ key, value })),
        graph: {
          name: 'graph',
          node: kept.reverse(),
          initializer: this.initializers.filter(({ name }) => needed.has(name)),
          input: inputs.map(valueInfo),
          output: outputs.map(valueInfo),
        },
      }),
    ).finish();
  }

  private initialize(dataType: number, data: Float32Array | BigInt64Array, dims: readonly number[]): string {
    const size = dims.reduce((product, length) => product * length, 1);
    if (size !== data.length) throw new Error(`${data.length} values do not fill a tensor of ${dims.join(' x ')}`);
    const name = `weights_${this.count++}`;
    this.initializers.push({
      name,
      dims: [...dims],
      dataType,
      rawData: new Uint8Array(data.buffer, data.byteOffset, data.byteLength),
    });
    return name;
  }
}

function attributeOf(value: Attribute): object {
  if (typeof value === 'string') return { type: ATTRIBUTE_TYPE.string, s: Buffer.from(value) };
  if (typeof value === 'number') return { type: ATTRIBUTE_TYPE.int, i: value };
  if ('float' in value) return { type: ATTRIBUTE_TYPE.float, f: value.float };
  return { type: ATTRIBUTE_TYPE.ints, ints: value };
}

function valueInfo({ name, dims, type = 'float' }: Value): object {
  const dim = dims.map((size) => (typeof size === 'number' ? { dimValue: size } : { dimParam: size }));
  return { name, type: { tensorType: { elemType: DATA_TYPE[type], shape: { dim } } } };
}
