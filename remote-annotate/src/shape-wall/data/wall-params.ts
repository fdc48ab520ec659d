import { QUALITY_RULES } from '@console/shared-contract/quality-rules';
import { LABELLED_SHAPE_KINDS } from '@console/shared-contract/shape-kinds';
import { defineUrlParams, param, type ParamsOf, type UrlParamsState } from '@console/shared-ui/basics';

/** The sort orders of the page with a tile for each shape. */
export const WALL_SORTS = ['suspicion', 'confidence', 'newest', 'oldest', 'largest', 'smallest'] as const;

/** The URL parameters of the page. */
export const wallParams = defineUrlParams({
  /** Ids of labels of detection and segmentation. A shape matches if it has one of these labels. */
  labels: param.ids(),
  verified: param.mapped({ all: 'all', yes: '1', no: '0' }, 'all'),
  /** The user who has created the shapes. */
  creator: param.id(),
  /** Only shapes with an undecided suspected label error. */
  suspected: param.flag(),
  /** A part of the file name of the image. */
  search: param.search(),
  /** The task whose rules the shapes violated when their images were last checked. */
  violationsOf: { ...param.id(), urlName: 'violations-of' },
  violationDomain: { ...param.oneOf(['detection', 'segmentation'], 'detection'), urlName: 'violation-domain' },
  /** With `violationsOf`: only violations of this rule. */
  violatedRule: { ...param.oneOf(['', ...QUALITY_RULES], ''), urlName: 'violated-rule' },
  /** Id of a shape. Lists only shapes that look similar to this shape, most similar first. */
  similar: param.id(),
  similarKind: { ...param.oneOf(LABELLED_SHAPE_KINDS, 'object'), urlName: 'similar-kind' },
  sort: param.oneOf(WALL_SORTS, 'suspicion'),
});
type WallState = UrlParamsState<ParamsOf<typeof wallParams>>;
export type WallFilters = WallState['values'];
