import type { ApiCallKey } from '@console/shared-contract/api';
import { z } from 'zod';
import { callSamples } from '../testing/call-samples';
import type { TestAnswer, TestClient } from '../testing/client';
import type { CallSample } from '../testing/sample-makers';
import { pictureBase64 } from '../testing/fixtures';
import { optionalFieldsOf, type OptionalField } from '../testing/schema-fields';
import { sendSample, specOf, withoutValue, withValue } from '../testing/send-sample';
import type { TestServer } from '../testing/test-server';
import { makeWorldServer, type World } from '../testing/world';
import { nullAsNotGiven } from './null-fields';
import { splitKey } from './route';
import { REFUSED_WITHOUT_MODEL } from '../testing/refused';

/**
 * Existing clients send every field of a row, null where they have nothing to say. Every write of the contract gets null
 * in every optional place of its body, and must do what it does without.
 */
type SampledCall = keyof ReturnType<typeof callSamples>;

/** Where null says something: the field of the row is emptied. */
const CLEARED = [
  'PUT /flows/v2/flow/{id} json_data.actions.*.task',
  'PUT /product/v2/product/{id}/ customer_product_id',
  'PUT /product/v2/product/{id}/ product_collection',
  'PUT /product/v2/product/{id}/ product_set',
  'PUT /product/v2/set/{id}/ parent',
  'PUT /product/v2/set/{id}/ product_collection',
  'PUT /product/v2/set/{id}/ year',
  'PUT /recognition/v2/label/{id} color',
  'PUT /recognition/v2/label/{id} max_value',
  'PUT /recognition/v2/label/{id} min_value',
  'PUT /recognition/v2/label/{id} step_value',
  'PUT /similarity/training/v2/group/{id} type',
];
/** Not the same a second time, whatever is sent. */
const ONCE = [
  ...['{id}/merge-groups', '{id}/move-members'].map((call) => `POST /similarity/training/v2/group/${call}`),
  ...['similarity/training/v2/group', 'product/v2/product', 'product/v2/price'].flatMap((rows) => [
    `POST /${rows}/csv`,
    `POST /${rows}/csv-undo`,
  ]),
];
/** What an edit of a shape may leave out, drawing it may not. */
const isEdit = ({ body }: CallSample) => {
  const item = (body?.items as { op?: unknown }[] | undefined)?.[0];
  return item?.op === undefined || item.op === 'change';
};
/** What two answers to one call differ in. */
const OWN_TO_A_ROW = new Set([
  'id',
  // Of an export: it names its order.
  'address',
  'created',
  'date_of_creation',
  'version',
  'img_path',
  'thumb_img_path',
  'foreground_mask',
  'negative_for_task',
  'file',
  'thumb',
]);

let server: TestServer;
let client: TestClient;
let world: World;
beforeAll(async () => {
  ({ server, client, world } = await makeWorldServer());
});
afterAll(() => server.close());

const writes = (...methods: string[]) =>
  (Object.keys(callSamples(world)) as SampledCall[]).filter((key) => methods.includes(splitKey(key)[0]));
/** The workspace is a hint: a row has its own. */
const isOfRow = ({ path }: OptionalField) => path[0] !== 'workspace';
const nameOf = (key: ApiCallKey, { path }: OptionalField) => `${key} ${path.join('.')}`;
const inBody = ({ path }: OptionalField) => ({ part: 'body' as const, path });

/** A picture can be uploaded once only. */
async function send(key: SampledCall, sample: CallSample): Promise<TestAnswer> {
  const isPicture = key === 'POST /recognition/v2/training-image/' && typeof sample.body?.base64 === 'string';
  return sendSample(
    client,
    key,
    isPicture ? withValue(sample, { part: 'body', path: ['base64'] }, await pictureBase64()) : sample,
  );
}

function shown({ status, text }: TestAnswer): unknown {
  const body = JSON.parse(text, (name, value: unknown) =>
    OWN_TO_A_ROW.has(name) && typeof value !== 'object' ? name : value,
  ) as unknown;
  return { status, body };
}

it('null in an optional place of a POST is as if it were not given', async () => {
  const tried: string[] = [];
  for (const key of writes('POST').filter((each) => !ONCE.includes(each))) {
    for (const sample of callSamples(world)[key].filter(isEdit)) {
      // One after the other: a bulk call changes rows that the next one answers.
      for (const field of optionalFieldsOf(key)) {
        const present = withValue(sample, inBody(field), null);
        const without = shown(await send(key, withoutValue(present, inBody(field))));
        expect([nameOf(key, field), shown(await send(key, present))]).toEqual([nameOf(key, field), without]);
        tried.push(nameOf(key, field));
      }
    }
  }
  expect(tried).toEqual(
    expect.arrayContaining([
      'POST /recognition/v2/task/ description',
      'POST /detection/v2/object/ meta_data',
      'POST /detection/v2/object/bulk items.*.meta_data',
    ]),
  );
  expect(tried.length).toBeGreaterThan(100);
}, 120_000);

