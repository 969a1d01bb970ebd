import { type WorldColumn, worldCode, worldCodes } from '../../../shared/kernel/world-codes.ts'
import type { FieldLook } from '../../forms/described.tsx'
import type { FormField } from '../../forms/useForm.ts'
import { Field } from '../../people/Fields.tsx'
import { useLocale } from '../../table/words.ts'

interface WorldFieldProps extends FormField<string>, Pick<FieldLook, 'hint' | 'disabled'> {
  label: string
  column: WorldColumn
}

/** A country, time zone or currency out of the list of all, found by its code or its name in English or Chinese; the one that is meant stands below. */
export function WorldField({ label, value, problem, hint, disabled, column, onChange }: WorldFieldProps) {
  const { name } = useLocale()
  const meant = worldCode(column, value)
  return (
    <Field label={label} problem={problem} hint={hint ?? (meant ? named(meant.code, name(meant.en, meant.zh)) : '')}>
      {(ties) => (
        <>
          <input
            {...ties}
            className="text-field"
            list={`${ties.id}choices`}
            autoComplete="off"
            maxLength={80}
            disabled={disabled}
            value={value}
            onChange={({ target }) => onChange(target.value)}
            // A name that was typed out stands as its code, as it is kept.
            onBlur={() => meant && meant.code !== value && onChange(meant.code)}
          />
          <datalist id={`${ties.id}choices`}>
            {worldCodes(column).map(({ code, en, zh }) => (
              <option key={code} value={code}>
                {en === zh ? en : `${en} · ${zh}`}
              </option>
            ))}
          </datalist>
        </>
      )}
    </Field>
  )
}

const named = (code: string, words: string) => (words === '' ? code : `${code} · ${words}`)
