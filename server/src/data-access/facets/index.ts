export {
  countMatches,
  selectFacetCount,
  hasSeq,
  getMatchedBits,
  searchFacets,
  listSeqs,
  type FacetFilter,
  type FacetTerm,
  type SeqPage,
} from './search';
export { deleteFacetRef, lockReferencedRows, lockImages, syncFacets, type FacetSync } from './sync';
export { rebuildAllFacets, rebuildFacets } from './rebuild';
export { findSeqRange } from './range';
export { allocateSeqs } from './seq';
export { IMAGE_FACETS, IMAGE_FLAG_FACETS, OBJECT_FACETS, OBJECT_FLAG_FACETS, type FacetKind } from './kinds';
