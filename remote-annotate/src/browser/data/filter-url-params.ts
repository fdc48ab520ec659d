import { QUALITY_RULES, RULE_DOMAINS } from '@console/shared-contract/quality-rules';
import { SHAPE_FLAGS } from '@console/shared-contract/shape-attributes';
import { FILTERED_SHAPE_KINDS, SIMILAR_KINDS, type FilteredShapeKind } from '@console/shared-contract/shape-kinds';
import { VISIBILITY } from '@console/shared-contract/skeleton';
import { defineUrlParams, param, type ParamsOf, type UrlParamsState, type Param } from '@console/shared-ui/basics';
import { FIRST_PAGE } from './first-page';

const UUID = /^[0-9a-f-]{36}$/i;
const uuids: Param<readonly string[]> = {
  ...param.ids(),
  read: (text) =>
    param
      .ids()
      .read(text)
      ?.filter((id) => UUID.test(id)),
};

/** The id of a row, or '' for none. */
const uuid: Param<string> = { ...param.id(), read: (text) => (UUID.test(text) ? text : undefined) };

const MAP_AREA = /^(pca|umap)(,-?\d+(\.\d+)?){6,}$/;

/** A percentage from 0 to 100. */
const percent: Param<number> = {
  initial: 0,
  read: (text) => (/^\d{1,3}(\.\d+)?$/.test(text) && Number(text) <= 100 ? Number(text) : undefined),
  write: String,
  typed: true,
};

const optionalPercent: Param<number | null> = { ...percent, initial: null, write: (value) => String(value ?? '') };

const shapeKinds: Param<readonly FilteredShapeKind[]> = {
  initial: [],
  read: (text) => FILTERED_SHAPE_KINDS.filter((kind) => text.split(',').includes(kind)),
  write: (kinds) => kinds.join(','),
  urlName: 'kinds',
};

/** A filter by a label's attribute, or by a named point of its skeletons, with the value or state that shapes must have. */
export interface LabelAttribute {
  domain: 'detection' | 'segmentation';
  label: string;
  type: 'attribute' | 'point';
  name: string;
  /** '' for any value; for a point, '' for visible or occluded. */
  value: string;
}

const labelAttribute: Param<LabelAttribute | null> = {
  initial: null,
  read: (text) => {
    const [domain, label = '', type, name = '', value = ''] = text.split('/').map(decodePart);
    if ((domain !== 'detection' && domain !== 'segmentation') || !UUID.test(label) || name === '') return undefined;
    if (type === 'attribute') return { domain, label, type, name, value };
    if (type !== 'point' || (value !== '' && !Object.hasOwn(VISIBILITY, value))) return undefined;
    return { domain, label, type, name, value };
  },
  write: (attribute) =>
    attribute === null
      ? ''
      : [attribute.domain, attribute.label, attribute.type, attribute.name, attribute.value].map(encodeURIComponent).join('/'),
  urlName: 'label-attribute',
  typed: true,
};

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** Flags in links from earlier releases and from the dashboard, with the kinds of shapes that they select. */
const KIND_FLAGS = { rotated: 'rotated_box', polygons: 'polygon,mask', skeletons: 'skeleton' };

function replaceKindFlags(query: URLSearchParams): URLSearchParams {
  const replacedQuery = new URLSearchParams(query);
  for (const [flag, kinds] of Object.entries(KIND_FLAGS)) {
    if (replacedQuery.get(flag) === '1')
      replacedQuery.set('kinds', [replacedQuery.get('kinds') ?? '', kinds].filter(Boolean).join(','));
    replacedQuery.delete(flag);
  }
  return replacedQuery;
}

