import { RemoteName, RoutePath } from '@console/shared-contract/federation';

/** Placeholders for the name and the title of the new remote. */
const TEMPLATE_NAME = 'example';
const TEMPLATE_TITLE = 'Example title';
const NAME_PATTERN = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** Converts `big-reports` to `BigReports`. */
function toPascalCase(name: string): string {
  return name.replace(/(^|-)([a-z0-9])/g, (_match, _hyphen: string, letter: string) => letter.toUpperCase());
}

/** Returns the default display name of a remote. */
export function toTitle(name: string): string {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns why a remote cannot have the name. Undefined if it can. */
export function checkRemoteName(name: string): string | undefined {
  if (!NAME_PATTERN.test(name) || !RemoteName.safeParse(name).success)
    return `${name || 'An empty name'} is not a valid remote name. Use 2 to 31 lowercase letters, digits and single hyphens, starting with a letter: big-reports.`;
  if (name === TEMPLATE_NAME || !RoutePath.safeParse(`/${name}`).success)
    return `${name} is reserved for the console. Choose another name.`;
  return undefined;
}

/** Replaces the placeholders in a text or a path of the template. */
export function fillTemplate(text: string, { name, title }: { name: string; title: string }): string {
  return text
    .replaceAll(`'${TEMPLATE_TITLE}'`, () => JSON.stringify(title))
    .replaceAll(`"${TEMPLATE_TITLE}"`, () => JSON.stringify(title))
    .replaceAll(toPascalCase(TEMPLATE_NAME), toPascalCase(name))
    .replaceAll(TEMPLATE_NAME, name);
}
