import { randomUUID } from 'node:crypto';
import type { ModelDomain } from '../models/kinds';
import { DOMAINS } from '../models/state';
import { DescriptorResponse, FlowResponse } from '../models/response-schemas';
import { ask, type Server } from './client';
import { Findings, must, type Finding } from './findings';
import { picturesOf, type Pictures } from './pictures';
import { checkPredicting } from './predicting';
import { checkFile, checkTraining, madeUpOrder, NOT_OFFERED, shaped, type Order } from './training';

export interface ConformanceOptions extends Server {
  /** How long a training is waited for. */
  waitMs: number;
  /** What is trained; without one of a kind it is made up. */
  orders?: Partial<Record<ModelDomain, Order>>;
  /** Two at least, for a server that finds nothing in the drawn ones. */
  pictures?: readonly Buffer[];
  only?: readonly ModelDomain[];
  tell?: (finding: Finding) => void;
}

/** Checks a model server against docs/model-server.md, call by call, and tells what holds as it is seen. */
export async function checkModelServer(options: ConformanceOptions): Promise<Finding[]> {
  const findings = new Findings(options.tell ?? (() => undefined));
  const pictures = await picturesOf(options.pictures);
  for (const domain of options.only ?? DOMAINS) {
    const order = options.orders?.[domain] ?? madeUpOrder(domain);
    const model = await checkTraining(findings, options, domain, order, options.waitMs);
    if (model === null) continue;
    await checkFile(findings, options, domain, model);
    await checkPredicting(findings, options, domain, { model, order, pictures });
  }
  if (options.only) return findings.all;
  await checkDescribing(findings, options, pictures);
  await checkFlows(findings, options, pictures);
  if (!findings.all.some(({ call, verdict }) => call.startsWith('GET') && verdict === 'holds'))
    findings.note({ call: 'GET /{kind}/v2/model/{id}', rule: 'has models of one kind at least', verdict: 'violated' });
  return findings.all;
}

async function checkDescribing(findings: Findings, server: Server, { first, second, unreadable }: Pictures): Promise<void> {
  const call = 'POST /similarity/training/v2/descriptor';
  const describe = (sent: readonly string[]) =>
    ask(server, 'POST', '/similarity/training/v2/descriptor', { body: { records: sent.map((_base64) => ({ _base64 })) } });
  if (await isMissing(findings, call, 'describes pictures by numbers', () => describe([first]))) return;
  await findings.check(call, 'answers as many numbers for each picture, the same picture with the same', async () => {
    const { records } = shaped(await describe([first, second, first]), DescriptorResponse);
    must(records.length === 3, `${records.length} records for 3 pictures`);
    must(!records.includes(null), 'a picture is said to be unreadable');
    const [one, other, again] = records.map((record) => record?.descriptor) as [number[], number[], number[]];
    must(one.length === other.length, `${one.length} numbers of one picture, ${other.length} of another`);
    must(
      one.every((value, at) => Math.abs(value - again[at]!) < 1e-3 * Math.max(1, Math.abs(value))),
      'the same picture is described differently',
    );
  });
  await findings.check(call, 'says of a picture that cannot be read that it cannot, and answers for the others', async () => {
    const { records } = shaped(await describe([first, unreadable]), DescriptorResponse);
    must(records[1] === null, 'no _status with a code of 400 or more');
    must(!!records[0], 'the other picture is not answered beside it');
  });
}

async function checkFlows(findings: Findings, server: Server, { first, second }: Pictures): Promise<void> {
  const call = 'POST /flows/v2/process';
  const flow = { id: randomUUID(), json_data: { root: [], actions: [], tasks: [], labels: [], detection_labels: [] } };
  const records = [first, second].map((_base64) => ({ _base64 }));
  const send = () => ask(server, 'POST', '/flows/v2/process', { body: { flow, records } });
  if (await isMissing(findings, call, 'runs flows', send)) return;
  await findings.check(call, 'answers one record for each picture', async () => {
    const answer = shaped(await send(), FlowResponse);
    must(answer.records.length === 2, `${answer.records.length} records for 2 pictures`);
  });
}

/** Notes that a server has not got a call that it need not have. */
async function isMissing(
  findings: Findings,
  call: string,
  rule: string,
  send: () => Promise<{ status: number }>,
): Promise<boolean> {
  const answer = await send().catch(() => null);
  if (!answer || !NOT_OFFERED.includes(answer.status)) return false;
  findings.note({ call, rule, verdict: 'not offered', why: `status ${answer.status}` });
  return true;
}
