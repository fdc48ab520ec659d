import { toLimitOffset } from '../../platform/http/route/links';
import type { CallContext } from '../../platform/http/route/handler';
import { resolveListWorkspace } from '../../data-access/rows/references';
import { readOne, readPage, type RowView } from '../../data-access/rows/view';
import { getUncomparedWarning } from '../../ml/duplicates/readiness';
import { deleteModel } from '../../ml/models/delete-models';
import type { ModelDomain } from '../../ml/models/model/kinds';
import {
  cancelTraining,
  createModelFilters,
  getDownloadKey,
  MODEL_ORDER,
  reactivateModel,
  toTrainingDetails,
} from '../../ml/models/model-calls';
import { createModelView, enqueueTraining, type ModelRow } from '../../ml/models/queue';
import type { Config } from '../../platform/config';

/** A call whose path names a model or a task. */
type RowCall = Pick<CallContext<'POST /detection/v2/model/{id}/cancel'>, 'params' | 'db' | 'scope'>;
type CommonFields = ReturnType<typeof toCommonFields>;

/** The route handlers for training tasks and managing models, which all domains share (ADR 0011). */
export class DomainModels<Model> {
  private readonly view: RowView<ModelRow>;

  constructor(
    private readonly domain: ModelDomain,
    private readonly config: Config,
    /** Adds the fields that only the models of this domain have. */
    private readonly toModel: (row: ModelRow, commonFields: CommonFields) => Model,
  ) {
    this.view = createModelView(domain);
  }

  /** Enqueues a training of the task of the path. `warning` explains why the scores of the model may be wrong. */
  async train({ params, db, scope, user }: RowCall & { user: { id: string } }): Promise<Model & { warning: string | null }> {
    const { domain, config } = this;
    const task = await scope.findRow(`${domain}_task`, params.id, { entityName: 'Task', lock: true });
    const model = await this.readById(db, await enqueueTraining(db, domain, task, { user, config }));
    return { ...model, warning: await getUncomparedWarning(db, domain, task, config) };
  }

  /**
   * Lists models, newest first. `filter` limits the list to one task: `field` is the name of the query parameter, and `taskId` its value.
   */
  async list(
    { query, db, scope, page }: Pick<CallContext<'GET /recognition/v2/model/'>, 'query' | 'db' | 'scope' | 'page'>,
    filter: { field: string; taskId: string | undefined },
  ) {
    const { field, taskId } = filter;
    const table = `${this.domain}_task` as const;
    const workspaceId = await resolveListWorkspace(scope, [{ table, ids: [taskId], field, entityName: 'Task' }]);
    const where = createModelFilters(workspaceId, taskId);
    const { count, rows } = await readPage(db, this.view, { where, order: MODEL_ORDER, ...toLimitOffset(query) });
    return page(
      count,
      rows.map((row) => this.toModel(row, toCommonFields(row))),
    );
  }

  async read(call: RowCall): Promise<Model> {
    return this.readById(call.db, (await this.find(call)).id);
  }

  async requestDownload(
    call: RowCall & { user: { can_download_model: boolean }; fileUrl: (key: string) => string },
  ): Promise<Model> {
    const model = await this.find(call);
    return this.readById(call.db, model.id, call.fileUrl(await getDownloadKey(call.db, model, call.user)));
  }

  async reactivate(call: RowCall & { user: { id: string } }): Promise<Model> {
    const { id } = await this.find(call);
    await reactivateModel(call.db, this.domain, id, call.user.id);
    return this.readById(call.db, id);
  }

  async cancel(call: RowCall): Promise<Model> {
    const { id } = await this.find(call);
    await cancelTraining(call.db, this.domain, id);
    return this.readById(call.db, id);
  }

  /** Deletes a model. It can be restored from Recently deleted, and the model that was in use before is used again. */
  async delete(call: RowCall): Promise<void> {
    const { id } = await this.find(call);
    await deleteModel(call.db, this.domain, id);
  }

  private find({ params, scope }: RowCall) {
    return scope.findRow(`${this.domain}_model`, params.id, { entityName: 'Model' });
  }

  private async readById(db: RowCall['db'], id: string, downloadUrl: string | null = null): Promise<Model> {
    const row = await readOne(db, this.view, id);
    return this.toModel(row, { ...toCommonFields(row), model_path_download: downloadUrl });
  }
}

function toCommonFields(row: ModelRow) {
  const { id, train_status, error, created } = row;
  return { id, train_status, error, created, model_path_download: null as string | null, ...toTrainingDetails(row) };
}
