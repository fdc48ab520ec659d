import type { Suggestion } from '../../editor/model/region';
import type { ImageSize } from '../../editor/model/types';
import { toOwnOrigin } from '../../workers/own-origin';
import type { Marks } from './decoder-input';
import type { DecoderFiles, DecoderRequest, DecoderResponse, Embedding } from './decoder-protocol';

/** The bundled worker. */
const SCRIPT = new URL('./decoder.worker.ts', import.meta.url);

/** Runs the decoder of an interactive segmentation model in a worker. */
export class DecoderClient {
  private readonly worker = new Worker(toOwnOrigin(SCRIPT));
  /** Requests run one after the other. */
  private lastRequest: Promise<unknown>;
  /** The embedding that the worker stores. Null after a failure, when this is unknown. */
  private sent: Embedding | null = null;
  /** Resolves when the worker has opened the decoder. Rejects if it cannot. */
  readonly ready: Promise<void>;

  constructor(files: DecoderFiles) {
    this.ready = this.send({ files }, [files.runtime, files.decoder]).then(() => undefined);
    this.lastRequest = this.ready;
  }

  /** Finds the object that is marked in an image. Rejects if the worker or the decoder fails. */
  decode(embedding: Embedding, size: ImageSize, marks: Marks): Promise<Suggestion> {
    const result = this.lastRequest.then(async () => {
      const isSent = this.sent === embedding;
      this.sent = null;
      const suggestion = await this.send({ marks, size, embedding: isSent ? null : embedding });
      if (!suggestion) throw new Error('The worker returned no suggestion');
      this.sent = embedding;
      return suggestion;
    });
    this.lastRequest = result.catch(() => undefined);
    return result;
  }

  stop(): void {
    this.worker.terminate();
  }

  private send(request: DecoderRequest, transfer: Transferable[] = []): Promise<Suggestion | null> {
    return new Promise((resolve, reject) => {
      this.worker.onmessage = ({ data }: MessageEvent<DecoderResponse>) => {
        if ('error' in data) reject(new Error(data.error));
        else resolve(data.suggestion);
      };
      this.worker.onerror = (event) => reject(new Error(event.message || 'The worker could not be loaded'));
      this.worker.postMessage(request, transfer);
    });
  }
}
