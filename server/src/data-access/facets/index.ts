// Facets are bitmaps for filters and counts: one per label, job or flag. The position of an image's or object's bit is its sequence number
// (`seq`), which numbers the images or objects of a workspace by creation. Functions named `select...` return SQL.
export {
  FETCH_COST_RATIO,
  countMatches,
  selectFacetCount,
  hasSeq,
  getMatchBitmap,
  searchFacets,
  listSeqs,
  type FacetFilter,
  type FacetTerm,
  type MatchBitmap,
  type NameTerm,
  type SeqPage,
} from './search';
export { listFirstSeqs, searchUpToBound } from './bounded-search';
export { deleteReferenceFacets, lockReferencedRows, lockImages, syncFacets, type FacetSync } from './sync';
export { rebuildAllFacets, rebuildFacets } from './rebuild';
export { findSeqRange } from './range';
export { allocateSeqs } from './seq';
export { IMAGE_FACETS, IMAGE_FLAG_FACETS, OBJECT_FACETS, OBJECT_FLAG_FACETS, type FacetKind } from './kinds';
export { estimateMatches, includeFileNames, listSearchedSlices } from './file-name-slices';
