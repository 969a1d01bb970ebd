import { defineConfig } from 'i18next-cli'
import { speakingFunctions, spokenWords } from './scripts/spoken-words.ts'

/** How i18next-cli finds the texts: English is the key, so dots, colons and underscores in it are plain text. */
export default defineConfig({
  locales: ['en', 'zh'],
  extract: {
    input: [
      'src/renderer/**/*.{ts,tsx}',
      'src/server/**/*.ts',
      'src/shared/areas/**/{calls,list-exports,lists,shapes}.ts',
      'src/shared/kernel/*.ts',
    ],
    output: 'resources/locales/{{language}}/{{namespace}}.json',
    defaultNS: 'translation',
    keySeparator: false,
    nsSeparator: false,
    contextSeparator: '\u0004',
    pluralSeparator: '\u0005',
    disablePlurals: true,
    functions: speakingFunctions,
    primaryLanguage: 'en',
  },
  plugins: [spokenWords()],
})
