import { isTooDeeplyNested } from '../../../platform/http/body/json';

/** A level of nesting has an indentation of at least one column, or an indicator in the same line. */
const DEEP_BLOCK = /^ {200}|^[ \t]*(?:[-?:][ \t]+){100}/m;

/** Whether YAML is nested so deeply that its parser would run out of stack, which ends the process. */
export const isDeepYaml = (text: string): boolean => DEEP_BLOCK.test(text) || isTooDeeplyNested(text);
