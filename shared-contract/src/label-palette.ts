/** Colours for labels. They differ in hue and lightness and are visible on light and dark images. */
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

/** Returns the first unused colour of the palette, or undefined if all are used. */
export function findUnusedColor(used: readonly string[]): string | undefined {
  const usedColors = new Set(used.map((color) => color.toLowerCase()));
  return labelPalette.find((color) => !usedColors.has(color));
}

/** Returns the first unused colour of the palette. If all are used, the colours repeat. */
export function nextLabelColor(used: readonly string[]): string {
  return findUnusedColor(used) ?? labelPalette[used.length % labelPalette.length] ?? labelPalette[0];
}
