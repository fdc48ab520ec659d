/** Colours for labels: apart from each other in hue and lightness, visible on light and dark pictures. */
export const labelPalette = [
  '#e6194b',
  '#f58231',
  '#ffd23f',
  '#3cb44b',
  '#17becf',
  '#2f80ed',
  '#7b4bd6',
  '#e377c2',
  '#a0522d',
  '#ffffff',
] as const;

/** A colour for the next label, given those in use: the first that is free, else they go round. */
export function nextLabelColor(used: readonly string[]): string {
  const taken = new Set(used.map((color) => color.toLowerCase()));
  return labelPalette.find((color) => !taken.has(color)) ?? labelPalette[used.length % labelPalette.length] ?? labelPalette[0];
}
