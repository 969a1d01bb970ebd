import { HTMLSelect } from '@blueprintjs/core'
import {
  isBoundToVendor,
  isPossible,
  type Person,
  type Role,
  roles,
  type Team,
  teams,
} from '../../shared/kernel/roles.ts'
import { useAnswer } from '../actions/useRows.ts'
import { wordOf } from '../i18n/code-words.ts'
import { key } from '../i18n/formats.ts'
import { useLocale } from '../table/words.ts'
import { Field } from './Fields.tsx'

export interface RoleChoice {
  /** Empty until it is chosen. */
  role: Role | ''
  team: Team | null
  /** The vendor's code; of a vendor's account only. */
  vendor_id: string
}

interface RoleFieldsProps {
  value: RoleChoice
  onChange: (change: RoleChoice) => void
  /** Roles that may be given; all of them when left out. */
  offered?: readonly Role[]
  problems?: Readonly<Record<string, string | null>>
}

/** Role, team and vendor, as far as they go together: no other combination leads anywhere. */
export function RoleFields({ value, onChange, offered = roles, problems = {} }: RoleFieldsProps) {
  const { t } = useLocale()
  const chooseRole = (role: Role) =>
    onChange({ role, team: teamFor(role, value.team), vendor_id: role === 'vendor' ? value.vendor_id : '' })
  const possible = value.role === '' ? [] : possibleTeams(value.role)
  return (
    <>
      <Field label={t('Role')} problem={problems.role}>
        {(ties) => (
          <HTMLSelect {...ties} fill value={value.role} onChange={({ target }) => chooseRole(target.value as Role)}>
            {value.role === '' && <option value="">{t('Please choose')}</option>}
            {offered.map((role) => (
              <option key={role} value={role}>
                {t(wordOf(role))}
              </option>
            ))}
          </HTMLSelect>
        )}
      </Field>
      {value.role === 'vendor' ? (
        <VendorField
          value={value.vendor_id}
          problem={problems.vendor_id}
          onChange={(vendor_id) => onChange({ ...value, vendor_id })}
        />
      ) : null}
      {value.role !== '' && !isBoundToVendor({ role: value.role }) ? (
        <Field label={t('Team')} problem={problems.team}>
          {(ties) => (
            <HTMLSelect
              {...ties}
              fill
              value={value.team ?? ''}
              onChange={({ target }) => onChange({ ...value, team: (target.value || null) as Team | null })}
            >
              {possible.map((team) => (
                <option key={team ?? ''} value={team ?? ''}>
                  {team === null ? t('No team') : t(teamWord(team))}
                </option>
              ))}
            </HTMLSelect>
          )}
        </Field>
      ) : null}
    </>
  )
}

interface VendorFieldProps {
  value: string
  problem: string | null | undefined
  onChange: (vendorId: string) => void
}

function VendorField({ value, problem, onChange }: VendorFieldProps) {
  const { t, name } = useLocale()
  const vendors = useAnswer('data.postVendors', {}).data?.vendors ?? []
  return (
    <Field label={t('Vendor')} problem={problem}>
      {(ties) => (
        <HTMLSelect {...ties} fill value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">{t('Please choose')}</option>
          {vendors.map((vendor) => (
            <option key={vendor.id} value={vendor.id}>
              {`${vendor.id} · ${name(vendor.name, vendor.name_zh)}`}
            </option>
          ))}
        </HTMLSelect>
      )}
    </Field>
  )
}

const teamWords: Record<Team, string> = {
  india: key('India'),
  china: key('China'),
  warehouse: key('Warehouse'),
  retail: key('Retail'),
}

/** A team's English name, which is the key of its translation. */
export function teamWord(team: Team): string {
  return teamWords[team]
}

/** The teams that the redirect table leads somewhere for this role; null is no team. */
export function possibleTeams(role: Role): (Team | null)[] {
  return [null, ...teams].filter((team) => isPossible({ role, team }))
}

/** The same team where it goes with the role, else the first that does. */
export function teamFor(role: Role, team: Team | null): Person['team'] {
  const possible = possibleTeams(role)
  return possible.includes(team) ? team : (possible[0] ?? null)
}
