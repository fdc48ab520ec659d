import type { DetectionObject } from '@console/shared-contract/api';
import type { ServerState } from '../../editor/model/types';
import { isRecord } from './is-record';

/** Returns the id, version, time of creation and labels that the response to a write contains. */
export function readIdentity(response: unknown): { id?: string } & Omit<ServerState, 'serverId'> {
  if (!isRecord(response)) return {};
  return {
    id: typeof response.id === 'string' ? response.id : undefined,
    version: typeof response.version === 'number' ? response.version : undefined,
    created: typeof response.created === 'string' ? response.created : undefined,
    ...readKnownLabels(response),
  };
}

/** Reads the recognition labels of a row, if the row contains the field. */
export function readKnownLabels(row: object): Pick<ServerState, 'labels'> {
  if (!('recognition_labels' in row) || !Array.isArray(row.recognition_labels)) return {};
  const labels = row.recognition_labels as DetectionObject['recognition_labels'];
  return { labels: labels.map(({ id, name, value }) => ({ id, name, value })) };
}
