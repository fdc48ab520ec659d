import {
  DEFAULT_MIN_SIDE,
  listRuleKinds,
  RULE_LEVELS,
  DOMAIN_RULES,
  type QualityRule,
  type QualityRules,
  type RuleDomain,
  type RuleKind,
} from '@console/shared-contract/quality-rules';
import { Caption1, Input, makeStyles, tokens } from '@console/shared-ui/basics';
import { Checkbox, Select } from '@console/shared-ui/choices';
import { useId } from 'react';
import { getRuleHint, RULE_TEXTS, ruleMessages } from './rule-messages';

const useStyles = makeStyles({
  list: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, margin: 0, padding: 0, listStyleType: 'none' },
  rule: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 120px',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalM,
    paddingBlockEnd: tokens.spacingVerticalS,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  hint: { display: 'block', color: tokens.colorNeutralForeground3 },
  options: {
    gridColumn: '1 / -1',
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalM,
  },
  number: { width: '110px' },
  invalid: { color: tokens.colorPaletteRedForeground1 },
});

/** The rules in the form. The minimum size is text, because it may be invalid while the user types. */
export interface RuleDraft {
  levels: NonNullable<QualityRules['levels']>;
  minSide: string;
  kinds: readonly RuleKind[];
}

export function toRuleDraft(
  { levels = {}, min_side: minSide = DEFAULT_MIN_SIDE, kinds }: QualityRules,
  domain: RuleDomain,
): RuleDraft {
  return { levels, minSide: String(minSide), kinds: listRuleKinds(domain).filter((kind) => kinds?.includes(kind) ?? true) };
}

/** Returns the rules of a draft; null if the rule about small shapes is on and its minimum is invalid. */
export function toRules({ levels, minSide, kinds }: RuleDraft): QualityRules | null {
  const minSideLength = Number(minSide);
  const isValid = Number.isInteger(minSideLength) && minSideLength >= 1 && minSideLength <= 10_000;
  // If the rule is off, its field is hidden, so an invalid value must not prevent saving.
  return isValid || !levels.small ? { levels, min_side: isValid ? minSideLength : DEFAULT_MIN_SIDE, kinds: [...kinds] } : null;
}

/** Form fields for the level of each rule, and for the sizes and kinds of shapes that rules allow. */
export function RulesForm({
  domain,
  draft,
  onChange,
}: {
  domain: RuleDomain;
  draft: RuleDraft;
  onChange: (draft: RuleDraft) => void;
}) {
  const styles = useStyles();
  const id = useId();
  const setLevel = (rule: QualityRule, value: string) => {
    const { [rule]: _, ...otherLevels } = draft.levels;
    const level = RULE_LEVELS.find((candidate) => candidate === value);
    onChange({ ...draft, levels: level ? { ...otherLevels, [rule]: level } : otherLevels });
  };
  const isMinSideInvalid = toRules(draft) === null;
  const options: Partial<Record<QualityRule, React.ReactNode>> = {
    small: (
      <label className={styles.options}>
        {ruleMessages.minSide}
        <Input
          className={styles.number}
          type="number"
          min={1}
          max={10_000}
          value={draft.minSide}
          aria-invalid={isMinSideInvalid}
          onChange={(_, { value }) => onChange({ ...draft, minSide: value })}
        />
        {isMinSideInvalid && (
          <Caption1 role="alert" className={styles.invalid}>
            {ruleMessages.minSideInvalid}
          </Caption1>
        )}
      </label>
    ),
    wrong_kind: (
      <div role="group" aria-label={ruleMessages.kinds} className={styles.options}>
        {listRuleKinds(domain).map((kind) => (
          <Checkbox
            key={kind}
            label={ruleMessages.kindName(kind)}
            checked={draft.kinds.includes(kind)}
            onChange={(_, { checked }) =>
              onChange({
                ...draft,
                kinds: listRuleKinds(domain).filter((candidate) =>
                  candidate === kind ? checked === true : draft.kinds.includes(candidate),
                ),
              })
            }
          />
        ))}
      </div>
    ),
  };
  return (
    <ul className={styles.list}>
      {DOMAIN_RULES[domain].map((rule) => (
        <li key={rule} className={styles.rule}>
          <span>
            {RULE_TEXTS[rule].name}
            <Caption1 id={`${id}${rule}`} className={styles.hint}>
              {getRuleHint(rule, domain)}
            </Caption1>
          </span>
          <Select
            aria-label={ruleMessages.level(RULE_TEXTS[rule].name)}
            aria-describedby={`${id}${rule}`}
            value={draft.levels[rule] ?? 'off'}
            onChange={(_, { value }) => setLevel(rule, value)}
          >
            {(['off', ...RULE_LEVELS] as const).map((level) => (
              <option key={level} value={level}>
                {ruleMessages.levels[level]}
              </option>
            ))}
          </Select>
          {draft.levels[rule] && options[rule]}
        </li>
      ))}
    </ul>
  );
}
