export {
  countByRef,
  countFacets,
  facetCount,
  hasSeq,
  matchedBits,
  searchFacets,
  seqsOf,
  type FacetFilter,
  type FacetTerm,
  type SeqPage,
} from './search';
export { forgetFacetRef, holdRows, lockImages, syncFacets, type FacetSync, type FacetsGone } from './sync';
export { rebuildAllFacets, rebuildFacets } from './rebuild';
export { seqRangeOf } from './range';
export { takeSeq } from './seq';
export { IMAGE_FACETS, IMAGE_FLAG_FACETS, OBJECT_FACETS, OBJECT_FLAG_FACETS, type FacetKind } from './kinds';
