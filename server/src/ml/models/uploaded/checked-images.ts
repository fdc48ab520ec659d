import type { FastifyRequest } from 'fastify';
import { HttpError } from '../../../platform/errors';
import type { TestedImage } from './check-file';
import { messages } from './messages';

/** Runs work with a signal that aborts when the client disconnects. */
export async function withDisconnectSignal<Result>(
  { raw: { socket } }: FastifyRequest,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const abort = () => controller.abort(new HttpError(400, messages.cancelled));
  socket.once('close', abort);
  try {
    if (socket.destroyed) abort();
    return await work(controller.signal);
  } finally {
    socket.off('close', abort);
  }
}

/** Returns the readable images of a check with their results. */
export function toCheckedImages<Result extends { milliseconds: number }, Fields>(
  images: readonly TestedImage[],
  results: readonly (Result | null)[],
  fileUrl: (key: string) => string,
  toFields: (result: Result) => Fields,
) {
  return images.flatMap(({ id, thumb_key, img_width, img_height }, index) => {
    const result = results[index];
    if (!result) return [];
    const { milliseconds } = result;
    return [{ image: id, thumb_img_path: fileUrl(thumb_key), img_width, img_height, milliseconds, ...toFields(result) }];
  });
}
