import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { z } from 'zod';
import type { NamedLabel } from '../../ml/models/model/back-end';
import type { ModelDomain } from '../../ml/models/model/kinds';
import {
  parseFileType,
  NO_FILE_STATUSES,
  MAX_MODEL_BYTES,
  ErrorResponse,
  StateDetails,
  StateResponse,
} from '../../ml/models/external/response-schemas';
import { sendCall, type CallResponse, type ModelServerAccess } from './client';
import { NotCheckedError, assertRule, type Findings } from './findings';

/** A training request as the console sends it. */
export interface TrainingRequest {
  workspace: string;
  task: { id: string; name: string; type?: string; labels: NamedLabel[] };
  training_params: unknown;
  /** The dataset version with the URL of its examples. Older consoles do not send it. */
  dataset?: object;
  /** Id of a model that the server has already trained. If it is set, nothing is trained. */
  model?: string;
}

const MIN_POLL_MS = 50;
const MAX_POLL_MS = 3_000;

/** Statuses with which a server reports that it does not have an endpoint. */
export const NOT_OFFERED_STATUSES: readonly number[] = [404, 405, 501];

/** Creates a request with random labels. A server that reads images from a console finds no images with these labels. */
export function createRandomRequest(domain: ModelDomain): TrainingRequest {
  const skeleton = { points: [{ name: 'Start' }, { name: 'End' }], edges: [[0, 1]] };
  const labels = ['First', 'Second'].map((name) => ({ id: randomUUID(), name, ...(domain === 'detection' && { skeleton }) }));
  const type = domain === 'recognition' ? { type: 'multi_class' } : {};
  return { workspace: randomUUID(), task: { id: randomUUID(), name: 'Conformance', ...type, labels }, training_params: {} };
}

/** Requires an error response with a `detail`. Its status must be one of `statuses`, or any 4xx status if `statuses` is null. */
export function requireRefusal({ status, value }: CallResponse, statuses: readonly number[] | null): void {
  if (statuses) assertRule(statuses.includes(status), `status ${status}, not ${statuses.join(' or ')}`);
  else assertRule(status >= 400 && status < 500, `status ${status}, not 4xx`);
  assertRule(ErrorResponse.safeParse(value).success, 'the body is not JSON with a detail of 1 to 500 characters');
}

/** Requires a successful response and parses its body. */
export function parseResponse<T extends z.ZodType>({ status, value }: CallResponse, shape: T): z.output<T> {
  assertRule(status >= 200 && status < 300, `status ${status}, not 200`);
  const result = shape.safeParse(value);
  const [firstIssue] = result.error?.issues ?? [];
  // If no alternative of a record matches, report the error of the last alternative, which has the predictions. This error says more than
  // the general error.
  const issue = firstIssue?.code === 'invalid_union' ? (firstIssue.errors.at(-1)?.[0] ?? firstIssue) : firstIssue;
  assertRule(result.success, `${issue?.path.join('.') || 'the body'}: ${issue?.message ?? 'is invalid'}`);
  return result.data as z.output<T>;
}

/** Trains a model. Returns its id when it is TRAINED, or null if it cannot be used for predictions. */
export async function checkTraining(
  findings: Findings,
  server: ModelServerAccess,
  domain: ModelDomain,
  training: TrainingRequest,
  waitMs: number,
): Promise<string | null> {
  const id = training.model ?? randomUUID();
  const CALL = `GET /${domain}/v2/model/{id}`;
  if (!training.model && !(await checkTrainRequest(findings, server, domain, training, id))) return null;
  await findings.check(CALL, 'responds with 404 and a detail for an unknown model', async () =>
    requireRefusal(await sendCall(server, 'GET', `/${domain}/v2/model/${randomUUID()}`), [404]),
  );
  await findings.check(CALL, 'reports progress and scores, if any, as documented', async () => {
    parseResponse(await sendCall(server, 'GET', `/${domain}/v2/model/${id}`), StateDetails);
  });
  const finalState = await findings.check(CALL, 'reports the state until the training has finished', async () => {
    const deadline = Date.now() + waitMs;
    for (let pause = MIN_POLL_MS; ; pause = Math.min(MAX_POLL_MS, 2 * pause)) {
      const currentState = parseResponse(await sendCall(server, 'GET', `/${domain}/v2/model/${id}`), StateResponse);
      if (currentState.train_status !== 'QUEUED' && currentState.train_status !== 'TRAINING') return currentState;
      if (Date.now() > deadline) throw new NotCheckedError(`it is still ${currentState.train_status} after ${waitMs / 1000} s`);
      await delay(pause);
    }
  });
  if (!finalState) return null;
  await findings.check(CALL, 'explains why a training failed', () => {
    assertRule(finalState.train_status !== 'FAILED' || Boolean(finalState.error), 'it is FAILED without an error');
  });
  await checkCancel(findings, server, domain, id, finalState.train_status);
  if (finalState.train_status === 'TRAINED') return id;
  const reason = `the training finished as ${finalState.train_status}${finalState.error ? `: ${finalState.error}` : ''}; pass your own request with --orders`;
  findings.add({ call: CALL, rule: 'has a trained model for predictions', verdict: 'not checked', reason });
  return null;
}

