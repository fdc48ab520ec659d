export const messages = {
  cycle: 'A group or set would contain itself.',
  summarized: 'This change created too many rows to be recorded one by one. It cannot be undone, or no longer.',
  tooManyEntries: (entries: number, max: number) =>
    `This change has ${entries.toLocaleString('en')} entries. At most ${max.toLocaleString('en')} can be undone at once. Recently deleted restores single rows.`,
};
