import { createHash } from 'node:crypto';

/**
 * Whether a user gets a gold-standard item at this position of the items of a job, counted from 0. Each block of 1 / rate positions has one
 * gold item. Its random offset is computed from the seed, the user and the block. Two gold items are never adjacent: if a block ends with
 * one, the next block does not start with one.
 * @param seed a secret of the job, because users know the other values
 */
export function isGoldPosition(
  position: number,
  { rate, seed, userId }: { rate: number; seed: string; userId: string },
): boolean {
  const size = Math.max(2, Math.round(1 / rate));
  const computeOffset = (block: number): number => {
    const hash = createHash('sha256').update(`${seed} ${userId} ${block}`).digest();
    const offset = hash.readUInt32BE() % size;
    return offset === 0 && block > 0 && computeOffset(block - 1) === size - 1 ? 1 : offset;
  };
  return position % size === computeOffset(Math.floor(position / size));
}
