import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { BoundedLearner, type LearnerLimits } from '../../ml/learning/bounded-learner';
import { getResult } from '../../ml/learning/learner-client';
import { downloadFile, getLearningFolder, withRequestFolder } from '../../ml/learning/local-files';
import { HttpError, notFound } from '../../platform/errors';
import type { Deps } from '../../platform/http/deps';
import type { ModelDescription } from './description';
import { messages } from './messages';
import { findEmbedding, storeEmbedding, type StoredEmbedding } from './stored-embeddings';

/** Maximum number of images that wait for the encoder. */
const MAX_QUEUED = 20;
/**
 * Maximum time that a call waits for an embedding. A longer wait would occupy a database connection, because requests of callers who are
 * limited to their jobs run in a transaction.
 */
const WAIT_MS = 3000;
/** Time for which the error of a failed computation is retained for the next call about the image. */
const PROBLEM_MS = 60_000;

/** A model whose files were checked. */
export interface ReadyModel extends ModelDescription {
  /** Identifies the encoder and its input in stored embeddings. */
  id: string;
  decoderHash: string;
  maskShape: number[];
  /** Time for encoding an image in milliseconds, and memory of the process in bytes, measured by the check. */
  milliseconds: number;
  memoryBytes: number;
}

export type ModelState = { status: 'preparing' } | { status: 'failed'; problem: string } | { status: 'ready'; model: ReadyModel };

export type EmbeddingState =
  | { status: 'preparing' }
  | { status: 'failed'; problem: string }
  | { status: 'ready'; embedding: StoredEmbedding };

interface SourceImage {
  id: string;
  /** Key of the file. */
  img_key: string;
}

type ModelDeps = Pick<Deps, 'db' | 'files' | 'config'>;

/** An interactive segmentation model. It is checked in the background, and a failure never stops the server. */
export class InteractiveSegmenter {
  state: ModelState = { status: 'preparing' };
  /** Resolves when the check has finished. */
  readonly checked: Promise<void>;
  private readonly process: BoundedLearner;
  /** Computations by the id of their image. Contains running computations, and failed ones whose error no call has returned yet. */
  private readonly running = new Map<string, Promise<EmbeddingState>>();

  constructor(
    private readonly deps: ModelDeps,
    limits: LearnerLimits,
    getDescription: () => Promise<ModelDescription & { isUploaded?: boolean }>,
    private readonly onUnexpectedError: (error: unknown) => void = () => undefined,
  ) {
    this.process = new BoundedLearner(limits, messages);
    this.checked = this.checkModel(getDescription);
  }

  /** Returns the embedding of an image. If it takes more than a few seconds, the computation continues, and a later call returns it. */
  async getEmbedding(image: SourceImage): Promise<EmbeddingState> {
    const { state: segmenterState } = this;
    if (segmenterState.status !== 'ready') return segmenterState;
    const storedEmbedding = await findEmbedding(this.deps, image.id, segmenterState.model.id);
    if (storedEmbedding) return { status: 'ready', embedding: storedEmbedding };
    const computation = this.running.get(image.id) ?? this.startComputation(image, segmenterState.model);
    if (!computation) return { status: 'preparing' };
    const result = await Promise.race([computation, delay(WAIT_MS, null, { ref: false })]);
    if (result?.status === 'failed') this.running.delete(image.id);
    return result ?? { status: 'preparing' };
  }

  stop(): void {
    this.process.stop();
  }

  private async checkModel(getDescription: () => Promise<ModelDescription>): Promise<void> {
    try {
      const description = await getDescription();
      const { name: _name, licence: _licence, ...request } = description;
      const result = getResult(await this.process.request({ checkInteractive: request }), 'interactive');
      const { encoderHash, ...measured } = result;
      const { inputSize, mean, std } = description;
      const id = createHash('sha256')
        .update(JSON.stringify([encoderHash, inputSize, mean, std]))
        .digest('hex');
      this.state = { status: 'ready', model: { ...description, ...measured, id } };
    } catch (error) {
      this.state = { status: 'failed', problem: this.toProblem(error) };
    }
  }

  /** Returns null if too many images are waiting. */
  private startComputation(image: SourceImage, model: ReadyModel): Promise<EmbeddingState> | null {
    if (this.running.size >= MAX_QUEUED) return null;
    const computation = this.computeEmbedding(image, model).then(
      (embedding): EmbeddingState => ({ status: 'ready', embedding }),
      (error: unknown): EmbeddingState => ({ status: 'failed', problem: this.toProblem(error) }),
    );
    this.running.set(image.id, computation);
    void computation.then(({ status }) => {
      const removeComputation = () => void (this.running.get(image.id) === computation && this.running.delete(image.id));
      if (status === 'ready') removeComputation();
      else setTimeout(removeComputation, PROBLEM_MS).unref();
    });
    return computation;
  }

  private computeEmbedding({ id, img_key }: SourceImage, model: ReadyModel): Promise<StoredEmbedding> {
    const { files, config } = this.deps;
    const { encoder, inputSize, mean, std } = model;
    return withRequestFolder(getLearningFolder(config), async (folder) => {
      const image = join(folder, 'image');
      if (!(await downloadFile(files, img_key, image))) throw new HttpError(400, messages.noImage);
      const result = await this.process.request({ encode: { image, encoder, inputSize, mean, std } });
      const storedEmbedding = await storeEmbedding(this.deps, id, model.id, getResult(result, 'encoded'));
      if (!storedEmbedding) throw notFound('Image');
      return storedEmbedding;
    });
  }

  private toProblem(error: unknown): string {
    if (error instanceof HttpError) return error.detail;
    this.onUnexpectedError(error);
    return messages.exited;
  }
}
