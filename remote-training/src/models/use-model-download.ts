import type { ModelDomain } from '@console/shared-contract/api';
import { useNotify } from '@console/shared-ui/basics';
import { downloadFile, useWrite } from '@console/shared-ui/pages';
import { messages } from '../messages';
import { loadModels, requestFile } from './models.queries';

const words = messages.download;

/** A model, or the one of a task that is in use; and what its file is called. */
type Wanted = { name: string } & ({ model: string } | { task: string });

async function findModel(domain: ModelDomain, wanted: Wanted): Promise<string | undefined> {
  if ('model' in wanted) return wanted.model;
  const models = await loadModels(domain, wanted.task);
  // A server from before does not say which is in use; then it is the newest.
  const trained = models.filter((model) => model.train_status === 'TRAINED');
  return (trained.find((model) => model.in_use) ?? trained[0])?.id;
}

/** Address of a model's file; null where this person may not have it. */
function mayHave(domain: ModelDomain, model: string): Promise<string | null> {
  return requestFile(domain, model).catch(() => null);
}

/** Downloads models of one kind. */
export function useModelDownload(domain: ModelDomain) {
  const notify = useNotify();
  return useWrite({
    send: async (wanted: Wanted) => {
      const model = await findModel(domain, wanted);
      if (!model) {
        notify.warning({ title: words.noModel });
        return;
      }
      const address = await mayHave(domain, model);
      if (address === null) {
        notify.danger({ title: words.failed, text: words.noPermission });
        return;
      }
      notify.success({ title: words.started, text: words.wait });
      downloadFile(address, wanted.name);
    },
    failure: words.failed,
    getKey: (wanted) => ('model' in wanted ? wanted.model : wanted.task),
  });
}
