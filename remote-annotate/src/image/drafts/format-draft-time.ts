/** Formats a time (milliseconds since the epoch). Times of today are shown without the date. */
export function formatDraftTime(timestamp: number): string {
  const date = new Date(timestamp);
  const isToday = date.toDateString() === new Date().toDateString();
  return isToday
    ? date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
    : date.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
}
