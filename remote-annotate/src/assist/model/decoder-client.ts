import type { ImageSize } from '../../editor/model/types';
import { toOwnOrigin } from '../../workers/own-origin';
import type { Marks } from './decoder-input';
import type { DecoderFiles, DecoderRequest, DecoderResponse, DecoderResult, Embedding, RawMask } from './decoder-protocol';

/** The bundled worker. */
const WORKER_SCRIPT_URL = new URL('./decoder.worker.ts', import.meta.url);

const STOPPED_MESSAGE = 'The decoder was stopped';

/** Runs the decoder of an interactive segmentation model in a worker. */
export class DecoderClient {
  private readonly worker = new Worker(toOwnOrigin(WORKER_SCRIPT_URL));
  /** Requests run one after the other. */
  private lastRequest: Promise<unknown>;
  /**
   * The embedding (the encoded image) that the worker has stored. Null after a failure, because the state of the worker is then unknown.
   */
  private sentEmbedding: Embedding | null = null;
  /** Rejects the running request. */
  private rejectRequest: (error: Error) => void = () => undefined;
  private isStopped = false;
  /** Resolves when the worker has opened the decoder. Rejects if it cannot. */
  readonly ready: Promise<void>;

  constructor(files: DecoderFiles) {
    this.ready = this.send({ files }, [files.runtime, files.decoder]).then(() => undefined);
    this.lastRequest = this.ready;
  }

  /** Finds the object that the user has marked in an image. Rejects if the worker or the decoder fails. */
  decode(embedding: Embedding, size: ImageSize, marks: Marks, previousMask: RawMask | null): Promise<DecoderResult> {
    const decoding = this.lastRequest.then(async () => {
      const isSent = this.sentEmbedding === embedding;
      this.sentEmbedding = null;
      const result = await this.send({ marks, size, embedding: isSent ? null : embedding, previousMask });
      if (!result) throw new Error('The worker returned no result');
      this.sentEmbedding = embedding;
      return result;
    });
    this.lastRequest = decoding.catch(() => undefined);
    return decoding;
  }

  /** Stops the worker. Rejects running and later requests, because a terminated worker does not respond. */
  stop(): void {
    this.isStopped = true;
    this.worker.terminate();
    this.rejectRequest(new Error(STOPPED_MESSAGE));
  }

  private send(request: DecoderRequest, transfer: Transferable[] = []): Promise<DecoderResult | null> {
    if (this.isStopped) return Promise.reject(new Error(STOPPED_MESSAGE));
    return new Promise((resolve, reject) => {
      this.rejectRequest = reject;
      this.worker.onmessage = ({ data }: MessageEvent<DecoderResponse>) => {
        if ('error' in data) reject(new Error(data.error));
        else resolve(data.result);
      };
      this.worker.onerror = (event) => reject(new Error(event.message || 'The worker could not be loaded'));
      this.worker.postMessage(request, transfer);
    });
  }
}
