import { z } from 'zod';
import { defineCalls } from '../base/core';
import { Empty, Id, WorkspaceBody, WorkspaceQuery } from '../base/primitives';

/** Whether members see the statistics of all users, or only their own. */
export const StatisticsVisibility = z.enum(['everybody', 'own']);
export type StatisticsVisibility = z.output<typeof StatisticsVisibility>;

const Count = z.number().int();

/** What users did themselves, in the console or with their API token. Imports, models and background work do not count. */
export const StatisticsCounts = z.object({
  /** Job items that the user marked as done. An item no longer counts if its mark was removed. */
  items_done: Count,
  /** Job items of the user that a reviewer sent back. They count on the day of the reviewer's remark. */
  items_sent_back: Count,
  /** Images that the user verified. An image no longer counts if its verification was removed. */
  images_verified: Count,
  /** Objects, polygons, masks, points and skeletons, even if they were deleted later together with their image or label. */
  shapes_created: Count,
  shapes_changed: Count,
  shapes_deleted: Count,
  /** Recognition labels set or changed on images and objects. */
  labels_set: Count,
  /** Shapes and recognition labels of the user that somebody else changed or removed after the user had completed the item. */
  found_wrong: Count,
  /** Seconds with input on the image screen or job page. A gap of more than `MAX_IDLE_SECONDS` between inputs does not count. */
  active_seconds: z.number(),
});
export type StatisticsCounts = z.output<typeof StatisticsCounts>;

export const StatisticsDimension = z.enum(['user', 'day', 'week', 'job', 'label']);
export type StatisticsDimension = z.output<typeof StatisticsDimension>;

const NamedReference = z.object({ id: Id, name: z.string().nullable() });

/** Counts for one combination of the dimensions (such as user and day) that were requested. Other dimensions are missing. */
export const StatisticsRow = StatisticsCounts.extend({
  /** The name is null for a former member. */
  user: z.object({ id: Id, username: z.string().nullable() }).optional(),
  /** A UTC day, `YYYY-MM-DD`. */
  day: z.iso.date().optional(),
  /** The Monday of a week, `YYYY-MM-DD`. */
  week: z.iso.date().optional(),
  /** Null for work outside of jobs. The name is null for a deleted job. */
  job: NamedReference.nullable().optional(),
  /** Null for counts without a label, such as items. The name is null for a deleted label. */
  label: NamedReference.nullable().optional(),
});
export type StatisticsRow = z.output<typeof StatisticsRow>;

const Dimensions = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value),
  z.array(StatisticsDimension).max(3).default([]),
) as z.ZodType<StatisticsDimension[], string | StatisticsDimension[] | undefined>;

/** Expected end of a job. */
export const JobForecast = z.object({
  /** Number of missing completions. Every item needs as many completions by different users as the job requires. */
  remaining: Count,
  /** Number of complete UTC days on which the forecast is based: at most 28, starting with the first day with completed items. */
  days: Count,
  /** Number of these days with completed items. */
  days_with_work: Count,
  /** Mean number of completions per day, weekends included. */
  per_day: z.number(),
  /** Null with fewer than three days of work, and if the job has no remaining items. */
  end: z
    .object({
      /** With a probability of 80 %, the job ends between these two days. */
      earliest: z.iso.date(),
      expected: z.iso.date(),
      latest: z.iso.date(),
    })
    .nullable(),
});
export type JobForecast = z.output<typeof JobForecast>;

/** A period in which the user gave input, according to the clock of the client. */
const ActivePeriod = z.object({
  started: z.iso.datetime(),
  ended: z.iso.datetime(),
  /** The job whose item was shown. */
  job: Id.nullish(),
});

export const statisticsCalls = defineCalls({
  'GET /history/v2/statistics/': {
    summary: 'What users did by themselves, grouped by user, UTC day, week, job or label',
    query: z.object({
      ...WorkspaceQuery,
      /** First and last UTC day, at most 731 days. */
      from: z.iso.date(),
      to: z.iso.date(),
      user: Id.optional(),
      job: Id.optional(),
      label: Id.optional(),
      group_by: Dimensions,
    }),
    response: z.object({
      visibility: StatisticsVisibility,
      /** Whether the response contains only the caller's statistics. Missing in responses of older servers. */
      own_only: z.boolean().optional(),
      /** False while the server is still counting older changes, for example after an upgrade. */
      complete: z.boolean(),
      results: z.array(StatisticsRow),
    }),
  },
  'GET /history/v2/statistics/forecast/': {
    summary: 'When a job will probably be done',
    query: z.object({ ...WorkspaceQuery, job: Id }),
    response: JobForecast,
  },
  'PUT /history/v2/statistics/visibility/': {
    permission: 'own',
    summary: 'Set whether members see the statistics of all users or only their own; the owner and managers see all',
    body: z.object({ visibility: StatisticsVisibility, ...WorkspaceBody }),
    response: z.object({ visibility: StatisticsVisibility }),
  },
  'POST /history/v2/active-time/': {
    permission: 'view',
    summary: 'Report periods with input. Overlaps with reported periods count once',
    body: z.object({
      /** Current time of the client. If the client's clock is wrong, the server corrects the periods by the difference. */
      sent: z.iso.datetime(),
      periods: z.array(ActivePeriod).max(200),
      ...WorkspaceBody,
    }),
    response: Empty,
  },
});
