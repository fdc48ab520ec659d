export { defineUrlParams, type ParamsOf, type ValuesOf } from './url-params';
export { param, type Param } from './param';
export { useUrlParams, useLocalParams, type UrlParamsState } from './use-url-params';
