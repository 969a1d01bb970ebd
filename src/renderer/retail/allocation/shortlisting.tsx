import { Button } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { useAction } from '../../actions/useAction.ts'
import type { CallOptions } from '../../api/client.ts'
import type { RowSelection } from '../../table/selection.ts'
import { useLocale } from '../../table/words.ts'

interface Chosen<R> {
  selection: RowSelection
  /** Of "all that match" those that are loaded. */
  chosen: readonly R[]
  /** All that match, also those that are not loaded. */
  gather: () => Promise<readonly R[]>
}

/** What may be done with chosen styles or lines of an allocation: onto the shortlist, or out of the plan. Null while nobody may. */
export function useShortlisting<R>(
  mayChoose: boolean,
  { selection, chosen, gather }: Chosen<R>,
  send: (to: 'shortlist' | 'remove', rows: readonly R[], options: CallOptions) => Promise<unknown>,
): ReactNode {
  const { t } = useLocale()
  const choose = useAction(
    async (to: 'shortlist' | 'remove', options) =>
      send(to, selection.selection.mode === 'all' ? await gather() : chosen, options),
    { refresh: ['allocation'], looksAgain: true },
  )
  if (!mayChoose) return null
  const pick = (to: 'shortlist' | 'remove') => void choose.run(to).then((done) => done && selection.clear())
  return (
    <>
      <Button
        size="small"
        intent="primary"
        text={t('Shortlist')}
        loading={choose.isRunning}
        onClick={() => pick('shortlist')}
      />
      <Button size="small" text={t('Take out')} loading={choose.isRunning} onClick={() => pick('remove')} />
    </>
  )
}
