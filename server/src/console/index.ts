export { consoleSite, type ConsoleSiteOptions } from './site';
