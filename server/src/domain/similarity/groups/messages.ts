/** Error messages of the similarity group routes for API clients. */
export const messages = {
  groupContainsItself: 'would contain itself',
  mergedIntoItself: 'a group cannot be merged into itself',
  tooManyMatches: (limit: number) => `matches more than ${limit} groups, the maximum for one call`,
  csv: {
    name: 'The name of the group must have 2 to 255 characters.',
    test: (text: string) => `'${text}' is neither TEST nor TRAIN.`,
    conflictingTypes: (group: string) => `${group} has another type in an earlier row.`,
    conflictingFlags: (group: string) => `${group} is TEST in one row and TRAIN in another.`,
    unknownImage: (name: string) => `There is no image named ${name}.`,
    ambiguousImage: (name: string) => `Several images are named ${name}.`,
    unknownImageId: (id: string) => `There is no image with the id ${id}.`,
    unknownType: (name: string) => `There is no type named ${name}.`,
    ambiguousType: (name: string) => `Several types are named ${name}.`,
    sameGroup: (name: string) => `Other rows refer to the same group as ${name}.`,
    ambiguousGroup: (name: string) => `Several groups are named ${name}.`,
  },
  groupsInGoldJob: 'cannot be added in a job with gold items. Only images and objects can',
  moveInGoldJob: 'must be another group that you have got in a job with gold items. Remove the members instead',
  alreadyInGroup: 'the members are in this group already',
  markedAndUnmarked: 'cannot be marked and unmarked at once',
} as const;
