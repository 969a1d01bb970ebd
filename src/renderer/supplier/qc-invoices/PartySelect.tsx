import { useTranslation } from 'react-i18next'
import { addressText } from '../../../shared/domain/addresses.ts'
import { Field } from '../../people/Field.tsx'
import type { Party } from './use-party-choices.ts'

interface PartySelectProps {
  label: string
  parties: readonly Party[]
  value: string
  onChange: (code: string) => void
}

/** One of the active parties, by its code first: long names are alike in their first words. Its address stands below. */
export function PartySelect({ label, parties, value, onChange }: PartySelectProps) {
  const { t } = useTranslation()
  const chosen = parties.find(({ code }) => code === value)
  return (
    <Field
      label={label}
      problem={parties.length === 0 ? t('None yet. Add one under Trade parties.') : null}
      hint={chosen ? addressText(chosen.address, chosen.country) : null}
    >
      {(ties) => (
        <select
          {...ties}
          className="text-field"
          title={chosen?.name}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        >
          {parties.map(({ code, name }) => (
            <option key={code} value={code}>
              {code} · {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
