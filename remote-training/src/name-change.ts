/** Returns the name only if it has changed: the API refuses the one-character names of rows that imports have created. */
export const toNameChange = (row: { name: string }, name: string): { name?: string } => (name === row.name ? {} : { name });
