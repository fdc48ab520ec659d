/** Formats a count with the singular or plural noun: `1 image`, `1,200 images`. */
export function formatCount(count: number, singular: string, plural: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? singular : plural}`;
}
