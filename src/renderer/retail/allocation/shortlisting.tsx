import { Button } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { useAction } from '../../actions/useAction.ts'
import type { CallOptions } from '../../api/client.ts'
import { useLocale } from '../../table/words.ts'

/** What may be done with chosen styles or lines of an allocation: onto the shortlist, or out of it. Null while nobody may. */
export function useShortlisting(
  mayChoose: boolean,
  send: (to: 'shortlist' | 'remove', options: CallOptions) => Promise<unknown>,
  onDone: () => void,
): ReactNode {
  const { t } = useLocale()
  const choose = useAction(send, { refresh: ['allocation'], looksAgain: true })
  if (!mayChoose) return null
  const pick = (to: 'shortlist' | 'remove') => void choose.run(to).then((done) => done && onDone())
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
