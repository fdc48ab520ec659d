import { findAlignments, prepareImage, scoreDuplicate, type Alignment, type ComparableImage } from './compare-images';
import { createPause } from './pause';

/** Two images of which one is a copy of the other. */
export interface Duplicate {
  id: string;
  duplicate: string;
  score: number;
}

interface DuplicateSearch {
  /** Ids of the images whose duplicates are searched. */
  images: readonly string[];
  /** Returns the ids of images that may be duplicates of an image. A long search calls `pause` regularly. */
  selectCandidates: (id: string, pause: () => Promise<void>) => readonly string[] | Promise<readonly string[]>;
  /** Reads the greyscale thumbnails of images by id. Images without a thumbnail are skipped. */
  readThumbnails: (ids: readonly string[]) => Promise<ReadonlyMap<string, Uint8Array>>;
}

/** Maximum number of pairs that are compared in detail, 2 ms each. The maximum is divided among the images of a search. */
const MAX_DETAILED_PAIRS = 3000;
const MIN_DETAILED_PAIRS = 3;
/** Maximum number of prepared images in memory, about 40 kB each. */
const MAX_PREPARED_IMAGES = 500;

/** Finds duplicates of images, best first, by comparing their thumbnails with those of candidates (ADR 0058). */
export async function findDuplicates({ images, selectCandidates, readThumbnails }: DuplicateSearch): Promise<Duplicate[]> {
  const maxDetailedPairs = Math.max(MIN_DETAILED_PAIRS, Math.floor(MAX_DETAILED_PAIRS / images.length));
  const duplicates: Duplicate[] = [];
  const preparedImages = new Map<string, ComparableImage>();
  const pause = createPause();
  for (const id of images) {
    const candidates = (await selectCandidates(id, pause)).filter((candidate) => candidate !== id);
    const unpreparedIds = [id, ...candidates].filter((imageId) => !preparedImages.has(imageId));
    for (const [unpreparedId, thumbnail] of await readThumbnails(unpreparedIds)) {
      preparedImages.set(unpreparedId, prepareImage(thumbnail));
      await pause();
    }
    const image = preparedImages.get(id);
    const pairs: { duplicate: string; alignments: Alignment[] }[] = [];
    for (const candidateId of image ? candidates : []) {
      const candidate = preparedImages.get(candidateId);
      const alignments = image && candidate ? findAlignments(image, candidate) : [];
      if (alignments.length > 0) pairs.push({ duplicate: candidateId, alignments });
      await pause();
    }
    pairs.sort((a, b) => b.alignments[0]!.score - a.alignments[0]!.score);
    for (const { duplicate: candidateId, alignments } of pairs.slice(0, maxDetailedPairs)) {
      const score = scoreDuplicate(alignments);
      if (score !== null) duplicates.push({ id, duplicate: candidateId, score });
      await pause();
    }
    for (const oldestId of preparedImages.keys()) if (preparedImages.size > MAX_PREPARED_IMAGES) preparedImages.delete(oldestId);
  }
  return duplicates.sort((a, b) => b.score - a.score);
}
