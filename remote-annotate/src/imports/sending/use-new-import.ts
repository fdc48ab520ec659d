import { useWorkspace } from '@console/shared-auth';
import type { Import } from '@console/shared-contract/api';
import { useNotify } from '@console/shared-ui/basics';
import { useWrite } from '@console/shared-ui/pages';
import { importMessages } from '../data/import-messages';
import { createImport, refreshImports, planImport } from '../data/imports.queries';
import { getImportName, type PathedFile } from '../../files/pathed-files';
import { sender } from './sender';

const texts = importMessages.choose;

interface PlaceSource {
  place: string;
  path: string;
}

/** Returns `start`, which starts an import. `onStarted` receives the id of the new import. */
export function useNewImport(onStarted: (id: string) => void) {
  const notify = useNotify();
  const { workspaceId } = useWorkspace();
  const write = useWrite<readonly PathedFile[] | PlaceSource, Import>({
    send: async (source) => {
      if ('place' in source) {
        const name = (source.path || source.place).slice(0, 200).padEnd(3, '.');
        const { id } = await createImport({ name, source });
        return planImport(id, {});
      }
      const newImport = await createImport({ name: getImportName(source, importMessages.title) });
      // Do not await: the screen of the import shows the progress and errors.
      void sender.send(newImport.id, newImport.workspace, source);
      return newImport;
    },
    failure: texts.failed,
  });
  const start = async (source: readonly PathedFile[] | PlaceSource) => {
    if (workspaceId === null) return;
    if ('length' in source && source.length === 0) return notify.danger({ title: texts.empty });
    const result = await write.send(source);
    if (!result?.ok) return;
    void refreshImports();
    onStarted(result.result.id);
  };
  return { start, isPending: write.isPending };
}
