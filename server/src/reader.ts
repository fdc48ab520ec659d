import { writeFileSync } from 'node:fs';
import { HttpError } from './errors';
import type { ReaderRequest, ReaderMessage } from './exchange/imports/parse/reader-process';
import { parseFiles, type ParseRequest } from './exchange/imports/parse/parse-files';

// The child process that reads the files of imports (ADR 0072). The server sends it one import after the other.

let goOn = () => {};

/** Sends rows to the server and waits until they are stored, so that memory for unstored rows stays limited. */
const handOver = (report: ReaderMessage) =>
  new Promise<void>((resolve) => {
    goOn = resolve;
    say(report);
  });

const say = (report: ReaderMessage) => process.send?.(report);

async function reportOn(order: ParseRequest): Promise<ReaderMessage> {
  try {
    const done = await parseFiles(order, {
      shapes: (shapes) => handOver({ shapes }),
      named: (named) => handOver({ named }),
      items: (items, count, total) => handOver({ items, count, total }),
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
process.on('message', (order: ReaderRequest) => {
  if ('kept' in order) goOn();
  else void reportOn(order.read).then(say);
});
try {
  // If the system runs out of memory, it should kill this process instead of the server.
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Not Linux.
}
