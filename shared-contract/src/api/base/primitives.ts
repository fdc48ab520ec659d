import { z } from 'zod';
import {
  isRounded,
  MAX_IDS_PER_CALL,
  MAX_JSON_BYTES,
  MAX_JSON_DEPTH,
  MAX_PAGE_SIZE,
  NAME_LENGTH,
  POLYGON_COORDINATES,
} from '../../limits';
import { ROTATED_BOX_NUMBERS } from '../../rotated-box';

/** Whether PostgreSQL accepts a text. It refuses NUL characters and lone surrogates, which are invalid in UTF-8. */
const isValidText = (value: string) => !value.includes('\u0000') && !/\p{Surrogate}/u.test(value);

const STORAGE_PROBLEMS = {
  depth: `is nested deeper than ${MAX_JSON_DEPTH.value} levels`,
  characters: 'has characters that cannot be stored',
  prototype: 'has a key named __proto__, which would be lost',
  rounded: `has a whole number beyond ${Number.MAX_SAFE_INTEGER}, which would be rounded: send it as text`,
};

/**
 * Returns why the database cannot store a value unchanged, or null if it can. The function is not recursive, because 100,000 nested
 * arrays must cause a 400 response instead of a stack overflow.
 */
function findStorageProblem(value: unknown): string | null {
  let currentLevel: unknown[] = [value];
  for (let depth = 0; currentLevel.length > 0; depth++) {
    if (depth > MAX_JSON_DEPTH.value) return STORAGE_PROBLEMS.depth;
    const nextLevel: unknown[] = [];
    for (const item of currentLevel) {
      if (typeof item === 'string' && !isValidText(item)) return STORAGE_PROBLEMS.characters;
      if (typeof item === 'number' && isRounded(item)) return STORAGE_PROBLEMS.rounded;
      if (Array.isArray(item)) for (const child of item) nextLevel.push(child);
      else if (typeof item === 'object' && item !== null) {
        for (const [key, child] of Object.entries(item)) {
          if (key === '__proto__') return STORAGE_PROBLEMS.prototype;
          if (!isValidText(key)) return STORAGE_PROBLEMS.characters;
          nextLevel.push(child);
        }
      }
    }
    currentLevel = nextLevel;
  }
  return null;
}

/** A UUID v4, converted to lower case. */
export const Id = z
  .string()
  .toLowerCase()
  .pipe(z.uuid({ version: 'v4', error: 'not a valid id' }));
/** The id of a row, or an object with the id, as in responses. */
export const toIdOrRow = <T extends z.ZodType>(id: T) => {
  const row: z.ZodType = z
    .object({ id })
    .loose()
    .transform((value) => value.id);
  // Declare the type explicitly, because the inferred type is not valid in a declaration file.
  return z.union([id, row as z.ZodType<z.output<T>, { id: z.input<T>; [key: string]: unknown }>]);
};
/** A list of values from a fixed set. In a query, they are separated by commas. */
export const listOf = <const Value extends string>(values: readonly Value[]) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value),
    z.array(z.enum(values)).max(values.length),
  ) as z.ZodType<Value[], string | string[]>;
/** Ids in a query: one parameter, repeated parameters or a comma-separated list. */
export const IdList = z.preprocess(
  (value) =>
    value === undefined
      ? undefined
      : (Array.isArray(value) ? value : [value]).flatMap((element) =>
          typeof element === 'string' ? element.split(',').filter(Boolean) : [element],
        ),
  z.array(Id).max(1000),
) as z.ZodType<string[], string | string[]>;
/** Ids in a body. */
export const Ids = z.array(Id).max(MAX_IDS_PER_CALL);
/**
 * Fields of a bulk call on all rows that match a filter. With `in_parts`, each call changes the next batch of rows in the order of their
 * ids, starting after `after`, and returns `next`. Without `in_parts`, a call that matches more than one batch is refused.
 */
