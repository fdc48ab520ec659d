import { z } from 'zod';
import { defineCalls, prefixCalls } from './core';
import { defineBulkBody, defineBulkResponse } from './bulk';
import {
  AnnotationSource,
  ModelOrigin,
  EditedName,
  ExpectedVersion,
  Id,
  ListQuery,
  Page,
  Text,
  toIdOrRow,
  WorkspaceBody,
  WorkspaceOnly,
  WorkspaceOnlyQuery,
  WorkspaceQuery,
} from './primitives';

/** Query parameters of a list of rows that have a name and belong to tasks, such as labels. */
export const NamedQuery = { search: Text(255).optional(), task: Id.optional() };

/**
 * Defines the five calls for one kind of row: list, create, read, change and delete. A body that creates a row has `fields`. A body
 * that changes a row has `editFields`, or by default the same fields, all optional.
 */
export const defineRowCalls = <
  Path extends string,
  Row extends z.ZodType,
  Filters extends z.ZodRawShape,
  Fields extends z.ZodRawShape,
  EditFields extends z.ZodRawShape = Fields,
>(
  path: Path,
  {
    noun,
    row,
    filters,
    fields,
    editFields,
    pathId = Id,
  }: { noun: string; row: Row; filters: Filters; fields: Fields; editFields?: EditFields; pathId?: z.ZodType },
) =>
  prefixCalls(
    path,
    defineCalls({
      'GET /': {
        summary: `${noun.charAt(0).toUpperCase()}${noun.slice(1)}s by name`,
        query: z.object({ ...ListQuery, ...filters }),
        response: Page(row),
      },
      'POST /': {
        permission: 'manage',
        summary: `Create a ${noun}`,
        body: z.object({ ...fields, ...WorkspaceBody }),
        response: row,
        status: 201,
      },
      'GET /{id}': { pathId, summary: `One ${noun}`, query: WorkspaceOnlyQuery, response: row },
      'PUT /{id}': {
        permission: 'manage',
        pathId,
        summary: `Change a ${noun}`,
        query: WorkspaceOnlyQuery,
        body: z
          .object((editFields ?? fields) as EditFields)
          .partial()
          .extend({ name: EditedName.optional(), ...WorkspaceBody, ...ExpectedVersion }),
        response: row,
      },
      'DELETE /{id}': { permission: 'manage', pathId, summary: `Delete a ${noun}`, query: WorkspaceOnlyQuery },
    }),
  );

/** Defines the calls that recognition, detection and segmentation have in common: training a task and managing its models. */
export const defineModelCalls = <Domain extends string, Model extends z.ZodType, Filters extends z.ZodRawShape>(
  domain: Domain,
  model: Model,
  filters: Filters,
) =>
  prefixCalls(
    `/${domain}/v2`,
    defineCalls({
      'POST /task/{id}/train': {
        permission: 'train',
        summary: 'Queue a model',
        body: WorkspaceOnly,
        response: model,
        status: 201,
      },
      'GET /model/': {
        summary: `Models of a ${domain} task, newest first`,
        query: z.object({ ...ListQuery, ...filters }),
        response: Page(model),
      },
      'GET /model/{id}': { summary: `One ${domain} model`, query: WorkspaceOnlyQuery, response: model },
      'POST /model/{id}/request-download': {
        permission: 'train',
        summary: "A link to a trained model's file",
        body: WorkspaceOnly,
        response: model,
      },
      'POST /model/{id}/take-back': {
        permission: 'train',
        summary: 'Use an older model instead of newer ones, until another one is trained',
        body: WorkspaceOnly,
        response: model,
      },
      'POST /model/{id}/cancel': {
        permission: 'train',
        summary: 'Cancel the training of a model that is queued or in training',
        body: WorkspaceOnly,
        response: model,
      },
      'DELETE /model/{id}': {
        permission: 'train',
        summary: 'Delete a model, and cancel its training if it runs',
        query: WorkspaceOnlyQuery,
      },
    }),
  );

/** Defines the calls that all kinds of shapes have in common. `noun` has an article, such as `a polygon`. */
export const defineShapeCalls = <Path extends string, Shape extends z.ZodType, Fields extends z.ZodRawShape>(
  path: Path,
  noun: string,
  shape: Shape,
  fields: Fields,
) => {
  const plural = `${noun.split(' ')[1]}s`;
  const editFields = z.object(fields).partial();
  const createFields = { ...fields, source: AnnotationSource.optional(), prediction: ModelOrigin.optional() };
  const shapeCalls = defineCalls({
    'POST /': {
      permission: 'annotate',
      summary: `Create ${noun}`,
      body: z.object({ ...createFields, ...WorkspaceBody }),
      response: shape,
      status: 201,
    },
    'POST /bulk': {
      permission: 'annotate',
      summary: `Create, change, delete and restore up to 1,000 ${plural}; each item has its own result`,
      body: defineBulkBody(createFields, editFields.shape),
      response: defineBulkResponse(shape),
    },
    'PUT /{id}/': {
      permission: 'annotate',
      summary: `Change ${noun}`,
      body: editFields.extend({ ...WorkspaceBody, ...ExpectedVersion }),
      response: shape,
    },
    'DELETE /{id}': { permission: 'annotate', summary: `Delete ${noun}`, query: WorkspaceOnlyQuery },
  });
  return prefixCalls(path, shapeCalls);
};

/** Defines the call that deletes all shapes of a kind on an image. The body or the query contains the id of the image. */
export const defineImageDeletion = (summary: string) => ({
  permission: 'annotate' as const,
  summary,
  query: z.object({ ...WorkspaceQuery, image: Id.optional() }),
  body: z.object({ image: toIdOrRow(Id).optional(), ...WorkspaceBody }).nullish(),
});
