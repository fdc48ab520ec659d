export { GroupMembershipWidget } from './group-membership-widget';
