import { useState } from 'react'
import { DecimalField } from '../../forms/fields.tsx'
import { useLocale } from '../../table/words.ts'

interface NumberFieldProps {
  label: string
  /** In the unit that is kept: so many of them make one of the unit that is typed. */
  value: number | undefined
  scale: number
  problem?: string | null | undefined
  onChange: (value: number | undefined) => void
}

/** A number with a decimal point; what is not one yet stays as it was typed and counts as none. */
export function NumberField({ label, value, scale, problem, onChange }: NumberFieldProps) {
  const { t } = useLocale()
  const [text, setText] = useState(textOf(value, scale))
  const typed = read(text, scale)
  // Another draft, or a saved value, takes the place of what was typed.
  if (typed !== 'none' && typed !== value) setText(textOf(value, scale))
  return (
    <DecimalField
      label={label}
      maxLength={12}
      value={text}
      problem={problem ?? (typed === 'none' ? t('A number such as 0.75.') : null)}
      onChange={(next) => {
        setText(next)
        const value = read(next, scale)
        onChange(value === 'none' ? undefined : value)
      }}
    />
  )
}

const textOf = (value: number | undefined, scale: number) => (value === undefined ? '' : String(value / scale))

function read(text: string, scale: number): number | undefined | 'none' {
  const plain = text.normalize('NFKC').trim().replace(',', '.')
  if (plain === '') return undefined
  const value = Number(plain) * scale
  if (!Number.isFinite(value) || value < 0) return 'none'
  return scale === 1 ? value : Math.round(value)
}
