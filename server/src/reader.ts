import { writeFileSync } from 'node:fs';
import { HttpError } from './errors';
import type { ReaderOrder, ReaderReport } from './exchange/imports/parse/reader-process';
import { readFiles, type ReadOrder } from './exchange/imports/parse/parse-files';

// The process that reads the files of imports (ADR 0072). It is told what to read by the server, one import after the other.

let goOn = () => {};

/** Tells the server, and waits until that has kept it: what is read is never far before what is kept. */
const handOver = (report: ReaderReport) =>
  new Promise<void>((resolve) => {
    goOn = resolve;
    say(report);
  });

const say = (report: ReaderReport) => process.send?.(report);

async function reportOn(order: ReadOrder): Promise<ReaderReport> {
  try {
    const done = await readFiles(order, {
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

// The server ends it; what ends the server may reach its whole group first, while rows are under way.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());
process.on('message', (order: ReaderOrder) => {
  if ('kept' in order) goOn();
  else void reportOn(order.read).then(say);
});
try {
  // Where memory ends all the same, it is this process that the system takes, and not the server.
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Not Linux.
}
