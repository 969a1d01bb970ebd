import { useAtom, useAtomValue } from 'jotai'
import { host } from '../host/host.ts'
import { lookAtom, type Theme, type ThemeChoice, themeAtom, toggled } from './theme.ts'

export interface ThemeControl {
  /** The named theme, or null where the look follows the system. */
  choice: ThemeChoice
  /** What is seen. */
  look: Theme
  /** Applies a named theme, or none. */
  setTheme: (choice: ThemeChoice) => void
  /** Flips between two named themes; with `null` as the other, between one theme and none. */
  toggle: (one: Theme, other: ThemeChoice) => void
}

/** The theme and its ways of change. */
export function useTheme(): ThemeControl {
  const [choice, set] = useAtom(themeAtom)
  const look = useAtomValue(lookAtom)
  const setTheme = (next: ThemeChoice) => {
    set(next)
    void host.settings.set({ theme: next })
  }
  return { choice, look, setTheme, toggle: (one, other) => setTheme(toggled(choice, one, other)) }
}
