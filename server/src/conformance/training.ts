import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { z } from 'zod';
import type { ModelDomain } from '../models/kinds';
import { parseFileType, NO_FILE_STATUSES, MAX_MODEL_BYTES, ErrorResponse, StateResponse } from '../models/response-schemas';
import { ask, type Answer, type Server } from './client';
import { NotChecked, must, type Findings } from './findings';

/** What a training is ordered with, as the console sends it. */
export interface Order {
  workspace: string;
  task: { id: string; name: string; type?: string; labels: { id: string; name: string }[] };
  training_params: unknown;
  /** One of the server's that is trained already: nothing is trained then. */
  model?: string;
}

const FIRST_LOOK_MS = 50;
const LONGEST_PAUSE_MS = 3_000;

/** By these a server says that it has not got a call at all. */
export const NOT_OFFERED: readonly number[] = [404, 405, 501];

/** An order with labels of nobody: a server that reads pictures from a console finds none of them. */
export function madeUpOrder(domain: ModelDomain): Order {
  const labels = ['First', 'Second'].map((name) => ({ id: randomUUID(), name }));
  const type = domain === 'recognition' ? { type: 'multi_class' } : {};
  return { workspace: randomUUID(), task: { id: randomUUID(), name: 'Conformance', ...type, labels }, training_params: {} };
}

/** A body that says why in `detail`, with a status of the caller's fault. */
export function requireRefusal({ status, value }: Answer, wanted: readonly number[] | null): void {
  if (wanted) must(wanted.includes(status), `status ${status}, not ${wanted.join(' or ')}`);
  else must(status >= 400 && status < 500, `status ${status}, not 4xx`);
  must(ErrorResponse.safeParse(value).success, 'the body is no JSON with a detail of 1 to 500 characters');
}

/** The value, as a rule's shape has it. */
export function shaped<T extends z.ZodType>({ status, value }: Answer, shape: T): z.output<T> {
  must(status >= 200 && status < 300, `status ${status}, not 200`);
  const result = shape.safeParse(value);
  const [issue] = result.error?.issues ?? [];
  must(result.success, `${issue?.path.join('.') || 'the body'}: ${issue?.message ?? 'is wrong'}`);
  return result.data as z.output<T>;
}

/** Has a model trained. Answers its id once it is TRAINED; null where nothing can be asked of it. */
export async function checkTraining(
  findings: Findings,
  server: Server,
  domain: ModelDomain,
  order: Order,
  waitMs: number,
): Promise<string | null> {
  const id = order.model ?? randomUUID();
  const call = `GET /${domain}/v2/model/{id}`;
  if (!order.model && !(await checkOrdering(findings, server, domain, order, id))) return null;
  await findings.check(call, 'answers 404 with a detail for a model that it does not know', async () =>
    requireRefusal(await ask(server, 'GET', `/${domain}/v2/model/${randomUUID()}`), [404]),
  );
  const end = await findings.check(call, 'tells the state until the training has ended', async () => {
    const until = Date.now() + waitMs;
    for (let pause = FIRST_LOOK_MS; ; pause = Math.min(LONGEST_PAUSE_MS, 2 * pause)) {
      const told = shaped(await ask(server, 'GET', `/${domain}/v2/model/${id}`), StateResponse);
      if (told.train_status !== 'QUEUED' && told.train_status !== 'TRAINING') return told;
      if (Date.now() > until) throw new NotChecked(`it is ${told.train_status} still after ${waitMs / 1000} s`);
      await delay(pause);
    }
  });
  if (!end) return null;
  await findings.check(call, 'says why a training has failed', () => {
    must(end.train_status !== 'FAILED' || Boolean(end.error), 'it is FAILED without an error');
    return Promise.resolve();
  });
  if (end.train_status === 'TRAINED') return id;
  const why = `the training ended as ${end.train_status}${end.error ? `: ${end.error}` : ''}; give an order of your own (--orders)`;
  findings.note({ call, rule: 'has a trained model to be asked', verdict: 'not checked', why });
  return null;
}

/** Orders a training, twice. Whether one has begun. */
async function checkOrdering(
  findings: Findings,
  server: Server,
  domain: ModelDomain,
  { workspace, task, training_params }: Order,
  id: string,
): Promise<boolean> {
  const path = `/${domain}/v2/task/${task.id}/train`;
  const call = `POST /${domain}/v2/task/{id}/train`;
  const send = () => ask(server, 'POST', path, { body: { id, workspace, task, training_params, further: 1 }, key: id });
  const first = await send().catch(() => null);
  if (first && NOT_OFFERED.includes(first.status)) {
    findings.note({ call, rule: 'trains models of this kind', verdict: 'not offered', why: `status ${first.status}` });
    return false;
  }
  const begun = await findings.check(call, 'answers a training with its state', async () =>
    shaped(first ?? (await send()), StateResponse),
  );
  if (!begun) return false;
  await findings.check(call, 'takes the same training again for the same', async () => shaped(await send(), StateResponse));
  if (server.token !== null)
    await findings.check(call, 'lets nobody in without the token (401 or 403)', async () => {
      const { status } = await ask(server, 'POST', path, { body: {}, token: 'of nobody' });
      must(status === 401 || status === 403, `status ${status}`);
    });
  return true;
}

/** The file of a trained model. */
export async function checkFile(findings: Findings, server: Server, domain: ModelDomain, id: string): Promise<void> {
  const call = `GET /${domain}/v2/model/{id}/file`;
  const answer = () => ask(server, 'GET', `/${domain}/v2/model/${id}/file`, { most: MAX_MODEL_BYTES });
  await findings.check(call, 'gives the whole file as a zip or as bytes, or says that there is none', async () => {
    const { status, contentType, size } = await answer();
    if (NO_FILE_STATUSES.includes(status)) return;
    must(status === 200, `status ${status}, not 200 nor ${NO_FILE_STATUSES.join(', ')}`);
    must(parseFileType(contentType) !== null, `the type is ${contentType}, not application/zip or application/octet-stream`);
    must(size > 0, 'it is empty');
  });
}
