import { startTheme } from './theme.tsx'

// Imported first by main.tsx: the right theme is on the page before anything is painted.
startTheme()
