import { z } from 'zod';
import { ANNOTATOR_ACCESS, PERMISSIONS, ROLES } from '../../roles';

export { getMemberAccess, hasPermission, ROLE_PERMISSIONS } from '../../roles';

/** Roles of a member of a workspace, from owner (may do everything) to viewer (may only read). */
export const Role = z.enum(ROLES);
export type Role = z.output<typeof Role>;

/** The roles that a member can be given. Ownership is transferred instead. */
export const AssignableRole = Role.exclude(['owner']);
export type AssignableRole = z.output<typeof AssignableRole>;

/** What a call requires of the caller's role, as described in `PERMISSIONS`. */
export const Permission = z.enum(PERMISSIONS);
export type Permission = z.output<typeof Permission>;

/** Setting that limits annotators: they can access the complete workspace, or only the content of jobs on which they may work. */
export const AnnotatorAccess = z.enum(ANNOTATOR_ACCESS);
export type AnnotatorAccess = z.output<typeof AnnotatorAccess>;
