import { randomUUID } from 'node:crypto';
import { isSampledCall } from '../samples/call-samples';
import { getCallSamples, type SampledCall } from '../samples/get-call-samples';
import type { TestClient, TestResponse } from '../api/client';
import type { CallSample } from '../samples/sample-factories';
import { messages } from '../../platform/errors/messages';
import { hashTables } from '../database/hash-tables';
import { sendSample, getOutcome, getSpec } from '../samples/send-sample';
import { setUpTestServer } from '../api/test-server';
import { createSampleRows, type SampleRows } from '../samples/sample-rows';
import { REFUSED_WITHOUT_MODEL } from '../api/refused-without-model';

const server = setUpTestServer();
let sampleRows: SampleRows;

/** Calls that are refused with the sample data. Appeals are refused, because nobody has got feedback. */
const REFUSED_CALLS = new Set([
  ...REFUSED_WITHOUT_MODEL,
  'POST /annotate/v2/imagejob/{id}/appeal',
  'POST /annotate/v2/similarityjob/{id}/appeal',
]);
const getExpectedStatus = (key: SampledCall) =>
  REFUSED_CALLS.has(key) ? 400 : (getSpec(key).status ?? (getSpec(key).response ? 200 : 204));

interface SentWrite {
  key: SampledCall;
  sample: CallSample;
  headers: Record<string, string>;
  firstResponse: TestResponse;
}

/** Sends a sample of a write with a new idempotency key. */
async function sendWrite(client: TestClient, key: SampledCall, index: number): Promise<SentWrite> {
  const send = async (): Promise<SentWrite> => {
    const [sample, headers] = [getCallSamples(sampleRows, key)[index] ?? {}, { 'idempotency-key': randomUUID() }];
    return { key, sample, headers, firstResponse: await sendSample(client, key, sample, headers) };
  };
  const write = await send();
  if (write.firstResponse.status === getExpectedStatus(key)) return write;
  // Earlier samples may have deleted the rows of this sample. Creating new sample rows takes half a second, so it is done only on demand.
  sampleRows = await createSampleRows(server.app, client);
  const repeatedWrite = await send();
  const { status, text } = repeatedWrite.firstResponse;
  expect([key, text.slice(0, 200), status]).toEqual([key, text.slice(0, 200), getExpectedStatus(key)]);
  return repeatedWrite;
}

/** Returns the expected status, text and replay header of a repeated request. */
function getExpectedRepeat(key: SampledCall, firstResponse: TestResponse): unknown[] {
  const createRefusal = (status: number, detail: string) => [status, JSON.stringify({ detail }), undefined];
  // A response with a secret is not stored, so its repetition is refused.
  if (getSpec(key).secret) return createRefusal(409, messages.secretNotRepeated);
  // The previous owner has lost the right to transfer the ownership.
  if (key.endsWith('transfer-ownership')) return createRefusal(403, messages.roleNotAllowed);
  // A bulk call whose only item was refused is evaluated again.
  const isStored = !REFUSED_CALLS.has(key) && getOutcome(firstResponse).status < 400;
  return [firstResponse.status, firstResponse.text, isStored ? 'true' : undefined];
}

const listWrites = () => [...server.app.registeredCalls].filter((key) => !key.startsWith('GET ')).filter(isSampledCall);

/** The former owner may not repeat earlier calls of the owner, so the transfer is sent and repeated after all others. */
const isTransfer = (key: string) => key.endsWith('transfer-ownership');

/** Returns 0 for calls that delete nothing. Calls with a lower number delete less and come first, so that rows still exist. */
function getDeletionRank(key: string): number {
  if (key.startsWith('DELETE')) return 3;
  if (/merge-groups|-matching|bulk$/.test(key)) return 2;
  return key.includes('remove-') ? 1 : 0;
}

/** Returns the first sample of a call. The long run sends all samples, although idempotency does not depend on the body. */
const selectSamples = (samples: readonly CallSample[]) => (process.env.LONG ? samples : samples.slice(0, 1));

it('returns the first response to a repeat of every write and changes nothing', async () => {
  const user = await server.createTestUser({ canDownloadModel: true });
  await server.createTestWorkspace({ members: [user] });
  sampleRows = await createSampleRows(server.app, user.client);
  const writes = listWrites().sort((a, b) => getDeletionRank(a) - getDeletionRank(b));
  for (const keys of [writes.filter((key) => !isTransfer(key)), writes.filter(isTransfer)]) {
    const sentWrites: SentWrite[] = [];
    for (const key of keys)
      for (const index of selectSamples(getCallSamples(sampleRows, key)).keys())
        sentWrites.push(await sendWrite(user.client, key, index));
    expect(sentWrites.length).toBeGreaterThanOrEqual(keys.length);

    const hashesBefore = await hashTables(server.db);
    for (const { key, sample, headers, firstResponse } of sentWrites) {
      const repeatedResponse = await sendSample(user.client, key, sample, headers);
      expect([key, repeatedResponse.status, repeatedResponse.text, repeatedResponse.headers['idempotency-replayed']]).toEqual([
        key,
        ...getExpectedRepeat(key, firstResponse),
      ]);
    }
    expect(await hashTables(server.db)).toEqual(hashesBefore);
  }
}, 180_000);
