import { findKeys } from 'i18next-cli'
import config from '../i18next.config.ts'
import { areas } from '../src/shared/areas.ts'
import { type AreaParts, wordsOf } from '../src/shared/kernel/area.ts'
import { reportDayProblems } from '../src/shared/kernel/days.ts'
import { pictureMessages } from '../src/shared/kernel/pictures.ts'
import { refusalReasons } from '../src/shared/kernel/reasons.ts'
import { menuWords } from '../src/shared/kernel/screens.ts'
import { expectations, fullerRefusals, refusalMessages, saveAsXlsx, sheetMessages } from '../src/shared/kernel/sheet.ts'

/** Only what goes wrong is worth a line. */
const logger = { info: () => undefined, warn: console.warn, error: console.error }

/**
 * Every English text that needs Chinese, and one place where it stands: what i18next-cli finds in the sources, and the tables
 * of the areas and of the kernel, whose words are values and never stand in a call. Throws when a source cannot be read.
 */
export async function allKeys(): Promise<Map<string, string>> {
  const unread: string[] = []
  const { allKeys: found } = await findKeys(config, logger, unread)
  if (unread.length > 0) throw new Error(`not read: ${unread.join(', ')}`)
  const keys = new Map(tableKeys())
  for (const { key, locations } of found.values()) {
    // A number is the place in a list of words (`words[0]`), which i18next-cli takes for a word.
    if (!/^\d+$/.test(key)) keys.set(key, locations?.[0]?.file ?? 'src')
  }
  return keys
}

function tableKeys(): [string, string][] {
  const kernel: Readonly<Record<string, readonly string[]>> = {
    'days.ts': Object.values(reportDayProblems),
    'pictures.ts': Object.values(pictureMessages),
    'reasons.ts': refusalReasons,
    'screens.ts': menuWords,
    'sheet.ts': [sheetMessages, refusalMessages, fullerRefusals, saveAsXlsx, expectations].flatMap((table) =>
      Object.values<string>(table),
    ),
  }
  const tables: [string, readonly string[]][] = [
    ...Object.entries(kernel).map(([file, texts]): [string, readonly string[]] => [`kernel/${file}`, texts]),
    ...Object.entries<AreaParts>(areas).map(([name, parts]): [string, string[]] => [
      `areas.ts (${name})`,
      wordsOf(parts),
    ]),
  ]
  return tables.flatMap(([file, texts]) => texts.map((text): [string, string] => [text, `src/shared/${file}`]))
}
