import { QUALITY_MEASURES } from '@console/shared-contract/api';
import { defineUrlParams, param, type ParamsOf, type UrlParamsState } from '@console/shared-ui/basics';

/** URL parameters of the quality page. Without a task, the page shows the first one with scores. */
export const qualityParams = defineUrlParams({
  task: param.id(),
  job: param.id(),
  user: param.id(),
  from: param.day(),
  to: param.day(),
  measure: param.oneOf(QUALITY_MEASURES, 'image_f1'),
});
export type QualityParams = UrlParamsState<ParamsOf<typeof qualityParams>>;
