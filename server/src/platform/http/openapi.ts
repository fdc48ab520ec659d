import swagger, { type SwaggerTransformObject } from '@fastify/swagger';
import { apiCalls, type CallSpec, type FormSpec } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

/** Serves `GET /openapi.json`, generated from the schemas that validate the calls. Must be registered before the calls. */
export async function describeApi(api: FastifyInstance): Promise<void> {
  await api.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Annotation console API',
        version: '2.0.0',
        description: [
          'Errors are `{"detail": "..."}`. Every path is accepted with and without its final slash.',
          'Null in an optional field of a body means that the field is not given. In a PUT or PATCH, null clears a nullable field.',
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
    transform: addForms,
    transformObject: omitHeadOperations,
  });
  let document: string | null = null;
  api.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    document ??= JSON.stringify(api.swagger());
    return reply.header('content-type', 'application/json').send(document);
  });
}

/** Omits HEAD, which every GET call supports, from the document. */
const omitHeadOperations: SwaggerTransformObject = (document) => {
  if (!('openapiObject' in document)) throw new Error('the document is not OpenAPI 3');
  for (const operations of Object.values(document.openapiObject.paths ?? {})) delete operations?.head;
  return document.openapiObject;
};

interface ObjectSchema {
  properties?: Record<string, unknown>;
  required?: string[];
}

/** Adds the multipart form to calls that accept a form. */
const addForms: typeof jsonSchemaTransform = (document) => {
  const result = jsonSchemaTransform(document);
  const key = (document.schema as { operationId?: string } | undefined)?.operationId;
  const form = key === undefined ? undefined : (apiCalls as Record<string, CallSpec>)[key]?.form;
  if (!form) return result;
  const body = result.schema.body as ObjectSchema;
  const content = { 'application/json': { schema: body }, 'multipart/form-data': { schema: toFormSchema(body, form) } };
  return { ...result, schema: { ...result.schema, body: { content } } };
};

function toFormSchema(body: ObjectSchema, { file, replaces: replacedFields, optionalFiles = [] }: FormSpec): ObjectSchema {
  const fields = Object.entries(body.properties ?? {}).filter(([name]) => !replacedFields.includes(name));
  const binary = { type: 'string', format: 'binary' };
  const fileFields = optionalFiles.map((name) => [
    name,
    { anyOf: [binary, ...(body.properties?.[name] ? [body.properties[name]] : [])] },
  ]);
  const properties = { [file]: binary, ...Object.fromEntries([...fields, ...fileFields]) };
  return { ...body, properties, required: [file, ...(body.required ?? [])] };
}
