export { InteractionTag, InteractionTagPrimary, InteractionTagSecondary, Tag, TagGroup } from '@fluentui/react-components';
