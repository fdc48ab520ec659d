import { MEASURE_IDS } from '../../statistics/measure-ids';
import { defineUrlParams, param, type ParamsOf, type UrlParamsState } from '@console/shared-ui/basics';

/** Filters for the remarks of reviewers on a job. */
export const REMARK_FILTERS = ['all', 'open', 'answered', 'closed'] as const;
export type RemarkFilter = (typeof REMARK_FILTERS)[number];

/** URL parameters of the section Manage. */
export const manageParams = defineUrlParams({
  job: param.id(),
  tab: param.oneOf(['items', 'people', 'agreement', 'remarks'], 'items'),
  /** Id of the image whose work is compared in the agreement report. */
  item: param.id(),
  remarks: param.oneOf(REMARK_FILTERS, 'all'),
  /** Sort order of the visible report. `sort` accepts the ids of the columns of all reports. */
  reportSort: {
    ...param.sort([
      ...(['name', ...MEASURE_IDS] as const),
      ...['item', 'difference', 'concerned', 'first', 'labels', 'shapes', 'attributes'],
      ...['text', 'state', 'author', 'reviewer', 'created'],
    ]),
    urlName: 'report-sort',
  },
});
export type ManageParams = UrlParamsState<ParamsOf<typeof manageParams>>;
