export { LeaveGuard } from './leave-guard';
export { useUnsaved } from './unsaved';
