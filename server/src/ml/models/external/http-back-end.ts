import { z } from 'zod';
import type { ModelServer } from '../../../platform/config';
import { HttpError } from '../../../platform/errors';
import type { ModelFile, NamedLabel, ExternalBackEnd, PredictionRequest, Predictions } from '../model/back-end';
import { messages } from '../model/messages';
import {
  ClassifyResponse,
  DescriptorResponse,
  createDetectResponse,
  parseFileType,
  NO_FILE_STATUSES,
  MAX_RESPONSE_BYTES,
  FlowResponse,
  ErrorResponse,
  SegmentResponse,
  StateResponse,
} from './response-schemas';

const MAX_DOWNLOAD_MS = 1_800_000;

/**
 * Creates a back end for an external model server. The server implements the console's API calls for training and prediction, and a call
 * for model files (docs/model-server.md). It receives image data and the labels that it may return.
 */
export function createHttpBackEnd(server: ModelServer): ExternalBackEnd {
  const post = <T extends z.ZodType>(
    path: string,
    body: unknown,
    schema: T,
    options: { key?: string; signal?: AbortSignal } = {},
  ) => callServer(server, path, schema, { body, ...options });

  /** Runs a model. `getPredictions` reads the predictions of one record of the response. */
  const predict = async <Item, Prediction extends { id: string }>(
    { task, model, labels, records }: PredictionRequest,
    path: string,
    schema: z.ZodType<{ records: (Item | null)[] }>,
    getPredictions: (record: Item) => Prediction[],
    signal?: AbortSignal,
  ): Promise<Predictions<Prediction>> => {
    const body = { task_id: task, model_id: model, labels, records, keep_prob: 0 };
    const response = await post(path, body, schema, { signal });
    const predictions = response.records.map((record) => record && getPredictions(record));
    return requireRequestedLabels(predictions, records.length, labels);
  };

  return {
    startTraining: async ({ domain, model, workspace, task, trainingParams, dataset }) => {
      const body = { id: model, workspace, task, training_params: trainingParams, dataset };
      return toTrainingState(await post(`/${domain}/v2/task/${task.id}/train`, body, StateResponse, { key: model }));
    },
    getTrainingState: async (domain, model) => {
      try {
        return toTrainingState(await callServer(server, `/${domain}/v2/model/${model}`, StateResponse, {}));
      } catch (error) {
        if (error instanceof HttpError && error.status === 404) return null;
        throw error;
      }
    },
    cancelTraining: async (domain, model) => {
      try {
        await post(`/${domain}/v2/model/${model}/cancel`, {}, z.unknown());
      } catch (error) {
        // A model server may reject the cancellation and finish the training.
        if (!(error instanceof HttpError)) throw error;
      }
    },
    openModelFile: (domain, model) => openFile(server, `/${domain}/v2/model/${model}/file`),
    classify: (request, signal) =>
      predict(request, '/recognition/v2/classify/', ClassifyResponse, (record) => record.labels, signal),
    detect: (request) =>
      predict(request, '/detection/v2/detect', createDetectResponse(request.labels), (record) => record._objects),
    segment: (request) => predict(request, '/segmentation/v2/predict', SegmentResponse, (record) => record._objects),
    computeDescriptors: async ({ task, records }) => {
      const response = await post(
        '/similarity/training/v2/descriptor',
        { ...(task ? { task_id: task } : {}), records },
        DescriptorResponse,
      );
      return requireLength(response.records, records.length);
    },
    runFlow: async (flow, records) => {
      const response = await post('/flows/v2/process', { flow, records }, FlowResponse);
      return requireLength(response.records, records.length);
    },
  };
}

