const ID_BYTES = 16;
const EMPTY_SLOT = -1;
const INITIAL_SIZE = 1024;

/**
 * A hash table from ids of 16 bytes to their positions in a list. It uses linear probing over 32-bit integers and takes 8 MB
 * for a million ids. A Map of strings would take 100 MB, a third of the memory that the complete index may use.
 */
export class IdTable {
  private positions = new Int32Array(INITIAL_SIZE).fill(EMPTY_SLOT);
  private count = 0;

  /** `getIdAt` returns the bytes of the id at a position. */
  constructor(private readonly getIdAt: (position: number) => Uint8Array) {}

  /** Returns the position of an id, or -1. */
  find(id: Uint8Array): number {
    return this.positions[this.findSlot(id)]!;
  }

  /** Sets the position of an id. `getIdAt` must already return the id for this position. */
  set(id: Uint8Array, position: number): void {
    const slot = this.findSlot(id);
    if (this.positions[slot] === EMPTY_SLOT) this.count += 1;
    this.positions[slot] = position;
    if (this.count * 2 > this.positions.length) this.enlarge();
  }

  /** Deletes an id. Later entries of the same probe sequence move up, because searches for them would stop at the empty slot. */
  delete(id: Uint8Array): void {
    let freedSlot = this.findSlot(id);
    if (this.positions[freedSlot] === EMPTY_SLOT) return;
    const mask = this.positions.length - 1;
    this.count -= 1;
    for (let slot = (freedSlot + 1) & mask; this.positions[slot] !== EMPTY_SLOT; slot = (slot + 1) & mask) {
      const hashedSlot = hashId(this.getIdAt(this.positions[slot]!)) & mask;
      // Distances wrap around at the end of the table.
      if (((slot - hashedSlot) & mask) < ((slot - freedSlot) & mask)) continue;
      this.positions[freedSlot] = this.positions[slot]!;
      freedSlot = slot;
    }
    this.positions[freedSlot] = EMPTY_SLOT;
  }

  private findSlot(id: Uint8Array): number {
    const mask = this.positions.length - 1;
    let slot = hashId(id) & mask;
    while (this.positions[slot] !== EMPTY_SLOT && !isEqual(this.getIdAt(this.positions[slot]!), id)) slot = (slot + 1) & mask;
    return slot;
  }

  private enlarge(): void {
    const previousPositions = this.positions;
    this.positions = new Int32Array(previousPositions.length * 2).fill(EMPTY_SLOT);
    for (const position of previousPositions)
      if (position !== EMPTY_SLOT) this.positions[this.findSlot(this.getIdAt(position))] = position;
  }
}

/** FNV-1a. Every byte must count, because time-ordered UUIDs share their first bytes. */
function hashId(id: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < ID_BYTES; index++) hash = Math.imul(hash ^ id[index]!, 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  for (let index = 0; index < ID_BYTES; index++) if (a[index] !== b[index]) return false;
  return true;
}
