import type { languagesArea } from '../../shared/areas/languages/calls.ts'
import type { ServerArea } from '../http/area.ts'
import { addLanguage, addMissingKeys, dropMissingKeys, getLanguages, removeLanguage } from './languages.ts'
import { exportTranslations, getTranslations, importTranslations, saveTranslation } from './translations.ts'

export const languagesServer: ServerArea<typeof languagesArea> = {
  routes: {
    addMissingKeys,
    getLanguages,
    addLanguage,
    removeLanguage,
    getTranslations,
    saveTranslation,
    importTranslations,
    exportTranslations,
    dropMissingKeys,
  },
}
