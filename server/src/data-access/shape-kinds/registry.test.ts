import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
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
import { findShapeKind, listDomainKinds, SHAPE_KINDS } from './registry';

describe.each(SHAPE_KINDS.map((kind) => [kind.name, kind] as const))(
  'the kind %s',
  (_, { table, name, plural, imported: importedTable, variants = {} }) => {
    it('is in the enumerations and counts of the contract', () => {
      expect(ChangedKind.options).toContain(table);
      expect(VersionShape.shape.kind.options).toContain(table);
      expect(RESTORABLE_KINDS).toContain(table);
      expect(CommentedKind.options).toContain(name);
      expect(FILTERED_SHAPE_KINDS).toEqual(expect.arrayContaining([name, ...Object.keys(variants)]));
      expect(DependentKind.options).toContain(plural);
      expect(ImageChangePreview.shape).toHaveProperty(plural);
      expect(ImportResult.shape.shapes.shape).toHaveProperty(importedTable.plural);
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
  const listNames = (domain: 'detection' | 'segmentation') => listDomainKinds(domain).map(({ name }) => name);
  expect(listNames('detection')).toEqual(['object', 'skeleton']);
  expect(listNames('segmentation')).toEqual(['polygon', 'mask']);
  expect(findShapeKind('training_image')).toBeUndefined();
});

const REPOSITORY_ROOT = path.resolve(__dirname, '..', '..', '..', '..');
const PACKAGES = ['host', 'remote-annotate', 'remote-catalogue', 'remote-similarity', 'remote-training', 'server'].concat([
  'shared-auth',
  'shared-contract',
  'shared-ui',
]);
/** Files that may name kinds of shapes: tests, code about one kind, migrations, code for file formats, and the previous contract. */
const EXCLUDED_FILES = [
  /\.test\.tsx?$|\/testing(\/|\.)|\/migrations\//,
  /\/shape-kinds\/(box|polygon|mask|point|skeleton)\/|\/shape-kinds\/(object|polygon|mask|point|skeleton)\.ts$/,
  /server\/src\/exchange\/(readers|exports)\/|items\/fit-shape\.ts$|api\/exchange\/console-lines\.ts$|export\/export-messages\.ts$/,
  /federation\/previous-contract\.ts$/,
];
/** Files that must be edited to add a kind of shape, besides the list of migrations and the binding of its routes (ADR 0116). */
const EDITED_FILES = [
  'remote-annotate/src/editor/model/types.ts',
  'remote-annotate/src/image/shape-card/shape-card.tsx',
  'remote-annotate/src/shape-kinds/kind-definitions.ts',
  'server/src/data-access/shape-kinds/registry.ts',
  'server/src/platform/database/tables/shapes.ts',
  'shared-contract/src/api/annotation/shape-schemas.ts',
  'shared-contract/src/shape-kinds.ts',
  'shared-ui/src/shape-outlines/shape-outline.tsx',
];
/** Files about properties that only masks or only skeletons have, such as keyboard commands, filters, pixels and templates. */
const SINGLE_KIND_FILES = [
  'remote-annotate/src/editor/keys/default-keys.ts',
  'remote-annotate/src/image/keys/key-messages.ts',
  'server/src/data-access/shapes/kind.ts',
  'server/src/domain/annotation/jobs/work/snapshots.ts',
  'server/src/domain/recognition/images/filter.ts',
  'server/src/platform/database/tables/jobs.ts',
  'shared-contract/src/api/jobs/job-review.ts',
];
/** Files about what models learn and predict. A new kind of shape needs edits in them only if models predict it. */
const MODEL_FILES = [
  'server/src/data-access/shapes/model-origin.ts',
  'server/src/ml/learning/dataset.ts',
  'server/src/ml/prediction-runs/analyze-predictions.ts',
];

it('adding a kind of shape needs edits in at most 10 files', () => {
  // Masks and skeletons have nothing in common except that both are kinds of shapes. A file that names both therefore enumerates kinds.
  const namesKind = (code: string, kind: string) =>
    new RegExp(`['"]${kind}s?['"]|(?<![\\w.])${kind}s?(\\??:|,|Calls|Kind\\b)`).test(code);
  const filesThatListKinds = PACKAGES.flatMap((name) =>
    readdirSync(path.join(REPOSITORY_ROOT, name, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => `${name}/src/${file.replaceAll(path.sep, '/')}`),
  ).filter((file) => {
    if (EXCLUDED_FILES.some((pattern) => pattern.test(file))) return false;
    const code = readFileSync(path.join(REPOSITORY_ROOT, file), 'utf8')
      .replace(/\/\*[^]*?\*\/|\s\/\/.*/g, '')
      .replace(/'[^'\n]*'/g, (text) => (text.includes(' ') ? '' : text));
    return namesKind(code, 'mask') && namesKind(code, 'skeleton');
  });
  expect(filesThatListKinds.sort()).toEqual([...EDITED_FILES, ...SINGLE_KIND_FILES, ...MODEL_FILES].sort());
  expect(EDITED_FILES.length + ['migrations/index.ts', 'domain/segmentation/index.ts'].length).toBeLessThanOrEqual(10);
});
