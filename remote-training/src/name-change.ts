/** Omits a name that has not changed: the API refuses the one-character names that imports create. */
export const toNameChange = (row: { name: string }, name: string): { name?: string } => (name === row.name ? {} : { name });
