/** A score (mAP, accuracy) to 3 decimals; a dash where there is none. */
export function formatScore(score: number | null | undefined): string {
  return score == null ? '–' : score.toFixed(3);
}
