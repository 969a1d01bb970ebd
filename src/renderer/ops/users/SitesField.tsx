import { Checkbox } from '@blueprintjs/core'
import { kindsBound } from '../../../shared/areas/people/own-sites.ts'
import { type Role, roles } from '../../../shared/kernel/roles.ts'
import { useAnswer } from '../../actions/useRows.ts'
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
  const choose = (site: string, isChosen: boolean) =>
    onChange(sites.map((one) => one.site).filter((one) => (one === site ? isChosen : value.includes(one))))
  const words = problem ?? (value.length === 0 ? t('No site chosen: works at all of them.') : null)
  return (
    <fieldset className="field user-sites">
      <legend className="field-label">{t('Sites')}</legend>
      {sites.map((one) => (
        <Checkbox
          key={one.site}
          checked={value.includes(one.site)}
          label={`${one.site} · ${name(one.name, one.name_zh)}`}
          onChange={({ currentTarget }) => choose(one.site, currentTarget.checked)}
        />
      ))}
      {words ? (
        <p className={problem ? 'field-problem' : 'field-hint'} role={problem ? 'alert' : undefined}>
          {words}
        </p>
      ) : null}
    </fieldset>
  )
}
