/** Text of the dialog that asks for the label of a new shape. */
export const labelDialogMessages = {
  title: (type: string) => `Select ${type} label!`,
  search: 'Search labels',
  noMatch: 'No label matches.',
  keys: 'Press the key beside a label to choose it. To search for that character, type a space first.',
  jobLabels: 'Labels with questions in this job come first.',
  pointName: 'Enter name of point',
  nameTooLong: 'The name is too long. Enter a shorter name.',
  labelDeleted: 'This label has been deleted. Choose another label.',
  create: 'Create',
  cancel: 'Cancel',
  keep: 'Use for new shapes (Shift+Enter)',
} as const;
