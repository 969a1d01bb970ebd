import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

interface TextFactProps {
  label: string
  value: string | null
  maxLength: number
  onSave: (value: string | null) => Promise<boolean>
}

/** A fact that is typed in place: Enter or leaving the field saves, Escape brings the saved one back. */
export function TextFact({ label, value, maxLength, onSave }: TextFactProps) {
  const { t } = useTranslation()
  const [text, setText] = useState(value ?? '')
  const [isSaving, setSaving] = useState(false)
  useEffect(() => setText(value ?? ''), [value])
  const save = async () => {
    const wanted = text.trim()
    if (wanted === (value ?? '') || isSaving) return
    setSaving(true)
    // Refused: what was typed stays in the field.
    await onSave(wanted || null)
    setSaving(false)
  }
  return (
    <input
      className="text-field text-fact"
      value={text}
      aria-label={label}
      placeholder={t('Not given')}
      maxLength={maxLength}
      disabled={isSaving}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => void save()}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter') event.currentTarget.blur()
        if (event.key !== 'Escape') return
        event.stopPropagation()
        setText(value ?? '')
      }}
    />
  )
}
