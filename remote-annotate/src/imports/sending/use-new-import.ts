import { useWorkspace } from '@console/shared-auth';
import type { Import } from '@console/shared-contract/api';
import { useNotify } from '@console/shared-ui/basics';
import { useWrite } from '@console/shared-ui/pages';
import { importMessages } from '../data/import-messages';
import { createImport, importChanged, planImport } from '../data/imports.queries';
import { nameOfFiles, type PathedFile } from '../../files/pathed-files';
import { sender } from './sender';

const words = importMessages.choose;

interface FromPlace {
  place: string;
  path: string;
}

/** Returns `begin`, which starts an import. `onBegun` receives the id of the new import. */
export function useNewImport(onBegun: (id: string) => void) {
  const notify = useNotify();
  const { workspaceId } = useWorkspace();
  const write = useWrite<readonly PathedFile[] | FromPlace, Import>({
    send: async (from) => {
      if ('place' in from) {
        const name = (from.path || from.place).slice(0, 200).padEnd(3, '.');
        const { id } = await createImport({ name, source: from });
        return planImport(id, {});
      }
      const made = await createImport({ name: nameOfFiles(from, importMessages.title) });
      // Do not await: the import's view shows the progress and errors.
      void sender.send(made.id, made.workspace, from);
      return made;
    },
    failure: words.failed,
  });
  const begin = async (from: readonly PathedFile[] | FromPlace) => {
    if (workspaceId === null) return;
    if ('length' in from && from.length === 0) return notify.danger({ title: words.empty });
    const written = await write.send(from);
    if (!written?.ok) return;
    void importChanged();
    onBegun(written.result.id);
  };
  return { begin, isPending: write.isPending };
}
