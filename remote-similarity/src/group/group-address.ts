import { type AddressParams, type AddressState, defineAddress, param } from '@console/shared-ui/pages';

/** What the address of a group's page holds. */
export const groupInAddress = defineAddress({
  /** How members are shown. */
  view: param.oneOf(['grid', 'table'], 'grid'),
  tab: param.oneOf(['meta', 'similar', 'image', 'object', 'group', 'merge'], 'meta'),
});

export type GroupAddress = AddressState<AddressParams<typeof groupInAddress>>;
