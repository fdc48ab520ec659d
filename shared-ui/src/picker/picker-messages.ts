/** Interface text of pickers. */
export const pickerMessages = {
  noneMatches: 'No matching names.',
  idStart: (start: string) => `Id ${start}…`,
  domainTask: {
    domains: { detection: 'detection', segmentation: 'segmentation', recognition: 'recognition', similarity: 'similarity' },
    none: 'No tasks yet.',
    failed: "Couldn't load the tasks.",
  },
};
