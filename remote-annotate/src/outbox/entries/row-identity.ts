import type { DetectionObject } from '@console/shared-contract/api';
import type { ServerState } from '../../editor/model/types';
import { isRecord } from './is-record';

/** Returns the id, version and labels that the response to a write contains. */
export function readIdentity(answer: unknown): { id?: string } & Omit<ServerState, 'serverId'> {
  if (!isRecord(answer)) return {};
  return {
    id: typeof answer.id === 'string' ? answer.id : undefined,
    version: typeof answer.version === 'number' ? answer.version : undefined,
    ...readKnownLabels(answer),
  };
}

/** Returns the recognition labels of a row, if it has some. */
export function readKnownLabels(row: object): Pick<ServerState, 'labels'> {
  if (!('recognition_labels' in row) || !Array.isArray(row.recognition_labels)) return {};
  const labels = row.recognition_labels as DetectionObject['recognition_labels'];
  return { labels: labels.map(({ id, name, value }) => ({ id, name, value })) };
}
