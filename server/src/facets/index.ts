export { countByRef, countFacets, searchFacets, type FacetFilter, type FacetTerm, type SeqPage } from './search';
export { forgetFacetRef, lockImages, syncFacets, type FacetSync, type FacetsGone } from './sync';
export { rebuildAllFacets, rebuildFacets } from './rebuild';
export { seqRangeOf } from './range';
export { takeSeq } from './seq';
export { IMAGE_FACETS, OBJECT_FACETS, type FacetKind } from './kinds';