it('a row is created with null in every optional place at once', async () => {
  const answers = new Map<SampledCall, number>();
  for (const key of writes('POST')) {
    const [sample] = callSamples(world)[key];
    if (!sample || specOf(key).status !== 201 || REFUSED_WITHOUT_MODEL.has(key)) continue;
    // A picture has to come from somewhere.
    const given = optionalFieldsOf(key).filter(({ path }) => path.length === 1 && path[0] !== 'base64');
    const answer = await send(
      key,
      given.reduce((body, field) => withValue(body, inBody(field), null), sample),
    );
    answers.set(key, answer.status);
  }
  expect(answers.size).toBeGreaterThan(20);
  expect([...answers].filter(([, status]) => status !== 201)).toEqual([]);
});

it('null in a PUT or PATCH changes nothing, or clears what a row may be without', async () => {
  const cleared: string[] = [];
  for (const key of writes('PUT', 'PATCH')) {
    const [sample] = callSamples(world)[key];
    if (!sample) continue;
    for (const field of optionalFieldsOf(key).filter(isOfRow)) {
      const whole = shown(await send(key, sample));
      const answer = await send(key, withValue(sample, inBody(field), null));
      if (field.nullable) {
        const value = field.path.length > 1 ? null : (answer.body as Record<string, unknown>)[field.path[0] ?? ''];
        expect([nameOf(key, field), answer.status, value === null || value === '']).toEqual([nameOf(key, field), 200, true]);
        cleared.push(nameOf(key, field));
      } else if (field.path.length === 1) {
        expect([nameOf(key, field), shown(answer)]).toEqual([nameOf(key, field), whole]);
      } else {
        const without = shown(await send(key, withoutValue(withValue(sample, inBody(field), null), inBody(field))));
        expect([nameOf(key, field), shown(answer)]).toEqual([nameOf(key, field), without]);
      }
    }
  }
  expect(cleared.sort()).toEqual(CLEARED);
}, 60_000);

it('what a body is turned into is made of the fields without their nulls', () => {
  const named = z.object({ name: z.string().optional() }).transform(({ name }) => name ?? 'none');
  const body = nullAsNotGiven(z.object({ items: z.array(named) }), 'POST');
  expect(body.parse({ items: [{ name: null }, { name: 'a' }] })).toEqual({ items: ['none', 'a'] });
});

it('null inside meta data is the value that it is', async () => {
  const [sample] = callSamples(world)['PUT /detection/v2/object/{id}/'];
  const meta_data = { note: null, list: [null, { deep: null }] };
  const answer = await send('PUT /detection/v2/object/{id}/', { ...sample, body: { meta_data } });
  expect(answer.body).toMatchObject({ meta_data });
});

it('a null that would make a filter match everything is refused', async () => {
  const answer = await client.post(`/annotate/v2/imagejob/${world.imageJob}/add-matching`, { filter: { verified: null } });
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('verified')]);
});

interface JsonSchema {
  properties?: Record<string, JsonSchema>;
  required?: string[];
  anyOf?: JsonSchema[];
  type?: string | string[];
  additionalProperties?: unknown;
  items?: JsonSchema;
}

const takesNull = (schema: JsonSchema): boolean =>
  [schema.type].flat().includes('null') || (!schema.type && !schema.anyOf) || (schema.anyOf ?? []).some(takesNull);

/** Optional places that the document does not let be null. */
function strictPlaces(schema: JsonSchema, path: string): string[] {
  const here = Object.entries(schema.additionalProperties === false ? {} : (schema.properties ?? {})).flatMap(([name, field]) => [
    ...(schema.required?.includes(name) || takesNull(field) ? [] : [`${path} ${name}`]),
    ...strictPlaces(field, `${path} ${name}`),
  ]);
  return [
    ...here,
    ...[...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])].flatMap((part) => strictPlaces(part, path)),
  ];
}

it('the OpenAPI document lets every optional field of a body be null', async () => {
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
  expect(bodies.flatMap(({ name, schema }) => (schema ? strictPlaces(schema, name) : []))).toEqual([]);
  const task = bodies.find(({ name }) => name === 'post /api/recognition/v2/task/')?.schema;
  expect(task).toMatchObject({ required: ['name'], properties: { type: { default: 'multi_class' } } });
});
