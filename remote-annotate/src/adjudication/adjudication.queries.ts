import { api, useWorkspaceQuery, type QueryScope } from '@console/shared-auth';
import type { AdjudicatedBatch } from '@console/shared-contract/api';

/** Number of items that are loaded at once. */
const PAGE_SIZE = 200;

/** The items of a job that wait for a decision, largest difference first. */
export function useDisputedItems(job: string) {
  return useWorkspaceQuery({
    key: ['jobs', 'disputed', job],
    load: (scope) =>
      api.call('GET /annotate/v2/imagejob/{id}/disputed/', { params: { id: job }, query: { page_size: PAGE_SIZE }, ...scope }),
  });
}

/** An item with its image, the work of all users and the proposal. */
export function useDisputedItem(job: string, image: string) {
  return useWorkspaceQuery({
    key: ['jobs', 'disputed item', job, image],
    load: async (scope) => {
      const [trainingImage, { item }] = await Promise.all([
        api.call('GET /recognition/v2/training-image/{id}', { params: { id: image }, ...scope }),
        api.call('GET /annotate/v2/imagejob/{id}/disputed-item', { params: { id: job }, query: { image }, ...scope }),
      ]);
      return { image: trainingImage, item };
    },
  });
}

const callBatch = (
  job: string,
  dryRun: boolean,
  after: string | null,
  options: Partial<QueryScope> & { changeSet?: string } = {},
) =>
  api.call('POST /annotate/v2/imagejob/{id}/adjudicate-matching', {
    params: { id: job },
    body: { dry_run: dryRun, after },
    repeatable: true,
    ...options,
  });

/** Totals of all batches. */
export interface AcceptedItems {
  items: number;
  shapes: number;
  ties: number;
}

/** Accepts the proposals of all items without ties, batch by batch. With `dryRun`, only counts them. */
export async function acceptProposals(
  job: string,
  dryRun: boolean,
  options: Partial<QueryScope> & { changeSet?: string } = {},
): Promise<AcceptedItems> {
  const total: AcceptedItems = { items: 0, shapes: 0, ties: 0 };
  let after: string | null = null;
  do {
    const batch: AdjudicatedBatch = await callBatch(job, dryRun, after, options);
    total.items += batch.adjudicated.length;
    total.shapes += batch.shapes;
    total.ties += batch.ties;
    after = batch.next;
  } while (after !== null);
  return total;
}
