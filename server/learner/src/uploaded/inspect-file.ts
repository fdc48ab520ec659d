import { readFile } from 'node:fs/promises';
import { ModelProto } from '../onnx/schema';
import { InvalidRequestError } from '../protocol/invalid-request-error';
import type { PointShape } from '../protocol/protocol';
import { shorten } from './format-names';

/** Domains of operators that the ONNX runtime contains. */
const BUILT_IN_DOMAINS = new Set(['', 'ai.onnx', 'ai.onnx.ml', 'com.microsoft', 'com.microsoft.nchwc']);

interface TensorMessage {
  externalData?: object[];
  dataLocation?: number;
}
interface SparseMessage {
  values?: TensorMessage;
  indices?: TensorMessage;
}
interface AttributeMessage {
  t?: TensorMessage;
  g?: GraphMessage;
  tensors?: TensorMessage[];
  graphs?: GraphMessage[];
  sparseTensor?: SparseMessage;
  sparseTensors?: SparseMessage[];
}
interface NodeMessage {
  opType?: string;
  domain?: string;
  attribute?: AttributeMessage[];
}
interface GraphMessage {
  node?: NodeMessage[];
  initializer?: TensorMessage[];
  sparseInitializer?: SparseMessage[];
}
interface ModelMessage {
  graph?: GraphMessage;
  functions?: { node?: NodeMessage[]; domain?: string; attributeProto?: AttributeMessage[] }[];
  metadataProps?: { key?: string; value?: string }[];
}

/**
 * Checks that a file is an ONNX model that needs neither other files nor operators that the runtime does not contain. Returns its
 * metadata. Throws InvalidRequestError with a message for the user.
 */
export async function inspectModelFile(file: string): Promise<Map<string, string>> {
  const bytes = await readFile(file);
  if (bytes.length === 0) throw new InvalidRequestError('The file is empty.');
  const { graph, functions = [], metadataProps = [] } = decodeModel(bytes);
  if (!graph) throw new InvalidRequestError(INVALID_MODEL_MESSAGE);
  const domains = new Set([...BUILT_IN_DOMAINS, ...functions.map(({ domain = '' }) => domain)]);
  visitGraph(graph, domains);
  for (const { node = [], attributeProto = [] } of functions) {
    visitNodes(node, domains);
    visitAttributes(attributeProto, domains);
  }
  return new Map(metadataProps.map(({ key = '', value = '' }) => [key, value]));
}

const INVALID_MODEL_MESSAGE = 'The file is not an ONNX model, or it is incomplete.';

function decodeModel(bytes: Uint8Array): ModelMessage {
  try {
    return ModelProto.decode(bytes) as ModelMessage;
  } catch {
    throw new InvalidRequestError(INVALID_MODEL_MESSAGE);
  }
}

function visitGraph({ node = [], initializer = [], sparseInitializer = [] }: GraphMessage, domains: ReadonlySet<string>): void {
  refuseExternalData([...initializer, ...sparseInitializer.flatMap(listTensors)]);
  visitNodes(node, domains);
}

function visitNodes(nodes: readonly NodeMessage[], domains: ReadonlySet<string>): void {
  for (const { opType = '', domain = '', attribute = [] } of nodes) {
    if (!domains.has(domain))
      throw new InvalidRequestError(
        `The model uses the custom operator ${shorten(`${domain}.${opType}`)}. Export it with standard operators.`,
      );
    visitAttributes(attribute, domains);
  }
}

function visitAttributes(attributes: readonly AttributeMessage[], domains: ReadonlySet<string>): void {
  for (const { t, g, tensors = [], graphs = [], sparseTensor, sparseTensors = [] } of attributes) {
    const sparseMessages = [...(sparseTensor ? [sparseTensor] : []), ...sparseTensors];
    refuseExternalData([...(t ? [t] : []), ...tensors, ...sparseMessages.flatMap(listTensors)]);
    for (const graph of [...(g ? [g] : []), ...graphs]) visitGraph(graph, domains);
  }
}

const listTensors = ({ values, indices }: SparseMessage) => [values, indices].filter((tensor) => tensor !== undefined);

function refuseExternalData(tensors: readonly TensorMessage[]): void {
  if (tensors.some(({ externalData = [], dataLocation = 0 }) => externalData.length > 0 || dataLocation !== 0))
    throw new InvalidRequestError('The model stores its weights in other files. Export it as one file.');
}

/** Keys of the metadata that contain the names of the classes in common exports. */
const NAME_KEYS = ['names', 'classes', 'class_names', 'labels'];
const MAX_NAME_LENGTH = 100;

/** Reads the class names from the metadata: a JSON list, a JSON or Python object from index to name, or one name per line. */
export function readClassNames(metadata: ReadonlyMap<string, string>): string[] {
  const text = NAME_KEYS.map((key) => metadata.get(key)).find((value) => value !== undefined);
  if (text === undefined) return [];
  const classNames = parseNames(text.trim());
  return Array.from(classNames, (name = '') => name.slice(0, MAX_NAME_LENGTH));
}

function parseNames(text: string): (string | undefined)[] {
  if (text.startsWith('{')) {
    const classNames: string[] = [];
    for (const [, index = '', doubleQuoted, singleQuoted] of text.matchAll(
      /["']?(\d{1,5})["']?\s*:\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')/g,
    ))
      classNames[Number(index)] = (doubleQuoted ?? singleQuoted ?? '').replaceAll(/\\(.)/g, '$1');
    return classNames;
  }
  if (text.startsWith('['))
    return [...text.matchAll(/"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'/g)].map(([, doubleQuoted, singleQuoted]) =>
      (doubleQuoted ?? singleQuoted ?? '').replaceAll(/\\(.)/g, '$1'),
    );
  return text.split(/[\n,;]/).map((name) => name.trim());
}

/** Reads the points of a pose model from its metadata, such as `[17, 3]`. Null for a model of another kind. */
export function readPointShape(metadata: ReadonlyMap<string, string>): PointShape | null {
  const [count = 0, numbers = 0] = [...(metadata.get('kpt_shape') ?? '').matchAll(/\d{1,3}/g)].map(Number);
  return count > 0 && (numbers === 2 || numbers === 3) ? { count, numbers } : null;
}

/** Reads the size of the input from the metadata of a model with variable sizes, such as `[640, 640]` (height, width). */
export function readInputSize(metadata: ReadonlyMap<string, string>): { height: number; width: number } | null {
  const [height, width = height] = [...(metadata.get('imgsz') ?? '').matchAll(/\d{1,5}/g)].map(Number);
  return height && width ? { height, width } : null;
}
