/** Text of labelling flows. */
export const flowMessages = {
  flow: 'Flow',
  flows: 'Flows',
  choose: 'Please select flow ...',
  none: "You don't have any flows yet ...",
  empty: 'This flow is empty!',
  imageBadge: 'IMAGE',
  deleted: 'This flow has been deleted.',
  loading: 'the flow',
  taskDeleted: 'The recognition task of this step has been deleted.',
  actions: { switch: 'Switch', list: 'List', recognition: 'Recognition', detection_switch: 'By object label' },
  branch: (label: string) => `When ${label}`,
  next: 'Next steps',
  selectObject: 'This step depends on the label of an object. Select an object.',
  objectIs: (label: string) => `The object is ${label}.`,
  nothingToDo: (label: string) => `There is nothing to do for ${label}.`,
} as const;
