export { createConsoleSite, type ConsoleSiteOptions } from './site';
