import { z } from 'zod';
import { defineServiceCalls } from '../base/core';
import {
  EditedName,
  ExpectedVersion,
  Id,
  Json,
  ListQuery,
  Page,
  QueryBool,
  ShortName,
  Text,
  toIdOrRow,
  WorkspaceBody,
  WorkspaceOnlyQuery,
} from '../base/primitives';
import { CollectionId, ProductSet } from './product-rows';

const CollectionInput = toIdOrRow(CollectionId);
const SetInput = toIdOrRow(Id);
const Year = z.coerce.number().int().min(1000).max(9999);

/** Sort order of product sets; `-` means descending. */
export const SetOrdering = z.enum(['name', '-name', 'created', '-created']);
export type SetOrdering = z.output<typeof SetOrdering>;

export const productSetCalls = defineServiceCalls('products-management', {
  'GET /product/v2/set/': {
    summary: 'Product sets, by name unless ordering is set',
    query: z.object({
      ...ListQuery,
      search: Text(255).optional(),
      /** A part of the name, or the complete id. */
      find: Text(255).optional(),
      product_collection: CollectionId.optional(),
      completed: QueryBool.optional(),
      parent_set: z.union([Id, z.literal('null')]).optional(),
      ordering: SetOrdering.optional(),
    }),
    response: Page(ProductSet),
  },
  'POST /product/v2/set/': {
    permission: 'manage',
    summary: 'Create a product set',
    body: z.object({
      name: ShortName,
      product_collection: CollectionInput.nullish(),
      year: Year.nullish(),
      parent: SetInput.nullish(),
      meta_data: Json.optional(),
      ...WorkspaceBody,
    }),
    response: ProductSet,
    status: 201,
  },
  'GET /product/v2/set/{id}/': { summary: 'One product set', query: WorkspaceOnlyQuery, response: ProductSet },
  'PUT /product/v2/set/{id}/': {
    permission: 'manage',
    summary: 'Change a product set',
    query: WorkspaceOnlyQuery,
    body: z.object({
      name: EditedName.optional(),
      year: Year.nullish(),
      product_collection: CollectionInput.nullish(),
      parent: SetInput.nullish(),
      ...WorkspaceBody,
      ...ExpectedVersion,
    }),
    response: ProductSet,
  },
  'PATCH /product/v2/set/{id}/': {
    permission: 'manage',
    summary: 'Change meta data, name or completion of a set',
    query: WorkspaceOnlyQuery,
    body: z.object({
      meta_data: Json.optional(),
      completed: z.boolean().optional(),
      name: EditedName.optional(),
      ...WorkspaceBody,
      ...ExpectedVersion,
    }),
    response: ProductSet,
  },
  'DELETE /product/v2/set/{id}/': { permission: 'manage', summary: 'Delete a product set', query: WorkspaceOnlyQuery },
  'POST /product/v2/set/{id}/complete': {
    permission: 'manage',
    summary: 'Mark a set as completed',
    body: z.object({ set: z.unknown().optional(), ...WorkspaceBody }).nullish(),
    response: ProductSet,
  },
  'POST /product/v2/set/{id}/uncomplete': {
    permission: 'manage',
    summary: 'Mark a set as not completed',
    body: z.object({ set: z.unknown().optional(), ...WorkspaceBody }).nullish(),
    response: ProductSet,
  },
});
