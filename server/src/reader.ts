import { writeFileSync } from 'node:fs';
import { HttpError } from './platform/errors';
import type { ReaderRequest, ReaderMessage } from './exchange/imports/parse/reader-process';
import { parseFiles, type ParseRequest } from './exchange/imports/parse/parse-files';

// The child process that reads the files of imports (ADR 0072). The server sends it one import after the other.

let confirmStored = () => {};

/** Sends rows to the server and waits until they are stored, so that memory for unstored rows stays limited. */
const sendRows = (report: ReaderMessage) =>
  new Promise<void>((resolve) => {
    confirmStored = resolve;
    send(report);
  });

const send = (report: ReaderMessage) => process.send?.(report);

async function parse(request: ParseRequest): Promise<ReaderMessage> {
  try {
    const done = await parseFiles(request, {
      shapes: (shapes) => sendRows({ shapes }),
      entities: (entities) => sendRows({ entities }),
      items: (items, count, total) => sendRows({ items, count, total }),
    });
    return { done };
  } catch (error) {
    const status = error instanceof HttpError ? error.status : null;
    if (error instanceof Error) return { failed: { message: error.message, stack: error.stack, status } };
    return { failed: { message: String(error), status } };
  }
}

// Only the server ends this process. A signal to the process group must not interrupt rows in progress.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());
process.on('message', (request: ReaderRequest) => {
  if ('stored' in request) confirmStored();
  else void parse(request.parse).then(send);
});
try {
  // If the system runs out of memory, it should kill this process instead of the server.
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Not Linux.
}
