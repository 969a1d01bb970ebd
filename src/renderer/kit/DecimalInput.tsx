import type { InputHTMLAttributes } from 'react'
import { useTranslation } from 'react-i18next'
import { key } from '../../shared/kernel/words.ts'
import { showToast } from './Toasts.tsx'

export const noMinus = key('No minus sign can be typed here.')

interface DecimalInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'inputMode' | 'onChange'> {
  onChange: (text: string) => void
  /** Instead of a notice. */
  onMinus?: () => void
}

/**
 * A bare field for a number with a decimal point, as text. A minus sign cannot be typed, which is said; one that is pasted stays for the form
 * to refuse: -5 never becomes 5 unseen.
 */
export function DecimalInput({ onChange, onMinus, onKeyDown, ...rest }: DecimalInputProps) {
  const { t } = useTranslation()
  return (
    <input
      className="text-field end"
      autoComplete="off"
      {...rest}
      inputMode="decimal"
      onKeyDown={(event) => {
        if (isMinus(event.key)) {
          event.preventDefault()
          if (onMinus) onMinus()
          else showToast({ id: 'no-minus', tone: 'info', text: t(noMinus) })
        }
        onKeyDown?.(event)
      }}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

export const isMinus = (typed: string) => /^[-−－]$/.test(typed)
