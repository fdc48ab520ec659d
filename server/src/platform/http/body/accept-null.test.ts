import type { ApiCallKey } from '@console/shared-contract/api';
import { z } from 'zod';
import { createCallSamples } from '../../../testing/samples/call-samples';
import { getCallSamples, type SampledCall } from '../../../testing/samples/get-call-samples';
import type { TestResponse, TestClient } from '../../../testing/api/client';
import type { CallSample } from '../../../testing/samples/sample-factories';
import { createImageBase64 } from '../../../testing/api/fixtures';
import { createFieldSelection, listOptionalFields, type OptionalField } from '../../../testing/samples/schema-fields';
import { sendSample, getSpec, withoutValue, withValue } from '../../../testing/samples/send-sample';
import type { TestServer } from '../../../testing/api/test-server';
import { createServerWithSampleRows, type SampleRows } from '../../../testing/samples/sample-rows';
import { acceptNullAsMissing } from './accept-null';
import { splitKey } from '../route/route';
import { REFUSED_WITHOUT_MODEL } from '../../../testing/api/refused-without-model';

/**
 * Existing clients send every field of a row, and null for fields without a value. These tests send null in each optional
 * field of each write of the contract. The call must behave as if the field was missing.
 */

/** Fields in which null has a meaning: it clears the field of the row. */
const CLEARED_FIELDS = [
  'PUT /annotate/v2/imagejob/{id} extra_threshold',
  'PUT /annotate/v2/imagejob/{id} max_people',
  'PUT /annotate/v2/layer/{id}/shape/{shape_id} rotated_box',
  'PUT /annotate/v2/similarityjob/{id} extra_threshold',
  'PUT /annotate/v2/similarityjob/{id} max_people',
  'PUT /detection/v2/label/{id} key',
  'PUT /detection/v2/label/{id} skeleton',
  'PUT /detection/v2/object/{id}/ rotated_box',
  'PUT /flows/v2/flow/{id} json_data.actions.*.task',
  'PUT /product/v2/product/{id}/ customer_product_id',
  'PUT /product/v2/product/{id}/ product_collection',
  'PUT /product/v2/product/{id}/ product_set',
  'PUT /product/v2/set/{id}/ parent',
  'PUT /product/v2/set/{id}/ product_collection',
  'PUT /product/v2/set/{id}/ year',
  'PUT /recognition/v2/label/{id} color',
  'PUT /recognition/v2/label/{id} key',
  'PUT /recognition/v2/label/{id} max_value',
  'PUT /recognition/v2/label/{id} min_value',
  'PUT /recognition/v2/label/{id} step_value',
  'PUT /segmentation/v2/label/{id} key',
  'PUT /similarity/training/v2/group/{id} type',
];
/** Calls that cannot be repeated with the same result. */
const UNREPEATABLE_CALLS = [
  ...['undo', 'restore', 'restore-version'].map((call) => `POST /history/v2/${call}` as const),
  'POST /recognition/v2/training-image/change',
  'POST /annotate/v2/gold/retire',
  // The call refers to the state before the decision, so it can succeed only once.
  'POST /annotate/v2/imagejob/{id}/adjudicate',
  'POST /annotate/v2/similarityjob/{id}/adjudicate',
  // An image can be selected for a random sample only once.
  'POST /annotate/v2/gold-sample/',
  // A user cannot own two workspaces with the same name.
  'POST /account/v2/workspace/',
  ...['{id}/merge-groups', '{id}/move-members'].map((call) => `POST /similarity/training/v2/group/${call}`),
  ...['similarity/training/v2/group', 'product/v2/product', 'product/v2/price'].map((rows) => `POST /${rows}/csv`),
];
/**
 * PUT calls in which a missing field does not keep its previous value: a shape is replaced completely, and the settings of gold-standard
 * items depend on each other.
 */
const CALLS_WITHOUT_PREVIOUS_VALUES: readonly string[] = [
  'PUT /annotate/v2/layer/{id}/shape/{shape_id}',
  'PUT /annotate/v2/imagejob/{id}/gold',
  'PUT /annotate/v2/similarityjob/{id}/gold',
];
/** Whether a sample may omit optional fields. In a list of changes of shapes, a new shape requires fields that an edit may omit. */
const isEditSample = ({ body }: CallSample) => {
  const item = (body?.items as { op?: unknown }[] | undefined)?.[0];
  return item?.op === undefined || item.op === 'change';
};
/** Sorts the sample with the longest body first. */
const compareSizes = (a: CallSample, b: CallSample) => JSON.stringify(b).length - JSON.stringify(a).length;
/** Fields that differ between two responses to the same call. */
const FIELDS_THAT_DIFFER = new Set([
  'secret',
  'id',
  // The path of an export contains its signed request, which differs for each export.
  'address',
  'created',
  'updated',
  'revision',
  'date_of_creation',
  'expires',
  // Two invitations or API tokens have different links and secrets.
  'link',
  'token',
  'prefix',
  'version',
  'img_path',
  'thumb_img_path',
  'foreground_mask',
  'negative_for_task',
  'file',
  'thumb',
  'thread',
  'last_comment',
]);

