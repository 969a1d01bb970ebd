import './forms.css'
import { Button } from '@blueprintjs/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { isLost } from '../actions/useAction.ts'
import type { ApiError } from '../api/api-error.ts'
import { Shortcut } from '../kit/KeyMenu.tsx'
import { StepButton } from '../kit/StepButton.tsx'

interface SaveBarProps {
  /** What would be saved, in the reader's language. */
  summary: ReactNode
  /** Why it cannot be saved yet; null when it can. */
  problem: string | null
  isSaving: boolean
  /** Why the last try failed. */
  error: ApiError | null
  /** What saving is called here; “Save” without it. */
  save?: string
  onSave: () => void
  onDiscard: () => void
  children?: ReactNode
}

/** Typed work that is not saved yet, with its one save. Ctrl+S saves too. */
export function SaveBar({ summary, problem, isSaving, error, save, onSave, onDiscard, children }: SaveBarProps) {
  const { t } = useTranslation()
  const canSave = problem === null && !isSaving
  useSaveKey(onSave, canSave)
  return (
    <section className="save-bar" aria-label={t('Not saved yet')}>
      <span className="save-bar-mark" aria-hidden="true" />
      <span>{summary}</span>
      <span className="save-bar-tools">
        {children}
        <Button variant="minimal" text={t('Discard')} disabled={isSaving} onClick={onDiscard} />
        <StepButton
          intent="primary"
          text={save ?? t('Save')}
          isRunning={isSaving}
          isLost={error !== null && isLost(error)}
          disabled={!canSave}
          onClick={onSave}
        />
        <Shortcut keys="Ctrl+S" />
      </span>
      {problem === null ? null : (
        <span className="save-bar-problem" role="status">
          {problem}
        </span>
      )}
    </section>
  )
}

/** Ctrl+S saves what is typed. */
export function useSaveKey(save: () => void, isOn: boolean): void {
  const latest = useRef({ save, isOn })
  latest.current = { save, isOn }
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      if (latest.current.isOn) latest.current.save()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
