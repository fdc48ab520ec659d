export { LeaveGuard } from './leave-guard';
export { hasUnsavedChanges, useUnsavedChanges } from './unsaved-changes';
