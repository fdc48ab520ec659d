// Limits of the API. This file does not import zod: a remote can use these values without bundling the schemas.

import { SHAPE_TABLES } from './shape-kinds';

/**
 * Header of writes with a UUID. All writes of a user with the same UUID form one change set and are undone together, such as
 * the batches of a bulk change.
 */
export const CHANGE_SET_HEADER = 'Change-Set';

/** Header of requests with the id of the browser tab. The server does not announce changes to the tab that has made them. */
export const TAB_HEADER = 'Tab-Id';

/** Number of characters of a name. */
export const NAME_LENGTH = { min: 2, max: 255 } as const;
/** Maximum number of rows on one page of a list. */
export const MAX_PAGE_SIZE = 1000;
/** With the query parameter `bounded_count`, the server may stop counting after this number of matches. */
export const MAX_EXACT_COUNT = 10_000;
/** Page sizes of lists whose pages the console reads completely. The specification of the console defines these sizes. */
export const DEFAULT_PAGE_SIZE = { recognitionLabels: 100, shapes: 500 } as const;
/** Maximum number of bytes of a model file that users upload. */
export const MAX_MODEL_FILE_BYTES = 500_000_000;
/** Maximum length of the token that the server returns for a checked model file. The token contains the names of all classes. */
export const MAX_MODEL_TOKEN_LENGTH = 500_000;
/** Default minimum probability of returned predictions, for models without recommended thresholds. */
export const DEFAULT_KEEP_PROB = 0.3;
/** Maximum number of ids in the body of one call. */
export const MAX_IDS_PER_CALL = 10_000;
/** Maximum number of images in a random sample that becomes gold items (items with a known correct result). */
export const MAX_SAMPLE_SIZE = 1000;
/** Maximum number of items of one bulk call. */
export const BULK_LIMIT = 1000;
/** Number of coordinates of a polygon: two for each vertex. */
export const POLYGON_COORDINATES = { min: 6, max: 20_000 } as const;
/** Maximum number of characters in the run list of a mask. */
export const MAX_MASK_COUNTS = 500_000;
/** Number of days for which deleted rows and their files can be restored. */
export const TRASH_DAYS = 30;
/** Kinds of rows on the page "Recently deleted". Other rows are restored with the row that they belong to. */
export const RESTORABLE_KINDS = [
  'training_image' as const,
  ...SHAPE_TABLES,
  'similarity_group' as const,
  'product',
  'product_set',
  'product_collection',
  'flow',
  'annotation_job',
  'recognition_label',
  'detection_label',
  'segmentation_label',
  'recognition_task',
  'detection_task',
  'segmentation_task',
  'similarity_task',
  'recognition_model',
  'detection_model',
  'segmentation_model',
] as const;
/** Input size of a detection model in pixels. Smaller sizes are refused. */
export const INPUT_SIZE = { min: 224, max: 1024 } as const;
/** Key of the file name in the metadata of an image. API clients expect the name there. */
export const FILE_NAME_KEY = 'filename';
/** Time in seconds without input after which a user counts as idle, so that their active time stops. */
export const MAX_IDLE_SECONDS = 60;
/** Maximum number of records in one prediction request. */
export const MAX_PREDICT_RECORDS = 10;
/** Maximum number of edges in the graph of a labelling flow (a chain of predictions). */
export const MAX_FLOW_PATHS = 10_000;
/** Maximum nesting depth of lists and objects: in one JSON value such as `meta_data`, and in a complete request body. */
export const MAX_JSON_DEPTH = { value: 64, body: 100 } as const;
/** Maximum number of UTF-8 bytes of one JSON value, such as `meta_data`, `training_params` or the graph of a flow. */
export const MAX_JSON_BYTES = 256_000;
/**
 * Whether JavaScript may have rounded this integer when it parsed the JSON. Returns false from 1e21 on: such numbers are written with
 * an exponent, so nobody expects their last digit to be exact.
 */
export const isRounded = (value: number) => Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < 1e21;
/** Minimum number of characters of a new password. */
export const MIN_PASSWORD_LENGTH = 8;
/** Number of days after which an invitation expires. */
export const INVITATION_DAYS = { default: 7, max: 30 } as const;
/** Maximum number of open invitations to a workspace. */
export const MAX_OPEN_INVITATIONS = 500;
/** Maximum lifetime of a named API token with an expiry. */
export const MAX_API_TOKEN_DAYS = 3650;
/** Maximum number of named API tokens of a user. */
export const MAX_API_TOKENS = 100;
/** Maximum number of webhooks of a workspace. */
export const MAX_WEBHOOKS = 20;
/** Maximum length of the URL of a webhook. */
export const MAX_WEBHOOK_URL = 2000;
/** Maximum number of characters of a comment. */
export const MAX_COMMENT_LENGTH = 4000;
/** Maximum number of comments in a thread, and maximum number of threads on an image, group or product. */
export const MAX_COMMENTS = { inThread: 500, threadsOnRow: 500 } as const;
/** Maximum number of users that one comment mentions. */
export const MAX_MENTIONS = 50;
/** Number of days after which a notice that was read is deleted. */
export const READ_NOTICE_DAYS = 90;
/** Paths of pages that open with a secret link such as `/invitation#SECRET`. Browsers do not send the fragment, so no log contains it. */
export const LINK_PATHS = { invitation: '/invitation', password: '/new-password' } as const;
/** Path of the console's page to which an identity provider returns the user. */
export const SIGN_IN_CALLBACK_PATH = '/sign-in/callback';
/** Seconds after which a member who has not repeated `PUT /live/v2/presence/` counts as absent. */
export const PRESENCE_SECONDS = 30;
