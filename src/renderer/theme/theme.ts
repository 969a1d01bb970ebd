import { atom, createStore } from 'jotai'

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
