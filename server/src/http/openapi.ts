import swagger from '@fastify/swagger';
import { apiCalls, type CallSpec, type FormSpec } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

/** `GET /openapi.json`, made from the same schemas that the calls are validated with. Must come before the calls. */
export async function describeApi(api: FastifyInstance): Promise<void> {
  await api.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Annotation console API',
        version: '2.0.0',
        description: [
          'Errors are `{"detail": "..."}`. Every path is accepted with and without its final slash.',
          'Null for an optional field of a body means that it is not given; a PUT or PATCH clears the field with it where a row may be without.',
        ].join(' '),
      },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer' },
          apiToken: { type: 'apiKey', in: 'header', name: 'Authorization', description: '`Token <api token>`' },
        },
      },
      security: [{ bearer: [] }, { apiToken: [] }],
    },
    transform: withForms,
  });
  let document: string | null = null;
  api.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    document ??= JSON.stringify(api.swagger());
    return reply.header('content-type', 'application/json').send(document);
  });
}

interface ObjectSchema {
  properties?: Record<string, unknown>;
  required?: string[];
}

/** As the schemas say, with the multipart form of the calls that take one. */
const withForms: typeof jsonSchemaTransform = (document) => {
  const made = jsonSchemaTransform(document);
  const key = (document.schema as { operationId?: string } | undefined)?.operationId;
  const form = key === undefined ? undefined : (apiCalls as Record<string, CallSpec>)[key]?.form;
  if (!form) return made;
  const body = made.schema.body as ObjectSchema;
  const content = { 'application/json': { schema: body }, 'multipart/form-data': { schema: formOf(body, form) } };
  return { ...made, schema: { ...made.schema, body: { content } } };
};

function formOf(body: ObjectSchema, { file, replaces: inPlaceOf, optionalFiles: orFile = [] }: FormSpec): ObjectSchema {
  const fields = Object.entries(body.properties ?? {}).filter(([name]) => !inPlaceOf.includes(name));
  const binary = { type: 'string', format: 'binary' };
  const asFiles = orFile.map((name) => [name, { anyOf: [binary, body.properties?.[name]] }]);
  const properties = { [file]: binary, ...Object.fromEntries([...fields, ...asFiles]) };
  return { ...body, properties, required: [file, ...(body.required ?? [])] };
}
