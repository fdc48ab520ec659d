// Limits of the API. Free of zod, so that a remote may take these values without carrying the schemas.

/** Letters of a name. */
export const NAME_LENGTH = { min: 2, max: 255 } as const;
/** Rows of one page of a list. */
export const MAX_PAGE_SIZE = 1000;
/** Rows of one request where the specification says how many; all pages are read. */
export const DEFAULT_PAGE_SIZE = { recognitionLabels: 100, shapes: 500 } as const;
/** Ids in the body of one call. */
export const MAX_IDS_PER_CALL = 10_000;
/** Items of one bulk call. */
export const BULK_LIMIT = 1000;
/** Numbers of a polygon, two for each vertex. */
export const POLYGON_COORDINATES = { min: 6, max: 20_000 } as const;
/** Input size of a model that finds things; below it nothing is trained. */
export const INPUT_SIZE = { min: 224, max: 1024 } as const;
/** Key of an image's meta data under which the name of its file is kept: the platform's row has no place for it. */
export const FILE_NAME_KEY = 'filename';
/** Records of one prediction. */
export const MAX_PREDICT_RECORDS = 10;
/** Ways from action to action in a flow's graph, those to its roots among them. */
export const MAX_FLOW_PATHS = 10_000;
/** Lists and objects inside one another: of free JSON such as `meta_data`, and of a whole body, which may hold many. */
export const MAX_JSON_DEPTH = { value: 64, body: 100 } as const;
/** Bytes of one value of free JSON, such as `meta_data`, `training_params` or a flow's graph, as UTF-8. */
export const MAX_JSON_BYTES = 256_000;
/**
 * Whether the number is a whole one that JSON has in digits and that JavaScript may have rounded while it read them. From 1e21
 * on JSON.stringify writes an exponent: such a number was never meant to its last digit.
 */
export const isRounded = (value: number) => Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < 1e21;
