const STEP = 1000;

/** Formats a byte count as `830 kB`, `4.2 MB` or `1.3 GB`. */
export function formatBytes(bytes: number): string {
  if (bytes === 0) return '0 kB';
  if (bytes < STEP ** 2) return `${Math.max(1, Math.round(bytes / STEP))} kB`;
  return bytes < STEP ** 3 ? `${(bytes / STEP ** 2).toFixed(1)} MB` : `${(bytes / STEP ** 3).toFixed(1)} GB`;
}
