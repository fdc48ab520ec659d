import { consoleQueryClient, workspaceKey } from '@console/shared-auth';
import type { AttachedLabel } from '@console/shared-contract/api';
import type { LabelledShape } from '../../editor';
import { getRowKey, projectRow } from '../../outbox';
import { useScreen } from '../context/screen-context';

/** Returns a function that lists the recognition labels of a box, with pending changes. */
export function useProjectObjectLabels(): (shape: LabelledShape) => readonly string[] {
  const { outbox } = useScreen();
  return ({ id: shapeId, serverId, labels = [] }) => {
    const rowId = serverId ?? shapeId;
    const cachedLabels = consoleQueryClient.getQueryData<readonly AttachedLabel[]>(workspaceKey(...getRowKey('object', rowId)));
    // Use any type, because only the ids of the labels are needed.
    const labelRows = cachedLabels ?? labels.map((label) => ({ ...label, type: 'plain' as const }));
    return projectRow(outbox, 'object', rowId, labelRows).map((label) => label.id);
  };
}
