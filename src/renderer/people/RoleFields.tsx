import { HTMLSelect } from '@blueprintjs/core'
import { isBoundToVendor, type Role, roles, type Team } from '../../shared/domain/roles.ts'
import { useAnswer } from '../actions/useRows.ts'
import { wordOf } from '../i18n/code-words.ts'
import { useWords } from '../table/words.ts'
import { Field } from './Field.tsx'
import { possibleTeams, teamFor, teamWord } from './person-words.ts'

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
  problems?: Readonly<Record<string, string>>
}

/** Role, team and vendor, as far as they go together: no other combination leads anywhere. */
export function RoleFields({ value, onChange, offered = roles, problems = {} }: RoleFieldsProps) {
  const { t } = useWords()
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
      {value.role !== '' && !isBoundToVendor({ role: value.role, team: null }) ? (
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
  problem: string | undefined
  onChange: (vendorId: string) => void
}

function VendorField({ value, problem, onChange }: VendorFieldProps) {
  const { t, name } = useWords()
  const vendors = useAnswer('vendors.postVendors', {}).data?.vendors ?? []
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
