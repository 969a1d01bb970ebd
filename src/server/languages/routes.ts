import type { houseLanguages } from '../../shared/contract/house-languages.ts'
import type { Handlers } from '../http/call.ts'
import { addLanguage, getLanguages } from './languages.ts'
import { addMissingKeys, dropMissingKeys } from './missing-keys.ts'
import { exportTranslations, getTranslations, importTranslations, saveTranslation } from './translations.ts'

export const languagesRoutes: Handlers<typeof houseLanguages> = {
  addMissingKeys,
  getLanguages,
  addLanguage,
  getTranslations,
  saveTranslation,
  importTranslations,
  exportTranslations,
  dropMissingKeys,
}
