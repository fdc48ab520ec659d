export { MembershipBar, type MembershipBarProps, type MembershipBarMessages } from './membership-bar';
export {
  type MembershipAction,
  type MembershipChangeOptions,
  type MembershipChangeState,
  type MembershipProgress,
  type MembershipRun,
  type StoppedMembershipChange,
  useMembershipChange,
} from './use-membership-change';
