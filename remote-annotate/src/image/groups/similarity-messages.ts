/** Text about the groups of a shape or an image. */
export const similarityMessages = {
  widget: 'The list of groups',
  unsaved: 'This object is not saved yet. After it is saved, you can add it to groups.',
  joined: (group: string) => `Added to the group ${group}.`,
  joinedAlready: (group: string) => `The object was already in the group ${group}.`,
  joining: (group: string) => `Being added to the group ${group}`,
  leaving: (group: string) => `Being removed from the group ${group}`,
} as const;
