export { MembershipBar } from './membership-bar';
export {
  type MembershipAction,
  type MembershipChangeState,
  type MembershipRun,
  useMembershipChange,
} from './use-membership-change';
