import type { FastifyInstance } from 'fastify';
import { WORKER_FILE } from '@console/shared-contract/federation';
import type { ReleaseStore } from '../releases';
import { WORKER_POLICY } from './security-policy';
import { getContentType, IMMUTABLE_CACHE_CONTROL } from '../releases/release/file-headers';

const SAFE_NAME = /^[\w-][\w.+-]*$/;
const ENCODINGS = [
  ['br', 'br'],
  ['gzip', 'gz'],
] as const;

/** Serves `/remotes/NAME/VERSION/FILE`, with the stored compressed files, from a store that is not a folder. */
export function serveReleaseFiles(app: FastifyInstance, releases: ReleaseStore): void {
  app.get<{ Params: { name: string; version: string; file: string } }>(
    '/remotes/:name/:version/:file',
    { schema: { hide: true } },
    async (request, reply) => {
      const { name, version, file } = request.params;
      if (![name, version, file].every((part) => SAFE_NAME.test(part))) return reply.callNotFound();
      const acceptedEncodings = request.headers['accept-encoding'] ?? '';
      const headers = {
        'content-type': getContentType(file),
        'cache-control': IMMUTABLE_CACHE_CONTROL,
        vary: 'accept-encoding',
        ...(WORKER_FILE.test(file) && { 'content-security-policy': WORKER_POLICY }),
      };
      for (const [encoding, extension] of ENCODINGS) {
        const content = acceptedEncodings.includes(encoding)
          ? await releases.readFile(name, version, `${file}.${extension}`)
          : undefined;
        if (content) return reply.headers({ ...headers, 'content-encoding': encoding }).send(content);
      }
      const content = await releases.readFile(name, version, file);
      return content ? reply.headers(headers).send(content) : reply.callNotFound();
    },
  );
}
