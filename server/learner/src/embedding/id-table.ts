const BYTES = 16;
const EMPTY = -1;
const FIRST = 1024;

/**
 * The place of each id, of 16 bytes, in a list of them. Linear probing over whole numbers: 8 MB for a million, where a Map of
 * texts takes 100 and the whole index may take 300.
 */
export class IdTable {
  private places = new Int32Array(FIRST).fill(EMPTY);
  private count = 0;

  /** `idAt` answers the bytes of the id at a place. */
  constructor(private readonly idAt: (place: number) => Uint8Array) {}

  find(id: Uint8Array): number {
    return this.places[this.slotOf(id)]!;
  }

  /** Sets the place of an id, whose bytes are there already. */
  set(id: Uint8Array, place: number): void {
    const slot = this.slotOf(id);
    if (this.places[slot] === EMPTY) this.count += 1;
    this.places[slot] = place;
    if (this.count * 2 > this.places.length) this.enlarge();
  }

  /** Forgets an id. Those behind it that had to make way move up, so that no search ends before them. */
  delete(id: Uint8Array): void {
    let hole = this.slotOf(id);
    if (this.places[hole] === EMPTY) return;
    const mask = this.places.length - 1;
    this.count -= 1;
    for (let slot = (hole + 1) & mask; this.places[slot] !== EMPTY; slot = (slot + 1) & mask) {
      const home = hashOf(this.idAt(this.places[slot]!)) & mask;
      // Distances are counted round the end of the table.
      if (((slot - home) & mask) < ((slot - hole) & mask)) continue;
      this.places[hole] = this.places[slot]!;
      hole = slot;
    }
    this.places[hole] = EMPTY;
  }

  private slotOf(id: Uint8Array): number {
    const mask = this.places.length - 1;
    let slot = hashOf(id) & mask;
    while (this.places[slot] !== EMPTY && !isSame(this.idAt(this.places[slot]!), id)) slot = (slot + 1) & mask;
    return slot;
  }

  private enlarge(): void {
    const before = this.places;
    this.places = new Int32Array(before.length * 2).fill(EMPTY);
    for (const place of before) if (place !== EMPTY) this.places[this.slotOf(this.idAt(place))] = place;
  }
}

/** FNV-1a: ids by time have much in common. */
function hashOf(id: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < BYTES; at++) hash = Math.imul(hash ^ id[at]!, 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  for (let at = 0; at < BYTES; at++) if (a[at] !== b[at]) return false;
  return true;
}