export const InBatches = { in_parts: z.boolean().optional(), after: Id.nullish() };
/** `after` for the next batch; null after the last batch. */
export const NextBatch = { next: Id.nullish() };
/** For an undo of listed rows: whether missing rows are skipped instead of rejecting the call. */
export const SkipMissing = { skip_gone: z.boolean().optional() };

export const Text = (max = 10_000) =>
  z.string().max(max, `has more than ${max} characters`).refine(isValidText, STORAGE_PROBLEMS.characters);
/** Counts visible characters. Spaces, control characters and format characters do not count. */
const countVisibleCharacters = (text: string) => text.replaceAll(/[\p{Z}\p{C}]/gu, '').length;
export const Name = (min: number, message: string) =>
  Text(NAME_LENGTH.max)
    .trim()
    .min(min, { error: message, abort: true })
    .refine((name) => countVisibleCharacters(name) > 0, message);
export const NAME_TOO_SHORT = `Enter at least ${NAME_LENGTH.min} letters`;
/** Name of a label, task, group, product or set. */
export const ShortName = Name(NAME_LENGTH.min, NAME_TOO_SHORT);
/**
 * Name in an edit. A name shorter than `ShortName` allows is accepted if it stays unchanged, because an import may have created it.
 */
export const EditedName = Name(1, NAME_TOO_SHORT);
/** Bytes to add for a number in exponential notation, because PostgreSQL stores it with all its digits (1e308 has 309 digits). */
const MAX_DECIMAL_DIGITS = 330;

/** Counts the UTF-8 bytes of the value as JSON, with numbers in the form in which the database writes them. */
function countJsonBytes(value: unknown): number {
  let bytes = 0;
  const text = JSON.stringify(value, (_key, child: unknown) => {
    if (typeof child === 'number' && /e/.test(String(child))) bytes += MAX_DECIMAL_DIGITS;
    return child;
  });
  if (text === undefined || text.length > MAX_JSON_BYTES) return text?.length ?? 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_00_00 ? 3 : 4;
  }
  return bytes;
}

/** Restricts a schema to JSON of limited size that the database stores without changes. */
export function restrictJson<T extends z.ZodType>(schema: T): T {
  return schema
    .superRefine((value, context) => {
      const problem = findStorageProblem(value);
      if (problem !== null) context.addIssue({ code: 'custom', message: problem, continue: false });
    })
    .refine((value) => countJsonBytes(value) <= MAX_JSON_BYTES, `is larger than ${MAX_JSON_BYTES / 1000} kB`);
}

/** Any JSON that can be stored: at most 64 levels deep and 256 kB large. */
export const Json = restrictJson(z.unknown()).describe(`At most ${MAX_JSON_BYTES / 1000} kB and ${MAX_JSON_DEPTH.value} levels`);
/** JSON in a response. Rows that were stored before the limits existed may exceed them. */
export const StoredJson = z.unknown();
export const Color = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #2f80ed');

/** The keyboard key that selects a label on the image screen. */
export const LabelKey = z.string().regex(/^[0-9a-z]$/, 'must be a digit or a lowercase letter');

/** A boolean in a query: true, false, 1 or 0, ignoring case. */
export const QueryBool = z.union([z.boolean(), z.string(), z.number()]).transform((value, context) => {
  const text = String(value).toLowerCase();
  if (text === 'true' || text === '1') return true;
  if (text === 'false' || text === '0') return false;
  context.addIssue({ code: 'custom', message: 'must be true or false' });
  return z.NEVER;
});

/** Earliest and latest time with a four-digit year, which both PostgreSQL and ISO 8601 can represent. */
const MIN_TIME = Date.parse('0001-01-01T00:00:00Z');
const MAX_TIME = Date.parse('9999-12-31T23:59:59.999Z');

