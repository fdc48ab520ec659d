import { Id, TrainStatus } from '@console/shared-contract/api';
import { z } from 'zod';
import type { ModelServer } from '../config';
import { HttpError } from '../errors';
import type { NamedLabel, OutsideBackEnd, Said } from './back-end';
import { messages } from './messages';

const LARGEST_ANSWER = 20_000_000;

const Probability = z.number().min(0).max(1);
const Label = z.object({ id: Id, prob: Probability });
const BoundBox = z
  .array(z.number().min(-1e6).max(1e6))
  .length(4)
  .refine(([x1 = 0, y1 = 0, x2 = 0, y2 = 0]) => x1 < x2 && y1 < y2);
/** At least three corners, as x, y, x, y ... */
const Outline = z
  .array(z.number().min(-1e6).max(1e6))
  .min(6)
  .max(20_000)
  .refine((points) => points.length % 2 === 0);
const State = z.object({ train_status: TrainStatus, error: z.string().max(2000).nullish(), map: Probability.nullish() });
const Refusal = z.object({ detail: z.string().min(1).max(500) });
const recordsOf = <T extends z.ZodType>(item: T) => z.object({ records: z.array(item) });
/** A record whose picture could not be read says so in its own status, and says nothing else. */
const Unread = z.object({ _status: z.object({ code: z.number().min(400) }) }).transform(() => null);
const saidOf = <T extends z.ZodType>(item: T) => recordsOf(z.union([Unread, item]));

/**
 * A model server outside, which has the API's own calls of training and prediction: train and model of each domain,
 * classify, detect, descriptor, process. It gets the pictures themselves and the labels that it may answer with.
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
    classify: async ({ task, model, labels, records }, ended) => {
      const answer = await post(
        '/recognition/v2/classify/',
        { task_id: task, model_id: model, labels, records, keep_prob: 0 },
        saidOf(z.object({ labels: z.array(Label.extend({ value: z.number().nullish() })) })),
        { ended },
      );
      const said = answer.records.map((record) => record && record.labels);
      return checked(said, records.length, labels);
    },
    detect: async ({ task, model, labels, records }) => {
      const answer = await post(
        '/detection/v2/detect',
        { task_id: task, model_id: model, labels, records, keep_prob: 0 },
        saidOf(z.object({ _objects: z.array(Label.extend({ bound_box: BoundBox })) })),
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
        saidOf(z.object({ _objects: z.array(Label.extend({ bound_box: BoundBox, polygon: Outline })) })),
      );
      return checked(
        answer.records.map((record) => record && record._objects),
        records.length,
        labels,
      );
    },
    describe: async (task, records) => {
      const answer = await post(
        '/similarity/training/v2/descriptor',
        { ...(task ? { task_id: task } : {}), records },
        recordsOf(z.object({ descriptor: z.array(z.number()).min(1) })),
      );
      return sameNumber(answer.records, records.length);
    },
    process: async (flow, records) => {
      const answer = await post('/flows/v2/process', { flow, records }, recordsOf(z.record(z.string(), z.unknown())));
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
      ...(token ? { authorization: `Token ${token}` } : {}),
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
