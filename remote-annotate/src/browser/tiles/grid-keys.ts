/** Returns the number of tiles in the first row of the current layout. */
export function columnsOf(tiles: readonly Element[]): number {
  const tops = tiles.map((tile) => Math.round(tile.getBoundingClientRect().top));
  const wrapped = tops.findIndex((top) => top !== tops[0]);
  return wrapped < 1 ? Math.max(1, tiles.length) : wrapped;
}

/** Returns the index that a key moves the focus to from `index`, or null if it moves nowhere. */
export function tileByKey(key: string, index: number, count: number, columns: number): number | null {
  const wanted = {
    ArrowRight: index + 1,
    ArrowLeft: index - 1,
    ArrowDown: index + columns,
    ArrowUp: index - columns,
    Home: 0,
    End: count - 1,
  }[key];
  return wanted === undefined || wanted < 0 || wanted >= count ? null : wanted;
}
