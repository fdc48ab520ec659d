import { defineUrlParams, param, type ParamsOf, type UrlParamsState, type Param } from '@console/shared-ui/basics';

const UUID = /^[0-9a-f-]{36}$/i;
const uuids: Param<readonly string[]> = {
  ...param.ids(),
  read: (text) =>
    param
      .ids()
      .read(text)
      ?.filter((id) => UUID.test(id)),
};

/** The id of a run of predictions, or '' for none. */
const run: Param<string> = { ...param.id(), read: (text) => (UUID.test(text) ? text : undefined) };

/** 0 to 100. */
const percent: Param<number> = {
  initial: 0,
  read: (text) => (/^\d{1,3}(\.\d+)?$/.test(text) && Number(text) <= 100 ? Number(text) : undefined),
  write: String,
  typed: true,
};

/** What the browser of images has in the address of its page. */
export const filtersInAddress = defineUrlParams({
  entity: { ...param.mapped({ images: 'images', objects: 'objects' }, 'images'), urlName: 'show' },
  verified: param.mapped({ all: 'all', yes: '1', no: '0' }, 'all'),
  grouping: { ...param.mapped({ any: 'any', in: 'in', not: 'not' }, 'any'), urlName: 'groups' },
  background: param.mapped({ product: 'product', real: 'real', all: 'all' }, 'all'),
  /** A part of the name of the image's file. */
  search: param.search(),
  /** Ids of recognition labels, any of which will do. */
  labels: uuids,
  /** Ids of detection labels, any of which will do. */
  detectionLabels: { ...uuids, urlName: 'object-labels' },
  /** Only images with an outline. */
  polygons: param.flag(),
  /** Ids of segmentation labels, any of which will do. */
  polygonLabels: { ...uuids, urlName: 'polygon-labels' },
  /** In the time zone of the person. */
  day: param.day(),
  test: param.flag(),
  /** Null: as the workspace is set. */
  blur: param.optionalFlag(),
  /** Members of the job or task, or all the others; without a job or task it says nothing. */
  inTarget: { ...param.flag(), urlName: 'members' },
  /** The run of predictions whose suspects are left to be decided. */
  suspectsOf: { ...run, urlName: 'suspects-of' },
  /** The run of predictions that says how uncertain its model is of each. */
  predictedBy: { ...run, urlName: 'predicted-by' },
  /** With that: the least uncertainty. */
  uncertainty: percent,
  /**
   * As the specification has it, by name; objects have none, and are listed the newest first. The surest suspects and
   * the most uncertain images need the filter that says whose.
   */
  sort: param.oneOf(['name', 'newest', 'oldest', 'surest', 'uncertain'], 'name'),
  /** Only images that look like this, the nearest first; objects are not asked for by it. */
  similarTo: { ...param.id(), read: (text: string) => (UUID.test(text) ? text : undefined), urlName: 'similar' },
  similarKind: { ...param.oneOf(['image', 'object', 'polygon', 'group'], 'image'), urlName: 'similar-kind' },
  page: param.page(),
});

export type FilterState = UrlParamsState<ParamsOf<typeof filtersInAddress>>;
export type BrowserFilters = FilterState['values'];
