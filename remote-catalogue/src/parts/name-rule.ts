import { NAME_LENGTH } from '@console/shared-contract/limits';
import { messages } from '../messages';

/** What is wrong with the name of a product or a set. */
export const nameError = (name: string): string | undefined =>
  name.trim().length < NAME_LENGTH.min ? messages.nameTooShort : undefined;
