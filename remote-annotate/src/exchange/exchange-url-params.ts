import { defineUrlParams, param, type ParamsOf, type UrlParamsState, type Param } from '@console/shared-ui/basics';

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i;
const STATES = ['list', 'new', 'dates', 'training'];
/**
 * State of a dialog: '' if it is closed, `list`, `new`, or the id of the open version or import. `dates` compares two dates. `training`
 * compares the current images with the images of a training.
 */
const dialogState: Param<string> = {
  ...param.id(),
  read: (text) => (STATES.includes(text) || UUID.test(text) ? text : undefined),
};

/** URL parameters of the dataset version and import dialogs of the image browser. */
export const exchangeUrlParams = defineUrlParams({
  versions: dialogState,
  /** Id of the earlier version in a comparison. */
  since: dialogState,
  /** First and last day of the period in a comparison of two dates. */
  compareFrom: { ...param.day(), urlName: 'compare-from' },
  compareTo: { ...param.day(), urlName: 'compare-to' },
  imports: { ...dialogState, urlName: 'import' },
});
export type ExchangeState = UrlParamsState<ParamsOf<typeof exchangeUrlParams>>;

/** Whether the state of a dialog is the id of a version or import. */
export const isId = (state: string): boolean => UUID.test(state);
