import { randomUUID } from 'node:crypto';
import type { ModelDomain } from '../../ml/models/model/kinds';
import { DOMAINS } from '../../ml/models/model/state';
import { DescriptorResponse, FlowResponse } from '../../ml/models/external/response-schemas';
import { sendCall, type ModelServerAccess } from './client';
import { Findings, assertRule, type Finding } from './findings';
import { createTestImages, type TestImages } from './test-images';
import { checkPredictions } from './check-predictions';
import {
  checkFile,
  checkTraining,
  createRandomRequest,
  NOT_OFFERED_STATUSES,
  parseResponse,
  type TrainingRequest,
} from './check-training';

/** Options of `checkModelServer`. */
export interface ConformanceOptions extends ModelServerAccess {
  /** Maximum time to wait until a training has finished, in milliseconds. */
  waitMs: number;
  /** Training requests by domain. A domain without a request uses random labels. */
  trainingRequests?: Partial<Record<ModelDomain, TrainingRequest>>;
  /** At least two images, for a server that detects nothing in the drawn test images. */
  pictures?: readonly Buffer[];
  domains?: readonly ModelDomain[];
  /** Receives each finding as soon as it is known. */
  onFinding?: (finding: Finding) => void;
}

/** Checks a model server against docs/model-server.md, call by call, and returns all findings. */
export async function checkModelServer(options: ConformanceOptions): Promise<Finding[]> {
  const findings = new Findings(options.onFinding ?? (() => undefined));
  const images = await createTestImages(options.pictures);
  for (const domain of options.domains ?? DOMAINS) {
    const training = options.trainingRequests?.[domain] ?? createRandomRequest(domain);
    const model = await checkTraining(findings, options, domain, training, options.waitMs);
    if (model === null) continue;
    await checkFile(findings, options, domain, model);
    await checkPredictions(findings, options, domain, { model, training, images });
  }
  if (options.domains) return findings.list;
  await checkDescriptors(findings, options, images);
  await checkFlows(findings, options, images);
  if (!findings.list.some(({ call, verdict }) => call.startsWith('GET') && verdict === 'holds'))
    findings.add({ call: 'GET /{kind}/v2/model/{id}', rule: 'provides models of at least one kind', verdict: 'violated' });
  return findings.list;
}

async function checkDescriptors(
  findings: Findings,
  server: ModelServerAccess,
  { first, second, unreadable }: TestImages,
): Promise<void> {
  const CALL = 'POST /similarity/training/v2/descriptor';
  const sendDescriptorCall = (images: readonly string[]) =>
    sendCall(server, 'POST', '/similarity/training/v2/descriptor', { body: { records: images.map((_base64) => ({ _base64 })) } });
  if (await isMissing(findings, CALL, 'computes descriptors of images', () => sendDescriptorCall([first]))) return;
  await findings.check(CALL, 'returns descriptors of equal length, and equal descriptors for equal images', async () => {
    const { records } = parseResponse(await sendDescriptorCall([first, second, first]), DescriptorResponse);
    assertRule(records.length === 3, `${records.length} records for 3 images`);
    assertRule(!records.includes(null), 'an image is reported as unreadable');
    const [firstDescriptor, otherDescriptor, repeatedDescriptor] = records.map((record) => record?.descriptor) as [
      number[],
      number[],
      number[],
    ];
    assertRule(
      firstDescriptor.length === otherDescriptor.length,
      `${firstDescriptor.length} numbers for one image, ${otherDescriptor.length} for another`,
    );
    assertRule(
      firstDescriptor.every((value, index) => Math.abs(value - repeatedDescriptor[index]!) < 1e-3 * Math.max(1, Math.abs(value))),
      'the same image has different descriptors',
    );
  });
  await findings.check(CALL, 'reports an unreadable image and returns results for the others', async () => {
    const { records } = parseResponse(await sendDescriptorCall([first, unreadable]), DescriptorResponse);
    assertRule(records[1] === null, 'no _status with a code of 400 or more');
    assertRule(!!records[0], 'there is no result for the other image');
  });
}

async function checkFlows(findings: Findings, server: ModelServerAccess, { first, second }: TestImages): Promise<void> {
  const CALL = 'POST /flows/v2/process';
  const flow = { id: randomUUID(), json_data: { root: [], actions: [], tasks: [], labels: [], detection_labels: [] } };
  const records = [first, second].map((_base64) => ({ _base64 }));
  const sendFlowCall = () => sendCall(server, 'POST', '/flows/v2/process', { body: { flow, records } });
  if (await isMissing(findings, CALL, 'runs flows', sendFlowCall)) return;
  await findings.check(CALL, 'returns one record per image', async () => {
    const response = parseResponse(await sendFlowCall(), FlowResponse);
    assertRule(response.records.length === 2, `${response.records.length} records for 2 images`);
  });
}

/** Whether the server does not offer an optional call. If so, records a finding. */
async function isMissing(
  findings: Findings,
  call: string,
  rule: string,
  sendProbe: () => Promise<{ status: number }>,
): Promise<boolean> {
  const response = await sendProbe().catch(() => null);
  if (!response || !NOT_OFFERED_STATUSES.includes(response.status)) return false;
  findings.add({ call, rule, verdict: 'not offered', reason: `status ${response.status}` });
  return true;
}
