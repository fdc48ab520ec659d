export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** Returns the first instant of a day in the user's time zone. */
export const getDayStart = (day: string): string => new Date(`${day}T00:00:00`).toISOString();

/** Returns the last instant of a day in the user's time zone. */
export const getDayEnd = (day: string): string => new Date(`${day}T23:59:59.999`).toISOString();
