/** First ten characters of an ISO 8601 time: `2026-02-03`. Empty for no time. */
export function formatDate(iso: string | null | undefined): string {
  return iso ? iso.slice(0, 10) : '';
}

/** Date plus HH:MM as the server wrote them (UTC): `2026-02-03 14:05`. Empty for no time. */
export function formatDateTime(iso: string | null | undefined): string {
  if (!iso) return '';
  return iso.length >= 16 ? `${iso.slice(0, 10)} ${iso.slice(11, 16)}` : iso.slice(0, 10);
}
