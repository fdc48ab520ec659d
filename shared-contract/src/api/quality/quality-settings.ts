import { z } from 'zod';
import { TodoNumber } from '../jobs/annotate';
import { defineCalls } from '../base/core';
import { Text, WorkspaceBody, WorkspaceOnlyQuery } from '../base/primitives';

const settingsFields = {
  /** This and the following fields, up to `instructions`, are initial values of the form for new jobs. The server does not apply them. */
  todo_number: TodoNumber,
  randomize: z.boolean(),
  auto_complete: z.boolean(),
  /** Instructions for annotators, in Markdown. */
  instructions: Text(20_000),
  /** Percentage of the completed images of each job that reviewers are asked to review. All reviewers get the same images. */
  review_share: z.number().int().min(1).max(100),
};

/** The settings of a workspace for the quality of its annotations. */
export const QualitySettings = z.object(settingsFields);
export type QualitySettings = z.output<typeof QualitySettings>;

const service = 'annotate';

export const qualitySettingsCalls = defineCalls({
  'GET /annotate/v2/quality-settings/': {
    summary: 'The quality settings of a workspace',
    service,
    query: WorkspaceOnlyQuery,
    response: QualitySettings,
  },
  'PUT /annotate/v2/quality-settings/': {
    permission: 'manage',
    summary: 'Change some or all quality settings of a workspace',
    service,
    query: WorkspaceOnlyQuery,
    body: z.object({ ...z.object(settingsFields).partial().shape, ...WorkspaceBody }),
    response: QualitySettings,
  },
});
