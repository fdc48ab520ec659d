/** What a tool asks the screen to do, because it needs code that is loaded on demand. Coordinates are image pixels. */
export type Prompt =
  /** Divide the selected polygons along a line: `[x1, y1, x2, y2]`. */
  { readonly type: 'cut'; readonly line: readonly [number, number, number, number] };
