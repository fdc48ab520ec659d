import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { ReleaseError } from '@console/shared-contract/federation';
import { z } from 'zod';
import { isAlive } from '../../../platform/database/supervisor/process-identity';
import type { BucketObjects } from './bucket-objects';

const Writer = z.object({ id: z.string(), host: z.string(), pid: z.number(), since: z.string() });
type Writer = z.output<typeof Writer>;

/**
 * Records the only writer of a bucket without conditional writes, as an object next to the registry. The writer is the server that started
 * last. Changes by servers that started earlier are refused.
 */
interface WriterRecord {
  /** Makes this process the writer. Returns the previous writer, unless it was an ended process of this machine. */
  takeOver: () => Promise<string | undefined>;
  /** @throws ReleaseError if another server has taken over */
  requireWriter: () => Promise<void>;
}

const formatWriter = ({ host, pid, since }: Writer): string => `process ${pid} on ${host}, started ${since}`;

export function createWriterRecord(objects: Pick<BucketObjects, 'get' | 'replace'>, prefix: string): WriterRecord {
  const key = `${prefix}writer.json`;
  const currentWriter: Writer = { id: randomUUID(), host: hostname(), pid: process.pid, since: new Date().toISOString() };

  async function readWriter(): Promise<Writer | undefined> {
    const storedRecord = await objects.get(key);
    try {
      return storedRecord && Writer.parse(JSON.parse(storedRecord.bytes.toString('utf8')));
    } catch {
      return undefined;
    }
  }
  return {
    takeOver: async () => {
      const previousWriter = await readWriter();
      await objects.replace(key, Buffer.from(JSON.stringify(currentWriter)));
      if (!previousWriter || (previousWriter.host === currentWriter.host && !isAlive(previousWriter.pid))) return undefined;
      return formatWriter(previousWriter);
    },
    requireWriter: async () => {
      const activeWriter = await readWriter();
      if (!activeWriter || activeWriter.id === currentWriter.id) return;
      throw new ReleaseError(
        `RELEASES_ONE_WRITER is on at another server too, which started later (${formatWriter(activeWriter)}): nothing was changed. Make the move there, or stop it and restart this one.`,
      );
    },
  };
}
