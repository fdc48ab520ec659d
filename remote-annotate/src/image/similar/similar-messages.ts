/** Text about similar items. */
export const similarMessages = {
  widget: 'Similar items',
  unsaved: 'This shape is not saved yet. After it is saved, you can find similar items.',
  find: 'Find similar',
} as const;
