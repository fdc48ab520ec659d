import { defineUrlParams, param, type ParamsOf, type UrlParamsState, type Param } from '@console/shared-ui/basics';

const PLACE = /^(list|new|[0-9a-f]{8}-[0-9a-f-]{27})$/i;
/** '': closed; `list`; `new`; or the id of one. */
const place: Param<string> = { ...param.id(), read: (text) => (PLACE.test(text) ? text : undefined) };

/** The dialogs of dataset versions and imports that are open over the image browser. */
export const exchangeInAddress = defineUrlParams({
  versions: place,
  /** With the id of a version: the earlier one that it is compared with. */
  since: place,
  imports: { ...place, urlName: 'import' },
});
export type ExchangeState = UrlParamsState<ParamsOf<typeof exchangeInAddress>>;

export const isId = (at: string): boolean => at.length > 4;
