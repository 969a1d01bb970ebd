import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { settingsPath } from '../../shared/domain/screens.ts'
import type { User } from './session.ts'

/** Ctrl+, opens the settings, as in other desktop programs. */
export function useSettingsKey(user: User | null): void {
  const navigate = useNavigate()
  const path = user === null ? null : settingsPath(user)
  useEffect(() => {
    if (path === null) return
    const listen = (event: KeyboardEvent) => {
      const isOurs = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === ','
      if (!isOurs || event.isComposing) return
      event.preventDefault()
      void navigate(path)
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [navigate, path])
}
