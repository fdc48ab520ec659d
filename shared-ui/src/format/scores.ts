/** Formats a score (mAP, accuracy) with 3 decimals; a dash for a missing score. */
export function formatScore(score: number | null | undefined): string {
  return score == null ? '–' : score.toFixed(3);
}
