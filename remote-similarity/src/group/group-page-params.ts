import { type ParamsOf, type UrlParamsState, defineUrlParams, param } from '@console/shared-ui/pages';

/** What the address of a group's page holds. */
export const groupPageParams = defineUrlParams({
  /** How members are shown. */
  view: param.oneOf(['grid', 'table'], 'grid'),
  tab: param.oneOf(['meta', 'similar', 'image', 'object', 'group', 'merge'], 'meta'),
});

export type GroupPageParams = UrlParamsState<ParamsOf<typeof groupPageParams>>;
