export { defineAddress, type Address, type AddressParams, type ValuesOf } from './address';
export { param, type Param } from './params';
export { useAddress, useOwnAddress, type AddressState } from './use-address';
