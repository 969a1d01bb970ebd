import type { languagesCalls } from '../../shared/areas/languages/calls.ts'
import type { Handlers } from '../http/call.ts'
import { addLanguage, addMissingKeys, dropMissingKeys, getLanguages } from './languages.ts'
import { exportTranslations, getTranslations, importTranslations, saveTranslation } from './translations.ts'

export const languagesRoutes: Handlers<typeof languagesCalls> = {
  addMissingKeys,
  getLanguages,
  addLanguage,
  getTranslations,
  saveTranslation,
  importTranslations,
  exportTranslations,
  dropMissingKeys,
}
