export const messages = {
  summarized:
    'This change created too many rows to be recorded one by one. Undo it where it was made, for example on the page of the import.',
  tooManyEntries: (entries: number, max: number) => `This change has ${entries} entries. At most ${max} can be undone at once.`,
};
