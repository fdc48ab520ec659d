import { isTooDeeplyNested } from '../../../platform/http/body/json';

/**
 * Matches a line with an indentation of 200 columns or with 100 indicators. Each level of nesting needs at least one column or one
 * indicator.
 */
const DEEP_BLOCK = /^ {200}|^[ \t]*(?:[-?:][ \t]+){100}/m;

/** Whether YAML is nested so deeply that its parser would run out of stack, which ends the process. */
export const isDeepYaml = (text: string): boolean => DEEP_BLOCK.test(text) || isTooDeeplyNested(text);
