import { writeFileSync } from 'node:fs';
import {
  GRANT,
  IDLE_BYTES,
  LargerGrantRequired,
  OVER_GRANT,
  type ChildRequest,
  type Report,
  type TaskName,
  type Tasks,
} from './platform/children/task';
import { HttpError } from './platform/errors';
import { parseBody } from './platform/http/body/parse-body';
import { acceptImage } from './platform/images/accept-task';
import { cropImage } from './platform/images/crop-task';

// The child process that decodes images and large bodies (ADR 0035, 0036). The server sends it one request after the other.

const LOOK_EVERY_MS = 10;

type Run<T extends TaskName> = (input: Tasks[T]['input'], grant: number) => Promise<Tasks[T]['output']>;
const tasks: { [T in TaskName]: Run<T> } = { accept: acceptImage, cut: cropImage, body: parseBody };

let limit = IDLE_BYTES + GRANT.default;

async function reportOn({ task, input, grant }: ChildRequest): Promise<Report> {
  try {
    limit = IDLE_BYTES + grant;
    return { done: await (tasks[task] as (input: unknown, grant: number) => Promise<unknown>)(input, grant) };
  } catch (error) {
    if (error instanceof LargerGrantRequired) return { needs: error.bytes };
    if (error instanceof HttpError) return { refused: { status: error.status, detail: error.detail } };
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

const say = (report: Report) => process.send?.(report);

// Only the server ends this process. A signal to the process group must not interrupt responses in progress.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());
process.on('message', (order: ChildRequest) => void reportOn(order).then(say));
// Decoding runs in other threads, so this timer runs meanwhile. The server also checks, but only on Linux and may be busy.
setInterval(() => process.memoryUsage.rss() > limit && process.exit(OVER_GRANT), LOOK_EVERY_MS).unref();
try {
  // If the system runs out of memory, it should kill this process instead of the server.
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Not Linux.
}
say({ ready: true });
