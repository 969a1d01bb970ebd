import { factLabels } from '../../../shared/domain/trace.ts'
import { useWords } from '../../table/words.ts'
import type { LifeEvent } from './kinds.ts'

/** What QC found in a box; what it did not find is not said. */
const found = ['missing', 'excess', 'passed', 'failed', 'on_hold'] as const

/** What an event says of itself. Its quantities are told by its moves where there are any. */
export function useDetailWords({ details, moves }: Pick<LifeEvent, 'details' | 'moves'>): string[] {
  const { t, number } = useWords()
  const counted = [
    ['boxes', t('Boxes')],
    ['count', t('Labels')],
    ...(moves.length === 0 ? [['quantity', t('Pieces')] as const] : []),
  ] as const
  const said = (name: string, words: string, least: number) => {
    const value = details[name]
    return typeof value === 'number' && value >= least ? [`${words}: ${number(value)}`] : []
  }
  const numbers = [
    ...counted.flatMap(([name, words]) => said(name, words, 0)),
    ...found.flatMap((name) => said(name, t(factLabels[name]), 1)),
  ]
  const told = (name: string) => (typeof details[name] === 'string' && details[name] !== '' ? [details[name]] : [])
  // Several lines may be refused for several reasons.
  const why = told('reason').flatMap((reason) => reason.split(' · ').map((each) => t(each)))
  return [...numbers, ...['invoice_number', 'return_note', 'carrier'].flatMap(told), ...why, ...told('remark')]
}
