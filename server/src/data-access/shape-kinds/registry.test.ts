import {
  ChangedKind,
  CommentedKind,
  DependentKind,
  ImageChangePreview,
  ImportResult,
  VersionShape,
} from '@console/shared-contract/api';
import { RESTORABLE_KINDS } from '@console/shared-contract/limits';
import { FILTERED_SHAPE_KINDS } from '@console/shared-contract/shape-kinds';
import { LOGGED_TABLES } from '../../platform/database/tables/logged-tables';
import { findShapeKind, listKindsOfDomain, SHAPE_KINDS } from './registry';

describe.each(SHAPE_KINDS.map((kind) => [kind.name, kind] as const))(
  'the kind %s',
  (_, { table, name, plural, imported, variants = {} }) => {
    it('is in the enumerations and counts of the contract', () => {
      expect(ChangedKind.options).toContain(table);
      expect(VersionShape.shape.kind.options).toContain(table);
      expect(RESTORABLE_KINDS).toContain(table);
      expect(CommentedKind.options).toContain(name);
      expect(FILTERED_SHAPE_KINDS).toEqual(expect.arrayContaining([name, ...Object.keys(variants)]));
      expect(DependentKind.options).toContain(plural);
      expect(ImageChangePreview.shape).toHaveProperty(plural);
      expect(ImportResult.shape.shapes.shape).toHaveProperty(imported.plural);
    });

    it('is logged after the image and its label', () => {
      const position = LOGGED_TABLES.findIndex((logged) => logged.name === table);
      const owner = findShapeKind(table)?.label?.table ?? 'training_image';
      expect(position).toBeGreaterThan(LOGGED_TABLES.findIndex((logged) => logged.name === owner));
      expect(position).toBeGreaterThan(LOGGED_TABLES.findIndex((logged) => logged.name === 'training_image'));
    });
  },
);

it('each kind of a domain has the labels of the domain', () => {
  const listNames = (domain: 'detection' | 'segmentation') => listKindsOfDomain(domain).map(({ name }) => name);
  expect(listNames('detection')).toEqual(['object', 'skeleton']);
  expect(listNames('segmentation')).toEqual(['polygon', 'mask']);
  expect(findShapeKind('training_image')).toBeUndefined();
});
