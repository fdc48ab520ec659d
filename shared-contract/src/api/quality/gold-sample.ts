import { z } from 'zod';
import { MAX_SAMPLE_SIZE } from '../../limits';
import { defineServiceCalls } from '../base/core';
import { GoldCreation, GoldDomain } from './gold';
import { Id, ListQuery, Page, Timestamp, UserReference, WorkspaceBody } from '../base/primitives';

/**
 * Random images or groups of a job that an expert annotates in a separate job. They then become gold items: items with a known correct
 * result, which measure the quality of annotators (ADR 0124).
 */
export const GoldSample = z.object({
  /** Id of the job of the expert. */
  id: Id,
  /** Name of the job of the expert. */
  name: z.string(),
  workspace: Id,
  domain: GoldDomain,
  task: Id,
  /** Null if the job no longer has an assignee. */
  expert: UserReference.nullable(),
  /** Number of drawn images or groups. */
  image_count: z.number().int(),
  /** Number of these images or groups that have become gold items. */
  gold_count: z.number().int(),
  /** Number of these images or groups that the expert has verified and marked as done, but that are not gold items yet. */
  verified_count: z.number().int(),
  created: Timestamp,
});
export type GoldSample = z.output<typeof GoldSample>;

export const goldSampleCalls = defineServiceCalls('annotate', {
  'GET /annotate/v2/gold-sample/': {
    permission: 'review',
    summary: 'Samples of a task with images or groups that are not gold items yet, newest first',
    query: z.object({ ...ListQuery, domain: GoldDomain, task: Id }),
    response: Page(GoldSample),
  },
  'POST /annotate/v2/gold-sample/': {
    permission: 'manage',
    summary: 'Draw random images or groups of a job, and create a job in which an expert annotates them',
    body: z.object({
      /**
       * The job from whose items the images are drawn, except images that are or were gold items of the task. For a similarity
       * task, this is a similarity job, and groups with a type of the task are drawn.
       */
      job: Id,
      domain: GoldDomain,
      task: Id,
      /** Number of images or groups. If the job has fewer, all are drawn. */
      count: z.number().int().min(1).max(MAX_SAMPLE_SIZE),
      /**
       * Whether to draw the same number of images for each label of the task and for no label. For groups: the same number for each type. An
       * image with several labels counts for its rarest label.
       */
      stratified: z.boolean().default(false),
      /** A member with the permission to review. */
      expert: Id,
      ...WorkspaceBody,
    }),
    response: GoldSample,
    status: 201,
  },
  'POST /annotate/v2/gold-sample/{id}/add': {
    permission: 'manage',
    summary: 'Make the images or groups of a sample gold items if they are verified and done in the job of the expert',
    body: z.object({ dry_run: z.boolean().default(false), ...WorkspaceBody }),
    response: GoldCreation,
  },
});
