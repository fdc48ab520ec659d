import { type ParamsOf, type UrlParamsState, defineUrlParams, param } from '@console/shared-ui/pages';

/** URL parameters of the group page. */
export const groupPageParams = defineUrlParams({
  /** Whether members are shown as a grid or a table. */
  view: param.oneOf(['grid', 'table'], 'grid'),
  tab: param.oneOf(['meta', 'similar', 'image', 'object', 'group', 'merge'], 'meta'),
});

export type GroupPageParams = UrlParamsState<ParamsOf<typeof groupPageParams>>;
