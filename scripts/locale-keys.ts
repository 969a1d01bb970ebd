import { orderStatuses } from '../src/shared/domain/order-status.ts'
import { refusalReasons } from '../src/shared/domain/reasons.ts'
import { rights } from '../src/shared/domain/rights.ts'
import { roles, teams } from '../src/shared/domain/roles.ts'
import { sideMenu } from '../src/shared/domain/screens.ts'
import { expectations, refusalMessages, sheetMessages } from '../src/shared/domain/sheet-messages.ts'
import { shipmentStatuses } from '../src/shared/domain/shipment-status.ts'

type Source = { file: string; text: string }

const literal = `${String.raw`(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`}\`((?:[^\`\\\\$]|\\\\.)*)\`)`

/** `t('…')`, `key('…')` and `i18nKey="…"` in the renderer. A text made at run time must come from a table below. */
const inScreens = [
  new RegExp(String.raw`\b(?:t|key)\(\s*${literal}`, 'g'),
  new RegExp(String.raw`i18nKey=\{?${literal}`, 'g'),
]

/** What the server says to users: refusals, confirmations, and the words of the contract's own checks. */
const inServer = [
  new RegExp(
    String.raw`\b(?:invalidInput|unauthenticated|forbidden|notFound|conflict|moveNotAllowed|tooLarge|unavailable)\(\s*${literal}`,
    'g',
  ),
  new RegExp(String.raw`new Refusal\(\s*'\w+',\s*${literal}`, 'g'),
  new RegExp(String.raw`\bsaid\([^'"\n]*,\s*${literal}`, 'g'),
]
const inContract = [new RegExp(String.raw`\berror:\s*${literal}`, 'g')]

/** Every English text that needs Chinese, and one place where it stands. */
export function allKeys(read: (pattern: string) => Source[]): Map<string, string> {
  const keys = new Map<string, string>(tableKeys())
  const scan = (pattern: string, expressions: RegExp[]) => {
    for (const { file, text } of read(pattern)) {
      for (const found of expressions.flatMap((expression) => textsIn(text, expression))) keys.set(found, file)
    }
  }
  scan('src/renderer/**/*.{ts,tsx}', inScreens)
  scan('src/server/**/*.ts', inServer)
  scan('src/shared/contract/*.ts', inContract)
  return keys
}

export function textsIn(source: string, expression: RegExp): string[] {
  return [...source.matchAll(expression)].map(([, a, b, c]) => plain(a ?? b ?? c ?? '')).filter((text) => text !== '')
}

function plain(text: string): string {
  return text.replace(/\\(['"`\\])/g, '$1').replaceAll('\\n', '\n')
}

function tableKeys(): [string, string][] {
  const menu = roles
    .flatMap((role) => [null, ...teams].flatMap((team) => sideMenu({ role, team })))
    .flatMap(({ label, items }) => [label, ...items.map((item) => item.label)])
  const tables: [string, readonly string[]][] = [
    ['order-status.ts', orderStatuses],
    ['shipment-status.ts', shipmentStatuses],
    ['reasons.ts', refusalReasons],
    ['screens.ts', menu],
    ['rights.ts', Object.values(rights).flatMap(({ group, label }) => [group, label])],
    [
      'sheet-messages.ts',
      [sheetMessages, refusalMessages, expectations].flatMap((table) => Object.values<string>(table)),
    ],
  ]
  return tables.flatMap(([file, texts]) => texts.map((text): [string, string] => [text, `src/shared/domain/${file}`]))
}
