import swagger from '@fastify/swagger';
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
    transform: jsonSchemaTransform,
  });
  let document: string | null = null;
  api.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    document ??= JSON.stringify(api.swagger());
    return reply.header('content-type', 'application/json').send(document);
  });
}
