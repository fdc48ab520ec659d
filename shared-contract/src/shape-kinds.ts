// Kinds of shapes. This file does not import zod: a remote can use it without bundling the schemas.

interface ShapeKindFacts {
  /** Name of the server's database table. The change log uses the same name for the kind. */
  table: string;
  plural: string;
  /** Name of the kind in imported files, and its plural below. */
  imported: string;
  importedPlural: string;
  /** Domain of the labels. Null if shapes of this kind have a name instead of a label. */
  domain: 'detection' | 'segmentation' | null;
  /** Path of the API calls for shapes of this kind. */
  path: string;
  /** Whether the first release had the kind. Responses of older servers contain no counts of newer kinds. */
  isOriginal: boolean;
}

/** All kinds of shapes. Add new kinds to this object: types, schemas, lists, filters and texts are derived from it (ADR 0116). */
export const SHAPE_KINDS = {
  object: {
    table: 'detection_object',
    plural: 'objects',
    imported: 'box',
    importedPlural: 'boxes',
    domain: 'detection',
    path: '/detection/v2/object',
    isOriginal: true,
  },
  polygon: {
    table: 'polygon',
    plural: 'polygons',
    imported: 'polygon',
    importedPlural: 'polygons',
    domain: 'segmentation',
    path: '/segmentation/v2/polygon',
    isOriginal: true,
  },
  mask: {
    table: 'mask',
    plural: 'masks',
    imported: 'mask',
    importedPlural: 'masks',
    domain: 'segmentation',
    path: '/segmentation/v2/mask',
    isOriginal: false,
  },
  point: {
    table: 'point',
    plural: 'points',
    imported: 'point',
    importedPlural: 'points',
    domain: null,
    path: '/annotate/v2/point',
    isOriginal: true,
  },
  skeleton: {
    table: 'skeleton',
    plural: 'skeletons',
    imported: 'skeleton',
    importedPlural: 'skeletons',
    domain: 'detection',
    path: '/detection/v2/skeleton',
    isOriginal: false,
  },
} as const satisfies Record<string, ShapeKindFacts>;

type Kinds = typeof SHAPE_KINDS;
/** The name of a kind in the API. */
export type ShapeName = keyof Kinds;
export type ShapeTable = Kinds[ShapeName]['table'];
/** Name of API fields that contain shapes of a kind, or the number of such shapes. */
export type ShapePlural = Kinds[ShapeName]['plural'];
/** Name of a kind in imported files. */
export type ImportedKind = Kinds[ShapeName]['imported'];
/** Name of the fields of imports that contain the number of shapes of a kind. */
export type ImportedPlural = Kinds[ShapeName]['importedPlural'];
/** A kind whose shapes have labels. Without a type argument, the labels can belong to any domain. */
export type LabelledShapeKind<Domain = 'detection' | 'segmentation'> = {
  [Name in ShapeName]: Kinds[Name]['domain'] extends Domain ? Name : never;
}[ShapeName];

export const SHAPE_NAMES = Object.keys(SHAPE_KINDS) as ShapeName[];
export const SHAPE_TABLES: readonly ShapeTable[] = SHAPE_NAMES.map((name) => SHAPE_KINDS[name].table);
export const SHAPE_PLURALS: readonly ShapePlural[] = SHAPE_NAMES.map((name) => SHAPE_KINDS[name].plural);
export const LABELLED_SHAPE_KINDS = SHAPE_NAMES.filter((name): name is LabelledShapeKind => SHAPE_KINDS[name].domain !== null);

/** Returns the kinds whose shapes have labels of the domain. */
export const listShapeKinds = <Domain extends 'detection' | 'segmentation'>(domain: Domain): LabelledShapeKind<Domain>[] =>
  SHAPE_NAMES.filter((name): name is LabelledShapeKind<Domain> => SHAPE_KINDS[name].domain === domain);

type NameKey = 'name' | 'table' | 'plural' | 'imported' | 'importedPlural';
type NameOf<Name extends ShapeName, Key extends NameKey> = Key extends keyof Kinds[Name] ? Kinds[Name][Key] & string : Name;

/** Creates an object with one value for each kind of shape. `key` selects which name of the kind is the key. */
export const mapShapeKinds = <Key extends NameKey, Value>(
  key: Key,
  toValue: (name: ShapeName) => Value,
): { [Name in ShapeName as NameOf<Name, Key>]: Value } =>
  Object.fromEntries(
    SHAPE_NAMES.map((name) => [key === 'name' ? name : SHAPE_KINDS[name][key as Exclude<NameKey, 'name'>], toValue(name)]),
  ) as { [Name in ShapeName as NameOf<Name, Key>]: Value };

/** Returns the plural name of a kind with a capital letter, such as `Boxes`. */
export const toShapeTitle = (name: ShapeName): Capitalize<ImportedPlural> => capitalize(SHAPE_KINDS[name].importedPlural);

export const capitalize = <Text extends string>(text: Text): Capitalize<Text> =>
  (text.charAt(0).toUpperCase() + text.slice(1)) as Capitalize<Text>;

/** Kinds of shapes in image filters. Rotated boxes are also objects, but have a separate filter. */
export type FilteredShapeKind = ShapeName | 'rotated_box';
export const FILTERED_SHAPE_KINDS: readonly FilteredShapeKind[] = SHAPE_NAMES.flatMap((name) =>
  name === 'object' ? [name, 'rotated_box' as const] : name,
);

/** Kinds of items for which the server finds similar items: images, shapes with labels (compared by their boxes), and groups. */
export type SimilarKind = 'image' | LabelledShapeKind | 'group';
export const SIMILAR_KINDS: readonly SimilarKind[] = ['image', ...LABELLED_SHAPE_KINDS, 'group'];

type SimilarCalls = {
  readonly image: 'GET /recognition/v2/training-image/{id}/similar';
  readonly group: 'GET /similarity/training/v2/group/{id}/similar';
} & { readonly [Name in LabelledShapeKind]: `GET ${Kinds[Name]['path']}/{id}/similar` };
/** The calls that find items similar to an item of the kind. */
export const SIMILAR_CALLS = {
  image: 'GET /recognition/v2/training-image/{id}/similar',
  ...Object.fromEntries(LABELLED_SHAPE_KINDS.map((name) => [name, `GET ${SHAPE_KINDS[name].path}/{id}/similar`])),
  group: 'GET /similarity/training/v2/group/{id}/similar',
} as SimilarCalls;