/** A date, or a date with time. Without an offset, it is in UTC. */
export const QueryDate = z
  .union([z.iso.date(), z.iso.datetime({ offset: true, local: true })], { error: 'must be an ISO 8601 date' })
  .transform((text) => new Date(text.length === 10 || /(Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}Z`))
  .refine((date) => date.getTime() >= MIN_TIME && date.getTime() <= MAX_TIME, 'must be of the years 1 to 9999');

export const PageQuery = {
  page: z.coerce.number().int().min(1).max(100_000_000).default(1),
  page_size: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(10),
  skip: z.coerce
    .number()
    .int()
    .min(0)
    .max(MAX_PAGE_SIZE)
    .default(0)
    .describe('Number of rows of the page to skip. `next` contains it if the rows of a page are too large for one response'),
};
/** Field for the workspace of a call. For a call on a row, the server always checks the membership in the row's own workspace. */
export const WorkspaceQuery = { workspace: Id.optional() };
export const WorkspaceBody = { workspace: Id.nullish() };
export const WorkspaceOnlyQuery = z.object(WorkspaceQuery);
export const ListQuery = { ...PageQuery, ...WorkspaceQuery };

export function Page<T extends z.ZodType>(item: T) {
  return z.object({
    count: z.number().int(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(item),
  });
}

/** An instant in ISO 8601, UTC. */
export const Timestamp = z.string();
/** Incremented by each write of the row. A write with an older version gets a 409 response. */
export const Version = z.number().int();
export const ExpectedVersion = { version: z.number().int().optional() };

/** A coordinate in whole pixels of the upright image. */
export const Pixel = z.number().int('must be integers').min(-2_147_483_648).max(2_147_483_647);
/** `[x1, y1, x2, y2]` in pixels of the upright image. */
export const Box = z.array(Pixel).length(4, 'must be [x1, y1, x2, y2]');
const Coordinate = z.number().min(-2_147_483_648).max(2_147_483_647);
/**
 * `[x, y, width, height, angle]`: the center and the sides of a box in pixels of the upright image. The angle is the clockwise
 * rotation about the center in degrees, from 0 to less than 360.
 */
export const RotatedBox = z
  .array(Coordinate)
  .length(ROTATED_BOX_NUMBERS, 'must be [x, y, width, height, angle]')
  .refine(([, , width = 0, height = 0]) => width > 0 && height > 0, 'must have a positive width and height')
  .refine(([, , , , angle = 0]) => angle >= 0 && angle < 360, 'must have an angle from 0 to less than 360 degrees');
/** Flat list of `x, y` in pixels of the upright image, with at least three vertices. */
export const PolygonData = z
  .array(Pixel)
  .min(POLYGON_COORDINATES.min, 'needs at least three vertices')
  .max(POLYGON_COORDINATES.max)
  .refine((data) => data.length % 2 === 0, 'must be pairs of x and y');
/** Origin of a shape or label that was not drawn by a user but accepted from a model, or copied from another image. */
export const AnnotationSource = z.enum(['prediction', 'copy']);
export type AnnotationSource = z.output<typeof AnnotationSource>;
/** The model that created a shape or label. */
export const ModelOrigin = z.object({
  /** Id of the model. The server does not check it, because the model may have been deleted. */
  model: Text(64).min(1, 'is required'),
  /** Probability according to the model. */
  score: z.number().min(0).max(1),
});
export type ModelOrigin = z.output<typeof ModelOrigin>;
/** Not null until a user changes the shape or label, or verifies its image. Missing in responses of older servers. */
export const storedPrediction = { prediction: ModelOrigin.nullable().optional() };

export const PointData = z.array(Pixel).length(2, 'must be [x, y]');

/** A user, as shown to other members of a workspace. */
export const UserReference = z.object({ id: Id, username: z.string() });
export type UserReference = z.output<typeof UserReference>;

/** Body of calls that attach a label to the row in the path, or detach it. */
export const LabelRef = z.object({ label_id: Id, ...WorkspaceBody });
export const TaskRef = z.object({ task_id: Id, ...WorkspaceBody });

/** A JSON object in which no particular fields are required. */
export const Empty = z.object({}).loose();
/** Request body with only the workspace. The body may also be missing. */
export const WorkspaceOnly = z.object({ ...WorkspaceBody }).nullish();
/** Request body `{items: [ids]}`. The server also accepts older names of the field `items`. */
export const Items = z.object({ items: Ids, ...WorkspaceBody });
