export { LeaveGuard } from './leave-guard';
export { hasUnsaved, useUnsaved } from './unsaved';
