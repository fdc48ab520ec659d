import type { RuleViolation } from '@console/shared-contract/quality-rules';

const MAX_LISTED = 3;

/** Error messages of the rules for API clients. */
export const messages = {
  violated: (images: number, violations: readonly RuleViolation[]) => {
    const listed = [...new Set(violations.map(({ text }) => text))];
    const more = listed.length > MAX_LISTED ? ` And ${listed.length - MAX_LISTED} more.` : '';
    return `${images === 1 ? 'The image' : `${images} images`} cannot be verified. ${listed.slice(0, MAX_LISTED).join(' ')}${more}`;
  },
  groupViolated: (texts: readonly string[]) => `The group cannot be verified. ${texts.join(' ')}`,
  hasShapes: 'is not possible because the image has shapes',
} as const;
