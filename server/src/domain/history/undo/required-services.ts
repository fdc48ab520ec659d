import type { ChangedKind, ServiceSlug } from '@console/shared-contract/api';
import type { Scope } from '../../../platform/access/scope';

/** The services that the calls need that change these rows. Every member may change the others. */
const SERVICES: readonly (readonly [RegExp, ServiceSlug])[] = [
  [/^(recognition_.*|image_label|object_label)$/, 'recognition'],
  [/^detection_(task|label|model).*$/, 'custom-object-detection'],
  [/^segmentation_.*$/, 'custom-segmentation'],
  [/^(similarity|group)_/, 'custom-similarity'],
  [/^flow$/, 'flows'],
  [/^(annotation_job|job_|item_work)/, 'annotate'],
  [/^(product|price|grade_company)/, 'products-management'],
];

/** Throws 403 if the workspace lacks a service that changes of these kinds of rows need. */
export function requireServices(scope: Scope, workspaceId: string, kinds: readonly ChangedKind[]): void {
  for (const [pattern, service] of SERVICES)
    if (kinds.some((kind) => pattern.test(kind))) scope.requireWorkspace(workspaceId, service);
}
