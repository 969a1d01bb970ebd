import { HTMLSelect } from '@blueprintjs/core'
import { atom, createStore, useAtom, useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { host } from '../host/host.ts'

/** The named themes of the root's data-theme attribute. */
export const themes = ['light', 'dark'] as const

export type Theme = (typeof themes)[number]

/** null is no theme: the root carries no attribute, and the look follows the system. */
export type ThemeChoice = Theme | null

/** Where the choice is saved (specification, section 1). */
export const themeKey = 'theme'

/** What is saved, if it names a theme; anything else is no theme. */
export function choiceOf(saved: string | null): ThemeChoice {
  return themes.find((theme) => theme === saved) ?? null
}

/** How the page looks under a choice. */
export function lookOf(choice: ThemeChoice, prefersDark: boolean): Theme {
  return choice ?? (prefersDark ? 'dark' : 'light')
}

/** Flips between two named themes, or between one and none; from anything else to the first. */
export function toggled(now: ThemeChoice, one: Theme, other: ThemeChoice): ThemeChoice {
  return now === one ? other : one
}

/** What the toggle flips between: the two named themes, or one of them and none. */
export const togglePairs = ['light-dark', 'light-none', 'dark-none'] as const

export type TogglePair = (typeof togglePairs)[number]

const pairKey = 'theme.toggle'

/** Where a press of the toggle leads. Between the two named themes, and with none chosen, away from what is seen. */
export function nextOf(pair: TogglePair, choice: ThemeChoice, prefersDark: boolean): ThemeChoice {
  if (pair === 'light-dark') return toggled(lookOf(choice, prefersDark), 'light', 'dark')
  return toggled(choice, pair === 'light-none' ? 'light' : 'dark', null)
}

const savedPair = atom<TogglePair>(
  togglePairs.find((pair) => pair === globalThis.localStorage?.getItem(pairKey)) ?? 'light-dark',
)
const pairAtom = atom(
  (get) => get(savedPair),
  (_, set, pair: TogglePair) => {
    set(savedPair, pair)
    localStorage.setItem(pairKey, pair)
  },
)

/** Puts a choice on the page: the root's attribute for our own styles, a class for Blueprint's, a scheme for the browser's. */
export function applyTheme(choice: ThemeChoice, prefersDark: boolean): void {
  const root = document.documentElement
  if (choice === null) delete root.dataset.theme
  else root.dataset.theme = choice
  const look = lookOf(choice, prefersDark)
  root.classList.toggle('bp6-dark', look === 'dark')
  root.style.colorScheme = look
}

const current = atom<{ choice: ThemeChoice; prefersDark: boolean }>({ choice: null, prefersDark: false })

/** The choice; setting it changes the page at once and saves it. */
export const themeAtom = atom(
  (get) => get(current).choice,
  (get, set, choice: ThemeChoice) => {
    const { prefersDark } = get(current)
    applyTheme(choice, prefersDark)
    set(current, { choice, prefersDark })
    if (choice === null) localStorage.removeItem(themeKey)
    else localStorage.setItem(themeKey, choice)
  },
)

/** The theme that is seen, also where none is chosen. */
export const lookAtom = atom((get) => lookOf(get(current).choice, get(current).prefersDark))

/** The one store of the renderer: theme, session, menu. */
export const store = createStore()

/** Re-applies what was saved, without saving, and goes along when the system turns dark or another window chooses. */
export function startTheme(): void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const take = (choice: ThemeChoice) => {
    applyTheme(choice, system.matches)
    store.set(current, { choice, prefersDark: system.matches })
  }
  take(choiceOf(localStorage.getItem(themeKey)))
  system.addEventListener('change', () => take(store.get(themeAtom)))
  addEventListener('storage', ({ key, newValue }) => {
    if (key === themeKey) take(choiceOf(newValue))
  })
}

export interface ThemeControl {
  /** The named theme, or null where the look follows the system. */
  choice: ThemeChoice
  /** What is seen. */
  look: Theme
  /** Applies a named theme, or none. */
  setTheme: (choice: ThemeChoice) => void
  /** Where the toggle leads next. */
  next: ThemeChoice
}

/** The theme and its ways of change. */
export function useTheme(): ThemeControl {
  const [choice, set] = useAtom(themeAtom)
  const look = useAtomValue(lookAtom)
  const pair = useAtomValue(pairAtom)
  const { prefersDark } = useAtomValue(current)
  const setTheme = (next: ThemeChoice) => {
    set(next)
    void host.settings.set({ theme: next })
  }
  return { choice, look, setTheme, next: nextOf(pair, choice, prefersDark) }
}

/** Light, dark, or as the system is: the chosen value is applied at once. */
export function ThemeSelect({ fill }: { fill?: boolean }) {
  const { t } = useTranslation()
  const { choice, setTheme } = useTheme()
  const options = [
    { value: '', label: t('As the system') },
    { value: 'light', label: t('Light theme') },
    { value: 'dark', label: t('Dark theme') },
  ]
  return (
    <HTMLSelect
      aria-label={t('Theme')}
      options={options}
      value={choice ?? ''}
      fill={fill ?? false}
      onChange={(event) => setTheme(choiceOf(event.currentTarget.value))}
    />
  )
}

/** What the button in the header flips between. */
export function ToggleSelect() {
  const { t } = useTranslation()
  const [pair, setPair] = useAtom(pairAtom)
  const labels: Record<TogglePair, string> = {
    'light-dark': t('Light and dark'),
    'light-none': t('Light and as the system'),
    'dark-none': t('Dark and as the system'),
  }
  return (
    <label className="settings-line" htmlFor="theme-toggle">
      {t('The button in the header changes between')}
      <HTMLSelect
        id="theme-toggle"
        options={togglePairs.map((value) => ({ value, label: labels[value] }))}
        value={pair}
        onChange={({ currentTarget }) =>
          setPair(togglePairs.find((one) => one === currentTarget.value) ?? 'light-dark')
        }
      />
    </label>
  )
}
