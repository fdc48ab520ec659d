import type { RuleViolation } from '@console/shared-contract/quality-rules';

const MAX_LISTED = 3;

/** Error messages of the rules for API clients. */
export const messages = {
  imagesViolateRules: (images: number, violations: readonly RuleViolation[]) => {
    const distinctTexts = [...new Set(violations.map(({ text }) => text))];
    const omittedText = distinctTexts.length > MAX_LISTED ? ` And ${distinctTexts.length - MAX_LISTED} more.` : '';
    return `${images === 1 ? 'The image' : `${images} images`} cannot be verified. ${distinctTexts.slice(0, MAX_LISTED).join(' ')}${omittedText}`;
  },
  groupViolatesRules: (texts: readonly string[]) => `The group cannot be verified. ${texts.join(' ')}`,
  hasShapes: 'is not possible because the image has shapes',
} as const;
