import { atom, createStore } from 'jotai'

/** The two named themes of the root's data-theme attribute. */
export const themes = ['light', 'dark'] as const

export type Theme = (typeof themes)[number]

const key = 'theme'

/** The choice saved in local storage, else what the system prefers. */
export function startTheme(saved: string | null, prefersDark: boolean): Theme {
  return saved === 'dark' || saved === 'light' ? saved : prefersDark ? 'dark' : 'light'
}

/** Puts the theme on the page: the root's attribute for our own styles, a class for Blueprint's. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  document.documentElement.classList.toggle('bp6-dark', theme === 'dark')
  document.documentElement.style.colorScheme = theme
}

export function readTheme(): Theme {
  return startTheme(localStorage.getItem(key), matchMedia('(prefers-color-scheme: dark)').matches)
}

const current = atom<Theme>('light')

export const themeAtom = atom(
  (get) => get(current),
  (_get, set, theme: Theme) => {
    applyTheme(theme)
    localStorage.setItem(key, theme)
    set(current, theme)
  },
)

/** The one store of the renderer: theme, session, menu. */
export const store = createStore()

/** Without saving: a choice is only what the user chose. */
export function startWithTheme(theme: Theme): void {
  applyTheme(theme)
  store.set(current, theme)
}