const currentUrlParams = defineUrlParams({
  entity: { ...param.mapped({ images: 'images', objects: 'objects' }, 'images'), urlName: 'show' },
  verified: param.mapped({ all: 'all', yes: '1', no: '0' }, 'all'),
  grouping: { ...param.mapped({ any: 'any', in: 'in', not: 'not' }, 'any'), urlName: 'groups' },
  background: param.mapped({ product: 'product', real: 'real', all: 'all' }, 'all'),
  /** A substring of the image's file name. */
  search: param.search(),
  /** Ids of recognition labels. An image matches if it has at least one of these labels. */
  labels: uuids,
  /** Ids of detection labels. An image matches if it has a shape with one of these labels. */
  detectionLabels: { ...uuids, urlName: 'object-labels' },
  /** Kinds of shapes. An image matches if it has a shape of one of these kinds. Lists of objects support only rotated boxes. */
  shapeKinds,
  /** Ids of segmentation labels. An image matches if it has a shape with one of these labels. */
  polygonLabels: { ...uuids, urlName: 'polygon-labels' },
  /** Ids of detection labels. An image matches if it has a skeleton with one of these labels. */
  skeletonLabels: { ...uuids, urlName: 'skeleton-labels' },
  /** Lists only objects with this flag, or only images that contain a shape with this flag. */
  attribute: param.oneOf(['', ...SHAPE_FLAGS], ''),
  /** Lists only objects with this attribute of a label, or only images that contain a shape with this attribute. */
  labelAttribute,
  /** The creation day in the user's time zone. */
  day: param.day(),
  /** First day of the period in which the listed images were added or changed. */
  changedFrom: { ...param.day(), urlName: 'changed-from' },
  /** Last day of the period that starts at `changedFrom`; '' is today. Ignored without `changedFrom`. */
  changedTo: { ...param.day(), urlName: 'changed-to' },
  /** Id of the dataset version of a training. Lists only images that were added or changed after this training. */
  changedSinceTraining: { ...uuid, urlName: 'changed-since-training' },
  test: param.flag(),
  /** Only images whose verification states that they have nothing to annotate. */
  nothingToAnnotate: { ...param.flag(), urlName: 'nothing' },
  /** Only images with shapes or labels from a model that no user has changed or verified. */
  unreviewed: param.flag(),
  /** Id of the task whose quality rules the listed images violated when they were last checked. */
  violationsOf: { ...uuid, urlName: 'violations-of' },
  violationDomain: { ...param.oneOf(RULE_DOMAINS, 'detection'), urlName: 'violation-domain' },
  /** With `violationsOf`: only violations of this rule. */
  violatedRule: { ...param.oneOf(['', ...QUALITY_RULES], ''), urlName: 'violated-rule' },
  /** Polygon on the map of images or objects. Only the items inside it are listed. */
  area: { initial: '', read: (text) => (MAP_AREA.test(text) ? text : undefined), write: String } as Param<string>,
  /** Whether images are blurred. Null uses the setting of the workspace. */
  blur: param.optionalFlag(),
  /** Whether to list members of the job or task instead of all other images. Ignored without a job or task. */
  inTarget: { ...param.flag(), urlName: 'members' },
  /** Id of the prediction run whose undecided suspected label errors are listed. */
  suspectsOf: { ...uuid, urlName: 'suspects-of' },
  /** Minimum certainty of the suspected errors in percent. Null is the server's default. Applies only with `suspectsOf`. */
  certainty: optionalPercent,
  /** Id of the prediction run whose uncertainty values filter and sort the images. */
  predictedBy: { ...uuid, urlName: 'predicted-by' },
  /** The minimum uncertainty in percent; applies only with `predictedBy`. */
  uncertainty: percent,
  /**
   * The specification requires sorting by name. Objects have no name and are listed newest first. `surest` needs `suspectsOf`;
   * `uncertain` needs `predictedBy`.
   */
  sort: param.oneOf(['name', 'newest', 'oldest', 'surest', 'uncertain'], FIRST_PAGE.sort),
  /** Id of an item: lists only images similar to this item, most similar first. Does not apply to the list of objects. */
  similarTo: { ...uuid, urlName: 'similar' },
  similarKind: { ...param.oneOf(SIMILAR_KINDS, 'image'), urlName: 'similar-kind' },
  page: param.page(),
});

/** The URL parameters of the image browser. */
export const filterUrlParams: typeof currentUrlParams = {
  ...currentUrlParams,
  read: (query) => currentUrlParams.read(replaceKindFlags(query)),
  write: (patch, query) => currentUrlParams.write(patch, query && replaceKindFlags(query)),
};

export type FilterState = UrlParamsState<ParamsOf<typeof filterUrlParams>>;
export type BrowserFilters = FilterState['values'];
