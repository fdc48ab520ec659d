import { api, useWorkspaceQuery, type QueryScope } from '@console/shared-auth';
import type { AdjudicatedBatch, AdjudicatedGroupBatch, UserReference } from '@console/shared-contract/api';
import type { JobKind } from '../job/job.queries';

/** Number of items that are loaded at once. */
const PAGE_SIZE = 200;

/** A row in the list of items that wait for a decision. */
export interface DisputedRow {
  /** Id of the image or group. */
  id: string;
  name: string;
  thumbnail: string | null;
  difference: number;
  users: readonly UserReference[];
  /** Labels on which the annotators disagree. Empty for groups. */
  labels: readonly string[];
}

/** Loads the items of a job that wait for a decision, largest disagreement first. `count` includes items that are not loaded. */
export function useDisputedItems(kind: JobKind, jobId: string) {
  return useWorkspaceQuery({
    key: ['jobs', 'disputed', kind, jobId],
    load: async (scope): Promise<{ rows: DisputedRow[]; count: number }> => {
      const params = { id: jobId };
      if (kind === 'similarity') {
        const { disagreements } = await api.call('GET /annotate/v2/similarityjob/{id}/agreement', { params, ...scope });
        const rows = disagreements
          .filter((row) => row.is_open)
          .map(({ group, thumb_img_path, ...row }) => ({ ...row, id: group, thumbnail: thumb_img_path, labels: [] }));
        return { rows, count: rows.length };
      }
      const query = { page_size: PAGE_SIZE };
      const { results, count } = await api.call('GET /annotate/v2/imagejob/{id}/disputed/', { params, query, ...scope });
      const rows = results.map(({ image, file_name, thumb_img_path, label_names, ...row }) => ({
        ...row,
        id: image,
        name: file_name ?? image,
        thumbnail: thumb_img_path,
        labels: label_names,
      }));
      return { rows, count };
    },
  });
}

/** Loads a group with the members that each user has kept. */
export function useDisputedGroup(jobId: string, groupId: string) {
  return useWorkspaceQuery({
    key: ['jobs', 'disputed group', jobId, groupId],
    load: (scope) =>
      api.call('GET /annotate/v2/similarityjob/{id}/disputed-item', {
        params: { id: jobId },
        query: { group: groupId },
        ...scope,
      }),
  });
}

/** Loads an item with its image, the annotations of all users and the proposed result. */
export function useDisputedItem(jobId: string, imageId: string) {
  return useWorkspaceQuery({
    key: ['jobs', 'disputed item', jobId, imageId],
    load: async (scope) => {
      const [trainingImage, { item }] = await Promise.all([
        api.call('GET /recognition/v2/training-image/{id}', { params: { id: imageId }, ...scope }),
        api.call('GET /annotate/v2/imagejob/{id}/disputed-item', { params: { id: jobId }, query: { image: imageId }, ...scope }),
      ]);
      return { image: trainingImage, item };
    },
  });
}

type CallOptions = Partial<QueryScope> & { changeSet?: string };

/** Numbers of accepted items and results, summed over all batches. */
interface AcceptedItems {
  items: number;
  /** Number of objects or members. */
  results: number;
  ties: number;
}

/**
 * Accepts the proposals of all items without ties (equally frequent choices of annotators), batch by batch. With `isDryRun`, only
 * counts them.
 */
export async function acceptProposals(
  kind: JobKind,
  jobId: string,
  { isDryRun }: { isDryRun: boolean },
  options: CallOptions = {},
): Promise<AcceptedItems> {
  const total: AcceptedItems = { items: 0, results: 0, ties: 0 };
  let cursor: string | null = null;
  do {
    const batch: AdjudicatedBatch | AdjudicatedGroupBatch = await api.call(
      `POST /annotate/v2/${kind}job/{id}/adjudicate-matching`,
      {
        params: { id: jobId },
        body: { dry_run: isDryRun, after: cursor },
        repeatable: true,
        ...options,
      },
    );
    total.items += batch.adjudicated.length;
    total.results += 'shapes' in batch ? batch.shapes : batch.members;
    total.ties += batch.ties;
    cursor = batch.next;
  } while (cursor !== null);
  return total;
}
