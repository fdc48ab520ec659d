const STEP = 1000;

/** Formats a byte count as `830 kB` or `4.2 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < STEP * STEP) return `${Math.max(1, Math.round(bytes / STEP))} kB`;
  return `${(bytes / STEP / STEP).toFixed(1)} MB`;
}