let server: TestServer;
let client: TestClient;
let sampleRows: SampleRows;
beforeAll(async () => {
  ({ server, client, sampleRows } = await createServerWithSampleRows());
});
afterAll(() => server.close());

const listCalls = (...methods: string[]) =>
  (Object.keys(createCallSamples(sampleRows)) as SampledCall[]).filter((key) => methods.includes(splitKey(key)[0]));
/** Excludes the `workspace` field: it is only a hint, because the row already has a workspace. */
const isNotWorkspace = ({ path }: OptionalField) => path[0] !== 'workspace';
const formatName = (key: ApiCallKey, { path }: OptionalField) => `${key} ${path.join('.')}`;
const toBodyField = ({ path }: OptionalField) => ({ part: 'body' as const, path });

/** Sends the sample, with a new image for uploads, because an image can only be uploaded once. */
async function sendUniqueSample(key: SampledCall, sample: CallSample): Promise<TestResponse> {
  const isImageUpload = key === 'POST /recognition/v2/training-image/' && typeof sample.body?.base64 === 'string';
  return sendSample(
    client,
    key,
    isImageUpload ? withValue(sample, { part: 'body', path: ['base64'] }, await createImageBase64()) : sample,
  );
}

function toComparable({ status, text }: TestResponse): unknown {
  const body = JSON.parse(text === '' ? 'null' : text, (name, value: unknown) =>
    // A new label gets the first free key, or null, and a new model the next number.
    name === 'key' || name === 'number' || (FIELDS_THAT_DIFFER.has(name) && typeof value !== 'object') ? name : value,
  ) as unknown;
  return { status, body };
}

it('a POST treats null in an optional field like a missing field', async () => {
  const testedFields: string[] = [];
  const isSelected = createFieldSelection();
  for (const key of listCalls('POST').filter((call) => !UNREPEATABLE_CALLS.includes(call))) {
    const samples = getCallSamples(sampleRows, key).filter(isEditSample);
    // The samples of a call differ in their values. One sample is enough for each field, so `npm test` sends the largest one.
    for (const sample of process.env.LONG ? samples : samples.toSorted(compareSizes).slice(0, 1)) {
      // Many samples lack the field already, so the requests without it are equal and are sent once. A call that changes a row is
      // sent again, because its response depends on the previous change.
      const responses = new Map<string, unknown>();
      // Send sequentially: a bulk call changes rows that the next call returns.
      for (const field of listOptionalFields(key).filter(({ path }) => isSelected(path.join('.')))) {
        const sampleWithNull = withValue(sample, toBodyField(field), null);
        const sampleWithoutField = withoutValue(sampleWithNull, toBodyField(field));
        const sampleText = JSON.stringify(sampleWithoutField);
        if (getSpec(key).status !== 201 || !responses.has(sampleText))
          responses.set(sampleText, toComparable(await sendUniqueSample(key, sampleWithoutField)));
        expect([formatName(key, field), toComparable(await sendUniqueSample(key, sampleWithNull))]).toEqual([
          formatName(key, field),
          responses.get(sampleText),
        ]);
        testedFields.push(formatName(key, field));
      }
    }
  }
  expect(testedFields).toEqual(expect.arrayContaining([expect.stringContaining('items.*.')]));
  expect(testedFields.length).toBeGreaterThan(50);
}, 120_000);

it('a POST accepts null in all optional fields at once', async () => {
  const statuses = new Map<SampledCall, number>();
  for (const key of listCalls('POST')) {
    const [sample] = getCallSamples(sampleRows, key);
    if (!sample || getSpec(key).status !== 201 || REFUSED_WITHOUT_MODEL.has(key)) continue;
    // An upload requires an image.
    const fields = listOptionalFields(key).filter(({ path }) => path.length === 1 && path[0] !== 'base64');
    const response = await sendUniqueSample(
      key,
      fields.reduce((body, field) => withValue(body, toBodyField(field), null), sample),
    );
    statuses.set(key, response.status);
  }
  expect(statuses.size).toBeGreaterThan(20);
  expect([...statuses].filter(([, status]) => status !== 201)).toEqual([]);
});

