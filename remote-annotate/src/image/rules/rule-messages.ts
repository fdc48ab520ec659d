import { formatCount } from '@console/shared-ui/format';

/** Text about rules that an image violates, and about images without shapes. */
export const ruleMessages = {
  refusedTitle: 'This image cannot be verified yet',
  warningTitle: 'Verify this image?',
  errorCount: (errors: number) => `Correct ${formatCount(errors, 'error', 'errors')} first.`,
  warningCount: (warnings: number) => `The rules of its tasks report ${formatCount(warnings, 'warning', 'warnings')}.`,
  selectEntryHint: ' Select an entry to show its shape.',
  level: { error: 'Error', warning: 'Warning' },
  violations: 'Violations',
  verifyAnyway: 'Verify anyway',
  nothingToAnnotate: 'Nothing to annotate',
  nothingToAnnotateHint: 'Verify the image and state that it has nothing to annotate',
  statedEmptyHint: 'You stated that the image has nothing to annotate. Select to remove your verification.',
  waiting: 'Waiting for the shapes and rules of this image …',
  verifyNow: 'Verify now',
  cancel: 'Cancel',
  hasShapes: 'The image has shapes.',
} as const;
