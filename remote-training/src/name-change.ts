/** Returns the name only if it has changed. Imports can create one-character names, which the API refuses if they are sent again. */
export const toNameChange = (row: { name: string }, name: string): { name?: string } => (name === row.name ? {} : { name });
