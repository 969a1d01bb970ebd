import { rights } from '../../../shared/areas.ts'
import { type Role, roles } from '../../../shared/kernel/roles.ts'
import { isRight, rightsToGive } from '../../../shared/right-bounds.ts'
import { CheckboxSet } from '../../forms/CheckboxSet.tsx'
import { useLocale } from '../../table/words.ts'

interface FurtherRightsFieldProps {
  role: Role | ''
  /** Names of rights. */
  value: readonly string[]
  problem: string | null | undefined
  onChange: (names: string[]) => void
}

/** What this one person may do beyond their role: a lead among those who count, by right and not by role. */
export function FurtherRightsField({ role, value, problem, onChange }: FurtherRightsFieldProps) {
  const { t } = useLocale()
  const offered = roles.includes(role as Role) ? rightsToGive(role as Role) : []
  if (offered.length === 0) return null
  return (
    <CheckboxSet
      legend={t('Further rights of this person')}
      options={offered.map((name) => ({ value: name, label: t(rights[name].label) }))}
      value={value}
      problem={problem}
      hint={value.length === 0 ? t('None: may do what the role may.') : null}
      onChange={onChange}
    />
  )
}

/** Rights by what they are called. */
export function RightNames({ names }: { names: readonly string[] }) {
  const { t } = useLocale()
  return names.map((name) => (isRight(name) ? t(rights[name].label) : name)).join(' · ')
}