/** Cancels a finished training. The state of the training must not change. */
async function checkCancel(
  findings: Findings,
  server: ModelServerAccess,
  domain: ModelDomain,
  id: string,
  status: string,
): Promise<void> {
  const CALL = `POST /${domain}/v2/model/{id}/cancel`;
  const response = await sendCall(server, 'POST', `/${domain}/v2/model/${id}/cancel`, { body: {} }).catch(() => null);
  if (response && NOT_OFFERED_STATUSES.includes(response.status)) {
    findings.add({ call: CALL, rule: 'cancels trainings', verdict: 'not offered', reason: `status ${response.status}` });
    return;
  }
  await findings.check(CALL, 'leaves a finished training as it is', () => {
    assertRule(response !== null, 'no response');
    const { train_status } = parseResponse(response!, StateResponse);
    assertRule(train_status === status, `it was ${status} and is ${train_status}`);
  });
}

/** Sends a training request twice. Returns whether a training was started. */
async function checkTrainRequest(
  findings: Findings,
  server: ModelServerAccess,
  domain: ModelDomain,
  { workspace, task, training_params, dataset }: TrainingRequest,
  id: string,
): Promise<boolean> {
  const path = `/${domain}/v2/task/${task.id}/train`;
  const CALL = `POST /${domain}/v2/task/{id}/train`;
  const body = { id, workspace, task, training_params, ...(dataset && { dataset }), further: 1 };
  const sendTraining = () => sendCall(server, 'POST', path, { body, key: id });
  const firstResponse = await sendTraining().catch(() => null);
  if (firstResponse && NOT_OFFERED_STATUSES.includes(firstResponse.status)) {
    findings.add({
      call: CALL,
      rule: 'trains models of this kind',
      verdict: 'not offered',
      reason: `status ${firstResponse.status}`,
    });
    return false;
  }
  const trainingState = await findings.check(CALL, 'responds to a training with its state', async () =>
    parseResponse(firstResponse ?? (await sendTraining()), StateResponse),
  );
  if (!trainingState) return false;
  await findings.check(CALL, 'accepts the same training twice', async () => parseResponse(await sendTraining(), StateResponse));
  if (server.token !== null)
    await findings.check(CALL, 'rejects calls without the token (401 or 403)', async () => {
      const { status } = await sendCall(server, 'POST', path, { body: {}, token: 'of nobody' });
      assertRule(status === 401 || status === 403, `status ${status}`);
    });
  return true;
}

export async function checkFile(findings: Findings, server: ModelServerAccess, domain: ModelDomain, id: string): Promise<void> {
  const CALL = `GET /${domain}/v2/model/{id}/file`;
  const download = () => sendCall(server, 'GET', `/${domain}/v2/model/${id}/file`, { maxBytes: MAX_MODEL_BYTES });
  await findings.check(CALL, 'returns the complete file as zip or bytes, or reports that there is none', async () => {
    const { status, contentType, size } = await download();
    if (NO_FILE_STATUSES.includes(status)) return;
    assertRule(status === 200, `status ${status}, not 200 or ${NO_FILE_STATUSES.join(', ')}`);
    assertRule(
      parseFileType(contentType) !== null,
      `the type is ${contentType}, not application/zip or application/octet-stream`,
    );
    assertRule(size > 0, 'the file is empty');
  });
}
