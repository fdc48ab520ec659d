import { defineUrlParams, param, type ParamsOf, type UrlParamsState, type Param } from '@console/shared-ui/basics';

const PLACE = /^(list|new|[0-9a-f]{8}-[0-9a-f-]{27})$/i;
/** State of a dialog: '' (closed), `list`, `new`, or the id of the open version or import. */
const place: Param<string> = { ...param.id(), read: (text) => (PLACE.test(text) ? text : undefined) };

/** URL parameters of the dataset version and import dialogs of the image browser. */
export const exchangeInAddress = defineUrlParams({
  versions: place,
  /** Id of the earlier version that the open version is compared with. */
  since: place,
  imports: { ...place, urlName: 'import' },
});
export type ExchangeState = UrlParamsState<ParamsOf<typeof exchangeInAddress>>;

export const isId = (at: string): boolean => at.length > 4;
