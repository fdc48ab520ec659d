/** The sentences of the similarity group calls that a caller reads. */
export const messages = {
  circle: 'would contain itself',
  mergeSelf: 'a group cannot be merged into itself',
  tooMany: (most: number) => `matches more than ${most} groups, as many as one call may change`,
  oneWorkspace: 'are of several workspaces',
  csv: {
    name: 'The name of the group must have 2 to 255 letters.',
    test: (text: string) => `'${text}' is neither TEST nor TRAIN.`,
    twoTypes: (group: string) => `${group} has another type in a row before.`,
    twoFlags: (group: string) => `${group} is TEST in one row and TRAIN in another.`,
    noImage: (name: string) => `There is no image named ${name}.`,
    manyImages: (name: string) => `Several images are named ${name}.`,
    noImageId: (id: string) => `There is no image with the id ${id}.`,
    noType: (name: string) => `There is no type named ${name}.`,
    manyTypes: (name: string) => `Several types are named ${name}.`,
    manyGroups: (name: string) => `Several groups are named ${name}.`,
  },
  moveSelf: 'the members are in this group already',
  markBoth: 'cannot be marked and unmarked at once',
} as const;
