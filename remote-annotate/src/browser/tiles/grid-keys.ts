/** Returns the number of tiles in the first row of the current layout. */
export function countColumns(tiles: readonly Element[]): number {
  const tileTops = tiles.map((tile) => Math.round(tile.getBoundingClientRect().top));
  const secondRowStart = tileTops.findIndex((top) => top !== tileTops[0]);
  return secondRowStart < 1 ? Math.max(1, tiles.length) : secondRowStart;
}

/** Returns the index of the tile that gets the focus when a key is pressed on tile `index`. Null if the key does not move the focus. */
export function getTargetIndex(key: string, index: number, count: number, columns: number): number | null {
  const target = {
    ArrowRight: index + 1,
    ArrowLeft: index - 1,
    ArrowDown: index + columns,
    ArrowUp: index - columns,
    Home: 0,
    End: count - 1,
  }[key];
  return target === undefined || target < 0 || target >= count ? null : target;
}
