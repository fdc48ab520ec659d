import type { AnnotationDocument, RemoteChange, Shape } from '../../editor';

/**
 * Returns the changes that make a document equal to the rows on the server. Rows with another version number replace their shapes. Shapes
 * whose rows are missing are removed, except shapes that were not sent yet.
 */
export function toServerState(
  document: Pick<AnnotationDocument, 'getShapes' | 'findByServerId'>,
  rows: readonly Shape[],
): RemoteChange[] {
  const rowIds = new Set(rows.map(({ serverId }) => serverId));
  const removals = document
    .getShapes()
    .flatMap(({ serverId }): RemoteChange[] =>
      serverId === undefined || rowIds.has(serverId) ? [] : [{ op: 'delete', serverId }],
    );
  const changes = rows.flatMap((shape): RemoteChange[] =>
    shape.serverId !== undefined && document.findByServerId(shape.serverId)?.version === shape.version
      ? []
      : [{ op: 'restore', shape }],
  );
  return [...removals, ...changes];
}
