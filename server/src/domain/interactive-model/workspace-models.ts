import { randomUUID } from 'node:crypto';
import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { getResult } from '../../ml/learning/learner-client';
import { downloadFile, getLearningFolder, getRequestFolder, withRequestFolder } from '../../ml/learning/local-files';
import { runCheck } from '../../ml/models/uploaded/check-file';
import type { Db } from '../../platform/database/connection';
import { HttpError } from '../../platform/errors';
import type { Deps } from '../../platform/http/deps';
import { getPaths, parseDescription, type ModelFiles } from './description';
import { InteractiveSegmenter } from './interactive-segmenter';
import { messages } from './messages';

type ModelDeps = Pick<Deps, 'db' | 'files' | 'config'>;

/** Maximum number of workspaces whose models are in memory. */
const MAX_SEGMENTERS = 2;

/** A model of a workspace, with the key of its decoder. */
interface WorkspaceModel {
  segmenter: InteractiveSegmenter;
  decoderKey: string;
}

/**
 * The interactive segmentation models of workspaces. Each runs in its own process. If there are too many, the least recently used one is
 * stopped.
 */
export class WorkspaceModels {
  /** Segmenters and the folders of their files, by the key of the encoder, the least recently used first. */
  private readonly running = new Map<string, { segmenter: InteractiveSegmenter; folder: string }>();

  constructor(
    private readonly deps: ModelDeps,
    private readonly onUnexpectedError: (error: unknown) => void,
  ) {}

  /** Returns null if the workspace has no model. */
  async find(workspaceId: string): Promise<WorkspaceModel | null> {
    const row = await this.deps.db
      .selectFrom('interactive_model')
      .select(['encoder_key', 'decoder_key', 'description'])
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirst();
    if (!row) return null;
    const { encoder_key: key, decoder_key: decoderKey, description } = row;
    const runningModel = this.running.get(key) ?? this.start(key, decoderKey, description);
    this.running.delete(key);
    this.running.set(key, runningModel);
    const [oldest] = this.running.keys();
    if (this.running.size > MAX_SEGMENTERS && oldest !== undefined) this.stopSegmenter(oldest);
    return { segmenter: runningModel.segmenter, decoderKey };
  }

  stop(): void {
    for (const key of [...this.running.keys()]) this.stopSegmenter(key);
  }

  private start(encoderKey: string, decoderKey: string, text: string) {
    const { config, files } = this.deps;
    const folder = join(getRequestFolder(getLearningFolder(config)), randomUUID());
    const description = { ...parseDescription(text, getPaths(folder)), isUploaded: true };
    const segmenter = new InteractiveSegmenter(
      this.deps,
      config.modelFileCheck,
      async () => {
        for (const [key, path] of [
          [encoderKey, description.encoder],
          [decoderKey, description.decoder],
        ] as const)
          if (!(await downloadFile(files, key, path))) throw new HttpError(400, messages.noModelFile);
        return description;
      },
      this.onUnexpectedError,
    );
    // A failure may be temporary, for example on a busy machine, so the check is repeated later.
    void segmenter.checked.then(() => {
      if (segmenter.state.status !== 'failed') return;
      const stopIfCurrent = () => void (this.running.get(encoderKey)?.segmenter === segmenter && this.stopSegmenter(encoderKey));
      setTimeout(stopIfCurrent, RETRY_MS).unref();
    });
    return { segmenter, folder };
  }

  private stopSegmenter(encoderKey: string): void {
    const stoppedModel = this.running.get(encoderKey);
    if (!stoppedModel) return;
    this.running.delete(encoderKey);
    stoppedModel.segmenter.stop();
    void rm(stoppedModel.folder, { recursive: true, force: true });
  }
}

/** Time after which a failed check is repeated. Until then, its error is reported. */
const RETRY_MS = 60_000;

/** Checks the files of a model on images of the workspace. Throws an HttpError with a message for the user if the check fails. */
export function checkModel(
  deps: ModelDeps,
  { workspaceId, signal }: { workspaceId: string; signal: AbortSignal },
  { description: text, ...files }: ModelFiles,
) {
  return withRequestFolder(getLearningFolder(deps.config), async (folder) => {
    const paths = getPaths(folder);
    // Link the files under the names of `model.json`, because error messages contain the names.
    await symlink(files.encoder, paths.encoder);
    await symlink(files.decoder, paths.decoder);
    const { name, licence: _licence, ...description } = parseDescription(text, paths);
    const { result, images } = await runCheck(deps, { workspaceId, signal, acceptsNoImages: true }, (checkedImages) => ({
      checkInteractive: { ...description, isUploaded: true, images: checkedImages },
    }));
    return { name, checked: getResult(result, 'interactive'), images };
  });
}

/** Makes stored files the model of a workspace. The trigger of the table discards the files of the previous model. */
export async function storeModel(trx: Db, workspaceId: string, { encoder, decoder, description }: ModelFiles): Promise<void> {
  const model = { encoder_key: encoder, decoder_key: decoder, description };
  await trx
    .insertInto('interactive_model')
    .values({ workspace_id: workspaceId, ...model })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(model))
    .execute();
  await sql`delete from discarded_file where file_key = any(${[encoder, decoder]}::text[])`.execute(trx);
}
