import { z } from 'zod';
import { GROUP_RULES } from '../../group-rules';
import { QUALITY_RULES, RULE_DOMAINS, RULE_KINDS, RULE_LEVELS } from '../../quality-rules';
import { defineCalls } from '../base/core';
import { Id, restrictJson, Timestamp, WorkspaceBody, WorkspaceOnlyQuery } from '../base/primitives';
import { storedDefinitions } from '../shapes/shape-attributes';

const Levels = z.partialRecord(z.enum(QUALITY_RULES), z.enum(RULE_LEVELS));

/** Quality rules of a task, which are checked before an image is verified (ADR 0118). A rule without a level is turned off. */
const QualityRulesInput = restrictJson(
  z.strictObject({
    levels: Levels.optional(),
    /** Minimum width and height in pixels for the rule `small`. Default: 8. */
    min_side: z.number().int().min(1).max(10_000).optional(),
    /** Kinds of shapes that the rule `wrong_kind` allows. */
    kinds: z.array(z.enum(RULE_KINDS)).max(RULE_KINDS.length).optional(),
  }),
);
/** Field of responses with the quality rules of a task. Missing in responses of older servers. */
export const storedRules = {
  rules: z
    .object({ levels: Levels.optional(), min_side: z.number().optional(), kinds: z.array(z.enum(RULE_KINDS)).optional() })
    .optional(),
};
/** Field of requests that create or change a task. Without this field, the rules stay unchanged. */
export const ruleFields = { rules: QualityRulesInput.optional() };

const GroupLevels = z.partialRecord(z.enum(GROUP_RULES), z.enum(RULE_LEVELS));
/** Field of responses with the quality rules of a similarity task. Missing in responses of older servers. */
export const storedGroupRules = {
  rules: z.object({ levels: GroupLevels.optional(), min_members: z.number().optional() }).optional(),
};
/** Field of requests that create or change a similarity task. Without this field, the rules stay unchanged. */
export const groupRuleFields = {
  rules: restrictJson(
    z.strictObject({
      levels: GroupLevels.optional(),
      /** Minimum number of members for the rule `few_members`. Default: 2. */
      min_members: z.number().int().min(1).max(10_000).optional(),
    }),
  ).optional(),
};

const GroupViolation = z.object({
  task: z.object({ id: Id, name: z.string() }),
  rule: z.enum(GROUP_RULES),
  level: z.enum(RULE_LEVELS),
  /** Number of groups that violate the rule. */
  groups: z.number().int(),
  /** Describes the problem in a sentence for the user. */
  text: z.string(),
});
export type GroupViolation = z.output<typeof GroupViolation>;

const RuleTaskRow = z.object({
  id: Id,
  name: z.string(),
  domain: z.enum(RULE_DOMAINS),
  /** Whether an image can have only one label of the task. Null or missing for tasks of other domains than recognition. */
  single_label: z.boolean().nullish(),
  rules: storedRules.rules.unwrap(),
  labels: z.array(
    z.object({
      id: Id,
      name: z.string(),
      attributes: storedDefinitions.attributes.unwrap(),
      /** Recognition tasks with their labels. The rule `missing_label` requires that each object has a label of each of these tasks. */
      required: z.array(z.object({ name: z.string(), labels: z.array(Id) })),
      /**
       * Number, median and median absolute deviation of the sizes of the label's shapes. A size is ln(area of the box / area of the image).
       */
      sizes: z.object({ n: z.number().int(), median: z.number(), mad: z.number() }).nullable(),
      /** Limits of the values of a recognition label. Missing for other labels. */
      min_value: z.number().nullish(),
      max_value: z.number().nullish(),
    }),
  ),
});

const ViolationCount = z.object({
  rule: z.enum(QUALITY_RULES),
  level: z.enum(RULE_LEVELS),
  images: z.number().int(),
  violations: z.number().int(),
});
export type ViolationCount = z.output<typeof ViolationCount>;

const batchFields = {
  /** A task of detection, segmentation or recognition. */
  task: Id,
  /** `next` of the previous batch. */
  after: z
    .string()
    .regex(/^\d{1,9}$/, 'must come from `next`')
    .nullish(),
  ...WorkspaceBody,
};
/** Position of the next batch; null after the last batch. */
const nextPosition = z.string().nullable();

const service = 'annotate';

export const qualityCalls = defineCalls({
  'GET /annotate/v2/quality-rule/': {
    summary: 'Tasks that check rules before an image is verified, with what the rules need to know about their labels',
    service,
    query: WorkspaceOnlyQuery,
    response: z.object({ results: z.array(RuleTaskRow) }),
  },
  'GET /annotate/v2/rule-violation/': {
    permission: 'manage',
    summary: 'Number of violations of the rules of a task, as of the last check',
    service,
    query: z.object({ task: Id, ...WorkspaceOnlyQuery.shape }),
    response: z.object({
      /** Time at which the oldest of the counted violations was found. Null if there are no violations. */
      checked: Timestamp.nullable(),
      results: z.array(ViolationCount),
    }),
  },
  'GET /annotate/v2/group-violation/': {
    summary: 'Violations of the rules of similarity tasks by all groups, or by one group before it is verified',
    service,
    /** Callers without the permission to manage the workspace must send `group`. */
    query: z.object({ task: Id.optional(), group: Id.optional(), ...WorkspaceOnlyQuery.shape }),
    response: z.object({ results: z.array(GroupViolation) }),
  },
  'POST /annotate/v2/rule-violation/check': {
    permission: 'manage',
    summary: 'Check the rules of a task on the next batch of images, and store the violations for the filters of images',
    service,
    body: z.object(batchFields),
    response: z.object({ checked: z.number().int(), found: z.number().int(), next: nextPosition }),
  },
  'POST /annotate/v2/rule-violation/delete-shapes': {
    permission: 'manage',
    summary: 'Delete the shapes that still violate a rule in the next batch of images, or count them',
    service,
    body: z.object({ ...batchFields, rule: z.enum(QUALITY_RULES), dry_run: z.boolean().default(false) }),
    response: z.object({ images: z.number().int(), shapes: z.number().int(), next: nextPosition }),
  },
});
