import { api } from '@console/shared-auth';
import type { DetectionTask } from '@console/shared-contract/api';
import { useNotify } from '@console/shared-ui/basics';
import { useWrite } from '@console/shared-ui/pages';
import { messages } from '../messages';

const words = messages.download;

/** Address of a model's file; null: this person may not have it. */
async function requestFile(id: string): Promise<string | null> {
  try {
    const model = await api.call('POST /detection/v2/model/{id}/request-download', { params: { id } });
    return model.model_path_download;
  } catch {
    return null;
  }
}

/** Leaves the file to the browser, which writes it to the disk as it comes: a model may be larger than the memory of a tab. */
function saveFile(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}

/** Downloads the newest trained model of a task. */
export function useModelDownload() {
  const notify = useNotify();
  return useWrite({
    send: async ({ id }: DetectionTask) => {
      const models = await api.all('GET /detection/v2/model/', { query: { detection_task: id } });
      const trained = models.find((model) => model.train_status === 'TRAINED');
      if (!trained) {
        notify.warning({ title: words.noModel });
        return;
      }
      const address = await requestFile(trained.id);
      if (address === null) {
        notify.danger({ title: words.failed, text: words.noPermission });
        return;
      }
      notify.success({ title: words.started, text: words.wait });
      saveFile(address);
    },
    failure: words.failed,
    keyOf: ({ id }) => id,
  });
}
