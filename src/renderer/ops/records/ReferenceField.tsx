import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { KindName } from '../../../shared/areas/data/kinds.ts'
import type { RecordKind } from '../../../shared/areas/data/record-kind.ts'
import { plainText } from '../../../shared/kernel/codes.ts'
import { useRows } from '../../actions/useRows.ts'
import type { FieldLook } from '../../forms/described.tsx'
import type { FormField } from '../../forms/useForm.ts'
import { Field } from '../../people/Fields.tsx'
import { useLocale } from '../../table/words.ts'
import { nameOf } from './records-params.ts'

interface ReferenceFieldProps extends FormField<string>, Pick<FieldLook, 'hint' | 'disabled'> {
  label: string
  to: RecordKind<KindName>
  where: Readonly<Record<string, string>>
}

const debounceMs = 200

/** The code of a record of another kind: those that match what is typed are offered, and the name of the one that is meant stands below. */
export function ReferenceField({ label, value, problem, hint, disabled, to, where, onChange }: ReferenceFieldProps) {
  const { t } = useTranslation()
  const { choices, isKnown } = useChoices(to, where, disabled ? null : value)
  const code = plainText(value).toUpperCase()
  const meant = choices.find((choice) => choice.code === code)
  // Of a code or name half typed what is offered says enough.
  const unknown =
    isKnown && code !== '' && choices.length === 0 && !disabled
      ? t('Not among the {{kind}} yet', { kind: t(to.many) })
      : ''
  return (
    <Field label={label} problem={problem} hint={hint ?? (meant?.name || unknown)}>
      {(ties) => (
        <>
          <input
            {...ties}
            className="text-field"
            list={`${ties.id}choices`}
            autoComplete="off"
            maxLength={40}
            disabled={disabled}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
          <datalist id={`${ties.id}choices`}>
            {choices.map((choice) => (
              <option key={choice.code} value={choice.code}>
                {choice.name}
              </option>
            ))}
          </datalist>
        </>
      )}
    </Field>
  )
}

/** Records in use whose code or name has what is typed; `isKnown` once the answer is of what stands there now. */
function useChoices(to: RecordKind<KindName>, where: Readonly<Record<string, string>>, typed: string | null) {
  const { name } = useLocale()
  const [asked, ask] = useState(typed ?? '')
  useEffect(() => {
    const timer = setTimeout(() => ask(typed ?? ''), debounceMs)
    return () => clearTimeout(timer)
  }, [typed])
  const search = asked.trim().slice(0, 80)
  const found = useRows(
    'data.getRecords',
    { kind: to.kind, tab: 'active', page_size: 50, ...(search && { search }) },
    { enabled: typed !== null },
  )
  const [key = ''] = to.key
  const fits = found.rows.filter(({ values }) => Object.entries(where).every(([column, is]) => values[column] === is))
  const named = new Map(fits.map((row) => [String(row.values[key]), to.key.length > 1 ? '' : nameOf(row, name)]))
  return {
    choices: [...named].map(([code, words]) => ({ code, name: words })),
    isKnown: asked === typed && !found.isFetching && !found.isError,
  }
}
