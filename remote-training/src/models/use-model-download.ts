import type { ModelDomain } from '@console/shared-contract/api';
import { useNotify } from '@console/shared-ui/basics';
import { downloadFile, useWrite } from '@console/shared-ui/pages';
import { trainingMessages } from './training-messages';
import { loadModels, requestModelUrl } from './models.queries';

const downloadMessages = trainingMessages.download;

/** A model, or the task whose model in use is downloaded. `name` is the file name. */
type DownloadTarget = { name: string } & ({ model: string } | { task: string });

async function findModel(domain: ModelDomain, target: DownloadTarget): Promise<string | undefined> {
  if ('model' in target) return target.model;
  const models = await loadModels(domain, target.task);
  // Older servers do not return `in_use`. The newest model is used then.
  const trainedModels = models.filter((model) => model.train_status === 'TRAINED');
  return (trainedModels.find((model) => model.in_use) ?? trainedModels[0])?.id;
}

/**
 * Returns the URL of a model file, or null if the user may not download it or the request fails. The
 * specification shows one message for both cases.
 */
function requestUrlIfPermitted(domain: ModelDomain, modelId: string): Promise<string | null> {
  return requestModelUrl(domain, modelId).catch(() => null);
}

/** Returns the state of a download and a function that starts it, for models of one domain. */
export function useModelDownload(domain: ModelDomain) {
  const notify = useNotify();
  return useWrite({
    send: async (target: DownloadTarget) => {
      const model = await findModel(domain, target);
      if (!model) {
        notify.warning({ title: downloadMessages.noModel });
        return;
      }
      const url = await requestUrlIfPermitted(domain, model);
      if (url === null) {
        notify.danger({ title: downloadMessages.failed, text: downloadMessages.noPermission });
        return;
      }
      notify.success({ title: downloadMessages.started, text: downloadMessages.wait });
      downloadFile(url, target.name);
    },
    failure: downloadMessages.failed,
    getKey: (target) => ('model' in target ? target.model : target.task),
  });
}
