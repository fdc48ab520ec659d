import { protectServer, serveRequests } from './platform/children/serve-requests';
import {
  GRANT,
  MAX_IDLE_BYTES,
  LargerGrantRequired,
  GRANT_EXCEEDED_EXIT_CODE,
  type TaskName,
  type TaskRequest,
  type TaskResponse,
  type Tasks,
} from './platform/children/task';
import { getStatus } from './platform/errors';
import { parseBody } from './platform/http/body/parse-body';
import { acceptImage } from './platform/images/accept-task';
import { convertImage } from './platform/images/convert-task';
import { cropImage } from './platform/images/crop-task';

// The child process that decodes images and large bodies (ADR 0037). The server sends it one request after the other.

const MEMORY_CHECK_INTERVAL_MS = 10;

/** Runs a task. `grant` is the number of bytes of memory that the task may use. */
type TaskHandler<T extends TaskName> = (input: Tasks[T]['input'], grant: number) => Promise<Tasks[T]['output']>;
const tasks: { [T in TaskName]: TaskHandler<T> } = {
  accept: acceptImage,
  convert: convertImage,
  crop: cropImage,
  body: parseBody,
};

let memoryLimitBytes = MAX_IDLE_BYTES + GRANT.default;

async function runTask({ task, input, grant }: TaskRequest): Promise<TaskResponse> {
  try {
    memoryLimitBytes = MAX_IDLE_BYTES + grant;
    return { output: await (tasks[task] as (input: unknown, grant: number) => Promise<unknown>)(input, grant) };
  } catch (error) {
    if (error instanceof LargerGrantRequired) return { needs: error.bytes };
    throw error;
  }
}

protectServer();
// Decoding runs in other threads, so this timer also fires while an image is decoded. The server checks the memory of this process, too,
// but only on Linux and only when it is not busy.
setInterval(
  () => process.memoryUsage.rss() > memoryLimitBytes && process.exit(GRANT_EXCEEDED_EXIT_CODE),
  MEMORY_CHECK_INTERVAL_MS,
).unref();
serveRequests(runTask, getStatus);
