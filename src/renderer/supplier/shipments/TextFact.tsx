import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUnsaved } from '../../app/unsaved.ts'
import { draftKey, useKeptDraft } from '../../kit/use-kept-draft.ts'
import { useUserId } from '../../table/use-user-id.ts'

const isText = (kept: unknown): kept is string => typeof kept === 'string'

interface TextFactProps {
  label: string
  value: string | null
  maxLength: number
  /** Names what is typed and not saved yet: among drafts, and to the user. */
  draft: string
  what: string
  onSave: (value: string | null) => Promise<boolean>
}

/** A fact that is typed in place: Enter or leaving the field saves, Escape brings the saved one back. Kept as a draft until then. */
export function TextFact({ label, value, maxLength, draft, what, onSave }: TextFactProps) {
  const { t } = useTranslation()
  const [kept, keep] = useKeptDraft(draftKey(useUserId(), draft), isText)
  const text = kept ?? value ?? ''
  const [isSaving, setSaving] = useState(false)
  useUnsaved(kept !== null, what)
  const save = async () => {
    const wanted = text.trim()
    if (isSaving) return
    if (wanted === (value ?? '')) return keep(() => null)
    setSaving(true)
    // Refused: what was typed stays in the field.
    if (await onSave(wanted || null)) keep(() => null)
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
      data-typed={kept !== null || undefined}
      onChange={({ target }) => keep(() => target.value)}
      onBlur={() => void save()}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter') event.currentTarget.blur()
        if (event.key !== 'Escape') return
        event.stopPropagation()
        keep(() => null)
      }}
    />
  )
}
