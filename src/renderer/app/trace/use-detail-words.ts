import { useWords } from '../../table/words.ts'
import type { LifeEvent } from './kinds.ts'

/** What an event says of itself. Its quantities are told by its moves where there are any. */
export function useDetailWords({ details, moves }: Pick<LifeEvent, 'details' | 'moves'>): string[] {
  const { t, number } = useWords()
  const counted = [
    ['boxes', t('Boxes')],
    ['count', t('Labels')],
    ...(moves.length === 0 ? [['quantity', t('Pieces')] as const] : []),
  ] as const
  const numbers = counted.flatMap(([name, words]) => {
    const value = details[name]
    return typeof value === 'number' ? [`${words}: ${number(value)}`] : []
  })
  const told = (name: string) => (typeof details[name] === 'string' && details[name] !== '' ? [details[name]] : [])
  // Several lines may be refused for several reasons.
  const why = told('reason').flatMap((reason) => reason.split(' · ').map((each) => t(each)))
  return [...numbers, ...['invoice_number', 'return_note', 'carrier'].flatMap(told), ...why, ...told('remark')]
}
