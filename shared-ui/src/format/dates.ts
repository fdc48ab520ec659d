/** Formats the date of an ISO 8601 time: `2026-02-03`. Returns an empty string without a time. */
export function formatDate(iso: string | null | undefined): string {
  return iso ? iso.slice(0, 10) : '';
}

/** Formats date and time in UTC, as sent by the server: `2026-02-03 14:05`. Returns an empty string without a time. */
export function formatDateTime(iso: string | null | undefined): string {
  if (!iso) return '';
  return iso.length >= 16 ? `${iso.slice(0, 10)} ${iso.slice(11, 16)}` : iso.slice(0, 10);
}