it('a PUT or PATCH with null clears nullable fields and leaves other fields unchanged', async () => {
  const clearedFields: string[] = [];
  for (const key of listCalls('PUT', 'PATCH')) {
    const [sample] = getCallSamples(sampleRows, key);
    if (!sample) continue;
    // Each of the following requests sets the other fields to the values of the sample again.
    const unchangedResponse = toComparable(await sendUniqueSample(key, sample));
    for (const field of listOptionalFields(key).filter(isNotWorkspace)) {
      const response = await sendUniqueSample(key, withValue(sample, toBodyField(field), null));
      if (field.nullable) {
        const value = field.path.length > 1 ? null : (response.body as Record<string, unknown>)[field.path[0] ?? ''];
        expect([formatName(key, field), response.status, value === null || value === '']).toEqual([
          formatName(key, field),
          200,
          true,
        ]);
        clearedFields.push(formatName(key, field));
      } else if (field.path.length === 1 && !CALLS_WITHOUT_PREVIOUS_VALUES.includes(key)) {
        expect([formatName(key, field), toComparable(response)]).toEqual([formatName(key, field), unchangedResponse]);
      } else {
        const responseWithoutField = toComparable(
          await sendUniqueSample(key, withoutValue(withValue(sample, toBodyField(field), null), toBodyField(field))),
        );
        expect([formatName(key, field), toComparable(response)]).toEqual([formatName(key, field), responseWithoutField]);
      }
    }
  }
  expect(clearedFields.sort()).toEqual(CLEARED_FIELDS);
}, 60_000);

it('transforms of a body see null fields as missing', () => {
  const Item = z.object({ name: z.string().optional() }).transform(({ name }) => name ?? 'none');
  const body = acceptNullAsMissing(z.object({ items: z.array(Item) }), 'POST');
  expect(body.parse({ items: [{ name: null }, { name: 'a' }] })).toEqual({ items: ['none', 'a'] });
});

it('null inside meta data is stored as null', async () => {
  const [sample] = getCallSamples(sampleRows, 'PUT /detection/v2/object/{id}/');
  const meta_data = { note: null, list: [null, { deep: null }] };
  const response = await sendUniqueSample('PUT /detection/v2/object/{id}/', { ...sample, body: { meta_data } });
  expect(response.body).toMatchObject({ meta_data });
});

it('a null that would make a filter match everything is refused', async () => {
  const response = await client.post(`/annotate/v2/imagejob/${sampleRows.imageJob}/add-matching`, { filter: { verified: null } });
  expect([response.status, response.text]).toEqual([400, expect.stringContaining('verified')]);
});

interface JsonSchema {
  properties?: Record<string, JsonSchema>;
  required?: string[];
  anyOf?: JsonSchema[];
  type?: string | string[];
  additionalProperties?: unknown;
  items?: JsonSchema;
}

const allowsNull = (schema: JsonSchema): boolean =>
  [schema.type].flat().includes('null') || (!schema.type && !schema.anyOf) || (schema.anyOf ?? []).some(allowsNull);

/** Lists optional fields for which the document does not allow null. */
function listStrictFields(schema: JsonSchema, path: string): string[] {
  const ownFields = Object.entries(schema.additionalProperties === false ? {} : (schema.properties ?? {})).flatMap(
    ([name, field]) => [
      ...(schema.required?.includes(name) || allowsNull(field) ? [] : [`${path} ${name}`]),
      ...listStrictFields(field, `${path} ${name}`),
    ],
  );
  return [
    ...ownFields,
    ...[...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])].flatMap((part) => listStrictFields(part, path)),
  ];
}

it('the OpenAPI document allows null for every optional field of a body', async () => {
  const { body } = await client.get('/openapi.json');
  const { paths } = body as {
    paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: JsonSchema }> } }>>;
  };
  const bodies = Object.entries(paths).flatMap(([path, calls]) =>
    Object.entries(calls).map(([method, call]) => ({
      name: `${method} ${path}`,
      schema: call.requestBody?.content['application/json']?.schema,
    })),
  );
  expect(bodies.filter(({ schema }) => schema).length).toBeGreaterThan(60);
  expect(bodies.flatMap(({ name, schema }) => (schema ? listStrictFields(schema, name) : []))).toEqual([]);
  const task = bodies.find(({ name }) => name === 'post /api/recognition/v2/task/')?.schema;
  expect(task).toMatchObject({ required: ['name'], properties: { type: { default: 'multi_class' } } });
});
