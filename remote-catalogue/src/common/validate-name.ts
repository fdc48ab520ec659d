import { NAME_LENGTH } from '@console/shared-contract/limits';
import { messages } from '../messages';

/** Returns the error message for an invalid name of a product or set, or undefined. */
export const validateName = (name: string): string | undefined =>
  name.trim().length < NAME_LENGTH.min ? messages.nameTooShort : undefined;
