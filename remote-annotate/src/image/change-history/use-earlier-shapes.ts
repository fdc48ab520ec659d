import { api, useWorkspaceQuery } from '@console/shared-auth';
import type { VersionShape } from '@console/shared-contract/api';
import { SHAPE_KINDS, SHAPE_NAMES } from '@console/shared-contract/shape-kinds';
import { formatDateTime } from '@console/shared-ui/basics';
import type { Version } from '@console/shared-ui/history';
import { useEffect } from 'react';
import type { Shape } from '../../editor';
import { shapeFromRow } from '../../shape-kinds/kind-calls';
import { useScreen } from '../context/screen-context';

/** Converts an earlier state of a shape for the canvas. Returns null for a mask without valid pixels. */
function toShape({ kind: tableName, label, mask, ...shape }: VersionShape): Shape | null {
  const shapeName = SHAPE_NAMES.find((candidate) => SHAPE_KINDS[candidate].table === tableName);
  if (!shapeName) return null;
  const labelField = `${SHAPE_KINDS[shapeName].domain}_label`;
  return shapeFromRow(shapeName, { ...shape, data: mask ?? shape.data, meta_data: {}, [labelField]: { id: label ?? '' } });
}

/** Shows on the canvas the shapes as they were after the change with this id. Null shows only the current shapes. */
export function useEarlierShapes(changeId: number | null, version: Version | undefined) {
  const { image, editor } = useScreen();
  const query = useWorkspaceQuery({
    key: ['own:history', 'image-shapes', image.id, changeId],
    enabled: changeId !== null,
    load: (scope) => api.call('GET /history/v2/image-shapes/', { query: { image: image.id, change: changeId ?? 0 }, ...scope }),
    // Never refetch, because the shapes after a past change stay the same.
    staleTime: Infinity,
  });
  const { data } = query;
  useEffect(() => {
    if (changeId === null || !data) return;
    editor.setEarlierShapes({
      shapes: data.shapes.map(toShape).filter((shape) => shape !== null),
      changedIds: new Set(version?.changes.map(({ kind, subject, row }) => (kind === 'object_label' ? subject : row))),
      time: formatDateTime(data.created),
    });
  }, [editor, changeId, data, version]);
  // The previous version remains visible until the next version is loaded, so that a step does not flicker.
  const isShown = changeId !== null && !query.isError;
  useEffect(() => (isShown ? () => editor.setEarlierShapes(null) : undefined), [editor, isShown]);
  return query;
}
