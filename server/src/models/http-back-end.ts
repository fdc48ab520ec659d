import type { z } from 'zod';
import type { ModelServer } from '../config';
import { HttpError } from '../errors';
import type { ModelFile, NamedLabel, OutsideBackEnd, Said } from './back-end';
import { messages } from './messages';
import {
  Classified,
  Described,
  Detected,
  fileTypeOf,
  GIVES_NO_FILE,
  LARGEST_ANSWER,
  Processed,
  Refusal,
  Segmented,
  State,
} from './wire';

const LONGEST_DOWNLOAD_MS = 1_800_000;

/**
 * A model server outside, which has the API's own calls of training and prediction: train and model of each domain,
 * classify, detect, predict, descriptor, process, and a model's file (docs/model-server.md). It gets the pictures themselves and the labels that it may answer with.
 */
export function httpBackEnd(server: ModelServer): OutsideBackEnd {
  const post = <T extends z.ZodType>(
    path: string,
    body: unknown,
    answer: T,
    options: { key?: string; ended?: AbortSignal } = {},
  ) => call(server, path, answer, { body, ...options });

  return {
    startTraining: async ({ domain, model, workspace, task, trainingParams }) => {
      const body = { id: model, workspace, task, training_params: trainingParams };
      return stateOf(await post(`/${domain}/v2/task/${task.id}/train`, body, State, { key: model }));
    },
    trainingState: async (domain, model) => {
      try {
        return stateOf(await call(server, `/${domain}/v2/model/${model}`, State, {}));
      } catch (error) {
        if (error instanceof HttpError && error.status === 404) return null;
        throw error;
      }
    },
    modelFile: (domain, model) => openFile(server, `/${domain}/v2/model/${model}/file`),
    classify: async ({ task, model, labels, records }, ended) => {
      const answer = await post(
        '/recognition/v2/classify/',
        { task_id: task, model_id: model, labels, records, keep_prob: 0 },
        Classified,
        { ended },
      );
      const said = answer.records.map((record) => record && record.labels);
      return checked(said, records.length, labels);
    },
    detect: async ({ task, model, labels, records }) => {
      const answer = await post(
        '/detection/v2/detect',
        { task_id: task, model_id: model, labels, records, keep_prob: 0 },
        Detected,
      );
      return checked(
        answer.records.map((record) => record && record._objects),
        records.length,
        labels,
      );
    },
    segment: async ({ task, model, labels, records }) => {
      const answer = await post(
        '/segmentation/v2/predict',
        { task_id: task, model_id: model, labels, records, keep_prob: 0 },
        Segmented,
      );
      return checked(
        answer.records.map((record) => record && record._objects),
        records.length,
        labels,
      );
    },
    describe: async (task, records) => {
      const answer = await post('/similarity/training/v2/descriptor', { ...(task ? { task_id: task } : {}), records }, Described);
      return sameNumber(answer.records, records.length);
    },
    process: async (flow, records) => {
      const answer = await post('/flows/v2/process', { flow, records }, Processed);
      return sameNumber(answer.records, records.length);
    },
  };
}

async function call<T extends z.ZodType>(
  { url, token, timeoutMs }: ModelServer,
  path: string,
  answer: T,
  { body, key, ended }: { body?: unknown; key?: string; ended?: AbortSignal },
): Promise<z.output<T>> {
  const patience = AbortSignal.timeout(timeoutMs);
  const throwUnreached = (error: unknown): never => {
    ended?.throwIfAborted();
    if (error instanceof HttpError) throw error;
    throw patience.aborted ? new HttpError(504, messages.tooSlow) : new HttpError(502, messages.unreachable);
  };
  const response = await fetch(`${url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...authorization(token),
      ...(key ? { 'idempotency-key': key } : {}),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    redirect: 'error',
    signal: ended ? AbortSignal.any([patience, ended]) : patience,
  }).catch(throwUnreached);
  const text = await readText(response).catch(throwUnreached);
  const value = parsed(text);
  if (!response.ok) throw refusalOf(response.status, Refusal.safeParse(value).data?.detail);
  const result = answer.safeParse(value);
  if (!result.success) throw new HttpError(502, messages.nonsense);
  return result.data;
}

const authorization = (token: string | null): Record<string, string> => (token ? { authorization: `Token ${token}` } : {});

/** The bytes come as they are read; the call ends where none come for as long as an answer may take. */
async function openFile({ url, token, timeoutMs }: ModelServer, path: string): Promise<ModelFile | null> {
  const patience = new AbortController();
  const giveUp = () => patience.abort();
  let stalled = setTimeout(giveUp, timeoutMs);
  const response = await fetch(`${url}${path}`, {
    headers: { accept: 'application/zip, application/octet-stream', ...authorization(token) },
    redirect: 'error',
    signal: AbortSignal.any([patience.signal, AbortSignal.timeout(LONGEST_DOWNLOAD_MS)]),
  })
    .catch(() => {
      throw patience.signal.aborted ? new HttpError(504, messages.tooSlow) : new HttpError(502, messages.unreachable);
    })
    .finally(() => clearTimeout(stalled));
  if (GIVES_NO_FILE.includes(response.status)) return drained(response, null);
  if (!response.ok) throw await drained(response, refusalOf(response.status, undefined));
  const contentType = fileTypeOf(response.headers.get('content-type'));
  const { body } = response;
  if (!contentType || !body) throw await drained(response, new HttpError(502, messages.nonsense));
  async function* bytes(): AsyncGenerator<Uint8Array> {
    stalled = setTimeout(giveUp, timeoutMs);
    try {
      for await (const chunk of body as AsyncIterable<Uint8Array>) {
        stalled.refresh();
        yield chunk;
      }
    } catch {
      throw patience.signal.aborted ? new HttpError(504, messages.tooSlow) : new HttpError(502, messages.unreachable);
    } finally {
      clearTimeout(stalled);
    }
  }
  return { contentType, bytes: bytes() };
}

/** Lets go of an answer that is not read. */
async function drained<T>(response: Response, value: T): Promise<T> {
  await response.body?.cancel().catch(() => undefined);
  return value;
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > LARGEST_ANSWER) throw new HttpError(502, messages.nonsense);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** What the caller can mend is a 400 in the model server's words; what only the operator can is a 502. */
function refusalOf(status: number, detail: string | undefined): HttpError {
  if (status === 401 || status === 403) return new HttpError(502, messages.refusedUs);
  if (status === 404) return new HttpError(404, messages.noModel);
  if (status >= 400 && status < 500 && detail) return new HttpError(400, messages.refused(detail));
  return new HttpError(502, status >= 500 ? messages.unreachable : messages.nonsense);
}

function stateOf({ train_status, error, map }: z.output<typeof State>) {
  return { train_status, error: error?.replaceAll('\u0000', '') ?? null, map: map ?? null };
}

function checked<T extends { id: string }>(said: Said<T>, wanted: number, labels: readonly NamedLabel[]): Said<T> {
  const known = new Set(labels.map((label) => label.id));
  if (said.some((record) => record?.some(({ id }) => !known.has(id)))) throw new HttpError(502, messages.nonsense);
  return sameNumber(said, wanted);
}

function sameNumber<T>(records: T[], wanted: number): T[] {
  if (records.length !== wanted) throw new HttpError(502, messages.nonsense);
  return records;
}
