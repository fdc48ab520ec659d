import { defineUrlParams, param, type ParamsOf, type UrlParamsState, type Param } from '@console/shared-ui/basics';

const DIALOG_STATE = /^(list|new|[0-9a-f]{8}-[0-9a-f-]{27})$/i;
/** State of a dialog: '' (closed), `list`, `new`, or the id of the open version or import. */
const dialogState: Param<string> = { ...param.id(), read: (text) => (DIALOG_STATE.test(text) ? text : undefined) };

/** URL parameters of the dataset version and import dialogs of the image browser. */
export const exchangeUrlParams = defineUrlParams({
  versions: dialogState,
  /** Id of the earlier version that the open version is compared with. */
  since: dialogState,
  imports: { ...dialogState, urlName: 'import' },
});
export type ExchangeState = UrlParamsState<ParamsOf<typeof exchangeUrlParams>>;

/** Whether the state of a dialog is the id of a version or import. */
export const isId = (state: string): boolean => state.length > 4;
