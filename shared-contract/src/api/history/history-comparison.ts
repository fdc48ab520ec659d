import { z } from 'zod';
import { defineCalls } from '../base/core';
import { DatasetChange, DatasetImage, DatasetImageCounts, DatasetLabelChanges } from '../exchange/datasets';
import { Id, Page, PageQuery, QueryDate, Timestamp, WorkspaceQuery } from '../base/primitives';

/** What changed in a workspace between two moments, or in the training data of a task since one of its trainings. */
export const DataChanges = z.object({
  since: Timestamp,
  until: Timestamp,
  pictures: DatasetImageCounts,
  /** For a comparison with a training: all labels of its task. For two moments: only labels with changes. */
  labels: z.array(DatasetLabelChanges),
});
export type DataChanges = z.output<typeof DataChanges>;

const ComparisonQuery = z.object({
  /** The earlier moment. The server knows the changes of the last `HISTORY_DAYS` days. */
  since: QueryDate.optional(),
  /** The later moment. Default: now. */
  until: QueryDate.optional(),
  /**
   * The dataset version of a training, instead of `since`. The server compares it with the images and annotations that the next training of
   * its task would use.
   */
  training: Id.optional(),
  ...WorkspaceQuery,
});

type ComparisonMoments = Pick<z.output<typeof ComparisonQuery>, 'since' | 'until' | 'training'>;
const requireOneStart = <Query extends z.ZodType<ComparisonMoments>>(query: Query) =>
  query
    .refine(({ since, training }) => (since === undefined) !== (training === undefined), {
      error: 'is required, unless training is given',
      path: ['since'],
    })
    .refine(({ until, training }) => until === undefined || training === undefined, {
      error: 'must not come with training',
      path: ['until'],
    })
    .refine(({ since, until }) => since === undefined || until === undefined || since.getTime() <= until.getTime(), {
      error: 'must not be before since',
      path: ['until'],
    });

export const historyComparisonCalls = defineCalls({
  'GET /history/v2/comparison/': {
    coversWorkspace: true,
    summary: 'What changed between two moments or since a training, by label',
    query: requireOneStart(ComparisonQuery),
    response: DataChanges,
  },
  'GET /history/v2/comparison/image/': {
    coversWorkspace: true,
    summary: 'The images that changed between two moments or since a training',
    query: requireOneStart(z.object({ ...ComparisonQuery.shape, change: DatasetChange, ...PageQuery })),
    response: Page(DatasetImage),
  },
});
