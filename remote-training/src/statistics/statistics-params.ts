import { defineUrlParams, param, type ParamsOf, type UrlParamsState } from '@console/shared-ui/basics';
import { CHART_MEASURES, MEASURE_IDS } from './measure-ids';

export const DIMENSIONS = ['user', 'job', 'label', 'day', 'week'] as const;
export const INTERVALS = ['day', 'week'] as const;

/** Which number a chart shows, and whether it shows days or weeks. */
const chartParams = {
  measure: param.oneOf(CHART_MEASURES, 'items_done'),
  interval: param.oneOf(INTERVALS, 'day'),
};
/** Parameters of the chart of a job, which are not in the URL. */
export const jobChartParams = defineUrlParams(chartParams);

/** URL parameters of the statistics page. Without days, the period is the last four weeks. */
export const statisticsParams = defineUrlParams({
  from: param.day(),
  to: param.day(),
  user: param.id(),
  job: param.id(),
  label: param.id(),
  group: param.oneOf(DIMENSIONS, 'user'),
  sort: param.sort(['name', ...MEASURE_IDS]),
  ...chartParams,
});

/** State of the parameters that a chart needs. */
export type ChartParams = Pick<UrlParamsState<ParamsOf<typeof jobChartParams>>, 'values' | 'set'>;
