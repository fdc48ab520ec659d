/** Texts that offer to continue an unfinished polygon of an earlier visit. */
export const draftMessages = {
  title: (time: string) => `Unfinished polygon from ${time}`,
  resume: 'Continue',
  discard: 'Discard',
} as const;
