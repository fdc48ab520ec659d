const BYTES = 16;
const EMPTY = -1;
const INITIAL_SIZE = 1024;

/**
 * A hash table from ids of 16 bytes to their positions in a list. It uses linear probing over 32-bit integers and takes 8 MB
 * for a million ids. A Map of strings would take 100 MB, a third of the memory that the complete index may use.
 */
export class IdTable {
  private places = new Int32Array(INITIAL_SIZE).fill(EMPTY);
  private count = 0;

  /** `idAt` returns the bytes of the id at a position. */
  constructor(private readonly idAt: (place: number) => Uint8Array) {}

  /** Returns the position of an id, or -1. */
  find(id: Uint8Array): number {
    return this.places[this.findSlot(id)]!;
  }

  /** Sets the position of an id. `idAt` must already return the id for this position. */
  set(id: Uint8Array, place: number): void {
    const slot = this.findSlot(id);
    if (this.places[slot] === EMPTY) this.count += 1;
    this.places[slot] = place;
    if (this.count * 2 > this.places.length) this.enlarge();
  }

  /** Deletes an id. Later entries of the same probe sequence move up, so that searches for them do not stop at the hole. */
  delete(id: Uint8Array): void {
    let hole = this.findSlot(id);
    if (this.places[hole] === EMPTY) return;
    const mask = this.places.length - 1;
    this.count -= 1;
    for (let slot = (hole + 1) & mask; this.places[slot] !== EMPTY; slot = (slot + 1) & mask) {
      const home = hashId(this.idAt(this.places[slot]!)) & mask;
      // Distances wrap around at the end of the table.
      if (((slot - home) & mask) < ((slot - hole) & mask)) continue;
      this.places[hole] = this.places[slot]!;
      hole = slot;
    }
    this.places[hole] = EMPTY;
  }

  private findSlot(id: Uint8Array): number {
    const mask = this.places.length - 1;
    let slot = hashId(id) & mask;
    while (this.places[slot] !== EMPTY && !isEqual(this.idAt(this.places[slot]!), id)) slot = (slot + 1) & mask;
    return slot;
  }

  private enlarge(): void {
    const previous = this.places;
    this.places = new Int32Array(previous.length * 2).fill(EMPTY);
    for (const place of previous) if (place !== EMPTY) this.places[this.findSlot(this.idAt(place))] = place;
  }
}

/** FNV-1a. Every byte must count, because time-ordered UUIDs share their first bytes. */
function hashId(id: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < BYTES; at++) hash = Math.imul(hash ^ id[at]!, 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  for (let at = 0; at < BYTES; at++) if (a[at] !== b[at]) return false;
  return true;
}
