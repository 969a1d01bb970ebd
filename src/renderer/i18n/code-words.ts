import { codeWords, events } from '../../shared/areas.ts'
import { key } from './formats.ts'

const sourceWords: Record<string, string> = {
  screen: key('on screen'),
  file: key('by file'),
  bulk: key('in bulk'),
  api: key('by API'),
}

const words = new Map<string, string>([
  ...Object.entries<string>(codeWords),
  ...Object.entries(events).map(([code, { word }]) => [code, word] as const),
])

/** The English text of a role, event or decision, which is also its translation's key; what is unknown stays as it is. */
export function wordOf(code: string): string {
  return words.get(code) ?? code
}

/** Where a change came from. */
export function sourceWord(source: string): string {
  return sourceWords[source] ?? source
}
