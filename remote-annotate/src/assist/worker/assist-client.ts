import type { DecodedImage } from '../../image-decoding';
import type { BitmapPlacement, Suggestion } from '../../editor/model/region';
import type { ImageSize } from '../../editor/model/types';
import { createWorker } from './create-worker';
import type { VisionTask } from '../vision/task';
import type { WorkerRequest, WorkerResponse } from './protocol';

interface WaitingRequest {
  readonly resolve: (suggestion: Suggestion) => void;
  readonly reject: (error: Error) => void;
}

/** An image with its size in the API, which can differ from the size of the file. */
interface AssistImage {
  readonly decoded: DecodedImage;
  readonly size: ImageSize;
}

/** Computes suggestions from the pixels of images in a worker. */
class AssistClient {
  /** Resolves when the worker has loaded its library. Rejects if it cannot be loaded. */
  readonly ready: Promise<void>;
  private readonly worker: Worker;
  private readonly waitingRequests = new Map<number, WaitingRequest>();
  private lastId = 0;
  /** The part of the image whose pixels the worker has stored. */
  private sentImage: { readonly image: DecodedImage; readonly placementKey: string } | null = null;
  /** Requests are sent one after the other, because the worker stores the pixels of the last request. */
  private lastSentRequest: Promise<unknown>;

  constructor() {
    const { worker, library } = createWorker();
    this.worker = worker;
    this.ready = new Promise((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<'ready' | WorkerResponse>) => {
        if (data === 'ready') resolve();
        else this.receive(data);
      };
      worker.onerror = (event) => {
        const error = new Error(event.message || 'The worker could not be loaded');
        reject(error);
        this.rejectAll(error);
      };
    });
    this.lastSentRequest = this.ready;
    worker.postMessage({ library });
  }

  /** Performs a task on a part of an image. Rejects if the worker or the task fails. */
  async perform(image: AssistImage, placement: BitmapPlacement, task: VisionTask): Promise<Suggestion> {
    const sending = this.lastSentRequest.then(() => this.send(image, placement, task));
    this.lastSentRequest = sending.catch(() => undefined);
    const { response } = await sending;
    return response;
  }

  stop(): void {
    this.worker.terminate();
    this.rejectAll(new Error('The assistance was stopped'));
  }

  private async send(
    image: AssistImage,
    placement: BitmapPlacement,
    task: VisionTask,
  ): Promise<{ response: Promise<Suggestion> }> {
    await this.ready;
    const placementKey = [placement.x, placement.y, placement.columns, placement.rows, placement.step].join();
    const isAlreadySent = this.sentImage?.image === image.decoded && this.sentImage.placementKey === placementKey;
    const bitmap = isAlreadySent ? null : await crop(image, placement);
    this.sentImage = { image: image.decoded, placementKey };
    this.lastId += 1;
    const request: WorkerRequest = { id: this.lastId, placement, bitmap, task };
    const response = new Promise<Suggestion>((resolve, reject) => this.waitingRequests.set(request.id, { resolve, reject }));
    this.worker.postMessage(request, bitmap ? [bitmap] : []);
    return { response };
  }

  private receive(response: WorkerResponse): void {
    const waitingRequest = this.waitingRequests.get(response.id);
    this.waitingRequests.delete(response.id);
    if ('error' in response) {
      // The worker may have failed before it stored the pixels, so send them again with the next request.
      this.sentImage = null;
      waitingRequest?.reject(new Error(response.error));
    } else waitingRequest?.resolve(response.suggestion);
  }

  private rejectAll(error: Error): void {
    for (const { reject } of this.waitingRequests.values()) reject(error);
    this.waitingRequests.clear();
  }
}

/** Cuts a part out of an image, and scales this part to the given number of columns and rows. */
function crop({ decoded: { bitmap }, size }: AssistImage, { x, y, columns, rows, step }: BitmapPlacement): Promise<ImageBitmap> {
  const [scaleX, scaleY] = [bitmap.width / size.width, bitmap.height / size.height];
  const width = Math.max(1, Math.round(columns * step * scaleX));
  const height = Math.max(1, Math.round(rows * step * scaleY));
  return createImageBitmap(bitmap, Math.round(x * scaleX), Math.round(y * scaleY), width, height, {
    resizeWidth: columns,
    resizeHeight: rows,
    resizeQuality: 'high',
  });
}

let sharedClient: AssistClient | null = null;

/** Returns the shared client. All images reuse it, because loading the library takes a second. */
export function getAssistClient(): AssistClient {
  if (sharedClient) return sharedClient;
  const client = new AssistClient();
  sharedClient = client;
  // If the worker fails, the next call starts another worker.
  client.ready.catch(() => {
    if (sharedClient === client) sharedClient = null;
    client.stop();
  });
  return client;
}
