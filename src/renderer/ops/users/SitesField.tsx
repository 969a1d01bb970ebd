import { kindsBound } from '../../../shared/areas/people/own-sites.ts'
import { type Role, roles } from '../../../shared/kernel/roles.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { CheckboxSet } from '../../forms/CheckboxSet.tsx'
import { useLocale } from '../../table/words.ts'

interface SitesFieldProps {
  role: Role | ''
  /** Codes. */
  value: readonly string[]
  problem: string | null | undefined
  onChange: (sites: string[]) => void
}

/** Where an account works, for roles that work at sites; none chosen is all of them. */
export function SitesField({ role, value, problem, onChange }: SitesFieldProps) {
  const { t, name } = useLocale()
  const kinds: readonly string[] = roles.includes(role as Role) ? kindsBound(role as Role) : []
  const sites = useAnswer('people.siteChoices', {}).data?.sites.filter(({ kind }) => kinds.includes(kind)) ?? []
  if (sites.length === 0) return null
  return (
    <CheckboxSet
      legend={t('Sites')}
      options={sites.map((one) => ({ value: one.site, label: `${one.site} · ${name(one.name, one.name_zh)}` }))}
      value={value}
      problem={problem}
      hint={value.length === 0 ? t('No site chosen: works at all of them.') : null}
      onChange={onChange}
    />
  )
}
