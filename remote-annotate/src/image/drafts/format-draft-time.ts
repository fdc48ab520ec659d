/** Formats a time (milliseconds since the epoch). Times of today are shown without the date. */
export function formatDraftTime(at: number): string {
  const then = new Date(at);
  const isToday = then.toDateString() === new Date().toDateString();
  return isToday
    ? then.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
    : then.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
}