async function callServer<T extends z.ZodType>(
  { url, token, timeoutMs }: ModelServer,
  path: string,
  schema: T,
  { body, key, signal }: { body?: unknown; key?: string; signal?: AbortSignal },
): Promise<z.output<T>> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const rethrow = (error: unknown): never => {
    signal?.throwIfAborted();
    if (error instanceof HttpError) throw error;
    throw timeout.aborted ? new HttpError(504, messages.tooSlow) : new HttpError(502, messages.unreachable);
  };
  const response = await fetch(`${url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...createAuthorizationHeader(token),
      ...(key ? { 'idempotency-key': key } : {}),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    redirect: 'error',
    signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
  }).catch(rethrow);
  const text = await readText(response).catch(rethrow);
  const responseBody = parseJson(text);
  if (!response.ok) throw toHttpError(response.status, ErrorResponse.safeParse(responseBody).data?.detail);
  const parsedResponse = schema.safeParse(responseBody);
  if (!parsedResponse.success) throw new HttpError(502, messages.invalidResponse);
  return parsedResponse.data;
}

const createAuthorizationHeader = (token: string | null): Record<string, string> =>
  token ? { authorization: `Token ${token}` } : {};

/** Opens the file of a model. The download is aborted if no bytes arrive within the response timeout. */
async function openFile({ url, token, timeoutMs }: ModelServer, path: string): Promise<ModelFile | null> {
  const stallController = new AbortController();
  const abortStalled = () => stallController.abort();
  let stallTimer = setTimeout(abortStalled, timeoutMs);
  const response = await fetch(`${url}${path}`, {
    headers: { accept: 'application/zip, application/octet-stream', ...createAuthorizationHeader(token) },
    redirect: 'error',
    signal: AbortSignal.any([stallController.signal, AbortSignal.timeout(MAX_DOWNLOAD_MS)]),
  })
    .catch(() => {
      throw stallController.signal.aborted ? new HttpError(504, messages.tooSlow) : new HttpError(502, messages.unreachable);
    })
    .finally(() => clearTimeout(stallTimer));
  if (NO_FILE_STATUSES.includes(response.status)) return discardBody(response, null);
  if (!response.ok) throw await discardBody(response, toHttpError(response.status, undefined));
  const contentType = parseFileType(response.headers.get('content-type'));
  const { body } = response;
  if (!contentType || !body) throw await discardBody(response, new HttpError(502, messages.invalidResponse));
  async function* readBytes(): AsyncGenerator<Uint8Array> {
    stallTimer = setTimeout(abortStalled, timeoutMs);
    try {
      for await (const chunk of body as AsyncIterable<Uint8Array>) {
        stallTimer.refresh();
        yield chunk;
      }
    } catch {
      throw stallController.signal.aborted ? new HttpError(504, messages.tooSlow) : new HttpError(502, messages.unreachable);
    } finally {
      clearTimeout(stallTimer);
    }
  }
  return { contentType, bytes: readBytes() };
}

/** Releases the connection of a response whose body is not read. */
async function discardBody<T>(response: Response, value: T): Promise<T> {
  await response.body?.cancel().catch(() => undefined);
  return value;
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let totalBytes = 0;
  for await (const chunk of response.body ?? []) {
    totalBytes += chunk.byteLength;
    if (totalBytes > MAX_RESPONSE_BYTES) throw new HttpError(502, messages.invalidResponse);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * A problem that the user can fix becomes a 400 with the model server's message. A problem that only the operator can fix becomes a 502.
 */
function toHttpError(status: number, detail: string | undefined): HttpError {
  if (status === 401 || status === 403) return new HttpError(502, messages.unauthorized);
  if (status === 404) return new HttpError(404, messages.noModel);
  if (status >= 400 && status < 500 && detail) return new HttpError(400, messages.refused(detail));
  return new HttpError(502, status >= 500 ? messages.unreachable : messages.invalidResponse);
}

function toTrainingState({ train_status, error, map, progress, scores }: z.output<typeof StateResponse>) {
  const trainingDetails = { progress: progress ?? null, scores: scores ?? null };
  return { train_status, error: error?.replaceAll('\u0000', '') ?? null, map: map ?? null, ...trainingDetails };
}

function requireRequestedLabels<T extends { id: string }>(
  predictions: Predictions<T>,
  count: number,
  labels: readonly NamedLabel[],
): Predictions<T> {
  const labelIds = new Set(labels.map((label) => label.id));
  if (predictions.some((record) => record?.some(({ id }) => !labelIds.has(id))))
    throw new HttpError(502, messages.invalidResponse);
  return requireLength(predictions, count);
}

function requireLength<T>(records: T[], count: number): T[] {
  if (records.length !== count) throw new HttpError(502, messages.invalidResponse);
  return records;
}
