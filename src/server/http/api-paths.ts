import { contract } from '../../shared/contract/index.ts'

/** First words of addresses that are calls, never screens, also where no call of that name exists. */
const apiWords = new Set([
  ...Object.values(contract).flatMap((area) => Object.values(area).map((call) => call.path.split('/')[0] ?? '')),
  ...['offline-inventory', 'bulk-inventory-movement', 'locales', 'health', 'ready', 'openapi.json', 'reference'],
])

/** Whether an address (a path, perhaps with a query) belongs to the API rather than to the screens. */
export function isApiPath(url: string): boolean {
  const [first = ''] = url.replace(/^\/+/, '').split(/[/?#]/)
  return apiWords.has(first)
}
