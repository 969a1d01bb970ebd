import { InputGroup } from '@blueprintjs/core'
import { type ChangeEvent, type ClipboardEvent, type Ref, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '../people/Field.tsx'
import { codeDigits, readOneTimeCode } from './one-time-code.ts'

interface CodeFieldProps {
  value: string
  onChange: (code: string) => void
  /** Called once all six digits are there. */
  onWhole?: (code: string) => void
  autoFocus?: boolean
  inputRef?: Ref<HTMLInputElement>
}

/** Six digits from a mail: typed with any input method, pasted with blanks or words around them, or filled in by the system. */
export function CodeField({ value, onChange, onWhole, autoFocus = false, inputRef }: CodeFieldProps) {
  const { t } = useTranslation()
  const [composing, setComposing] = useState<string | null>(null)
  const take = (text: string) => {
    const code = readOneTimeCode(text)
    if (code === value) return
    onChange(code)
    if (code.length === codeDigits) onWhole?.(code)
  }
  const change = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    if (nativeEvent instanceof InputEvent && nativeEvent.isComposing) setComposing(target.value)
    else take(target.value)
  }
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault()
    take(event.clipboardData.getData('text'))
  }
  return (
    <Field label={t('Code from the mail')}>
      {(ties) => (
        <InputGroup
          {...ties}
          {...(inputRef ? { inputRef } : {})}
          className="code-field"
          name="one-time-code"
          autoComplete="one-time-code"
          inputMode="numeric"
          size="large"
          autoFocus={autoFocus}
          value={composing ?? value}
          onChange={change}
          onPaste={paste}
          onCompositionStart={(event) => setComposing(event.currentTarget.value)}
          onCompositionEnd={(event) => {
            setComposing(null)
            take(event.currentTarget.value)
          }}
        />
      )}
    </Field>
  )
}
