export { MembershipBar, type MembershipBarProps, type MembershipBarWords } from './membership-bar';
export {
  type MembershipAction,
  type MembershipChangeOptions,
  type MembershipChangeState,
  type MembershipProgress,
  type MembershipRun,
  type MembershipStop,
  useMembershipChange,
} from './use-membership-change';
