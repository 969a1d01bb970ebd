import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { ProductionRow } from '../../../shared/areas/production/calls.ts'
import { lackingBefore, lackingMessage, lackingPlace } from '../../../shared/areas/production/lacking.ts'
import type { JobCardLanguage } from '../../../shared/areas/production/words.ts'
import { contract } from '../../../shared/areas.ts'
import { useDownload } from '../../actions/downloads.ts'
import { useRefresh } from '../../actions/useRows.ts'
import { fileCall, fileName } from '../../api/client.ts'
import { ChoiceField } from '../../forms/fields.tsx'
import { DialogParts, type DialogTurn, Modal } from '../../kit/dialogs.tsx'
import { Callout } from '../../kit/states.tsx'
import { useLocale } from '../../table/words.ts'

/** Job cards are read in Hindi at most tables. */
export const cardLanguages = [
  ['hi', 'Hindi · हिन्दी'],
  ['en', 'English'],
  ['zh', '中文'],
] as const satisfies readonly (readonly [JobCardLanguage, string])[]

interface SendDialogProps extends DialogTurn {
  rows: readonly ProductionRow[]
  onSent?: () => void
}

/** Sends the orders that lack nothing and fetches their job cards; of the others it lists what is missing, each line leading there. */
export function SendDialog({ rows, onSent, ...turn }: SendDialogProps) {
  const { t, plural } = useLocale()
  const { download, isDownloading } = useDownload()
  const refresh = useRefresh()
  const [language, setLanguage] = useState<JobCardLanguage>('hi')
  const missing = rows.flatMap((order) => {
    const things = lackingBefore('SENT_FOR_PRODUCTION', order.lacking)
    return things.length === 0 ? [] : [{ order, things }]
  })
  const ready = rows.filter((order) => !missing.some((one) => one.order === order))
  const send = async () => {
    const call = contract.production.sendToProduction
    const orders = ready.map(({ order_action_id, version }) => ({ order_action_id, version }))
    await download(fileCall(call, { orders, language }), fileName(call, { orders, language }), {
      done: t('Sent to production.'),
    })
    await refresh(['production', 'home'])
    onSent?.()
    turn.onClose()
  }
  return (
    <Modal {...turn} title={t('Send to production')} width={560}>
      <DialogParts
        onCancel={turn.onClose}
        step={{
          text: t('Send and fetch job cards'),
          run: () => void send(),
          isOff: ready.length === 0,
          isRunning: isDownloading,
        }}
        foot={<span role="status">{plural(ready.length, '1 order can be sent.', '{{n}} orders can be sent.')}</span>}
      >
        {missing.length === 0 ? null : (
          <Callout tone="warn">
            {plural(missing.length, '1 order stays: something is missing.', '{{n}} orders stay: something is missing.')}
            <ul className="production-missing">
              {missing.map(({ order, things }) => (
                <li key={order.order_action_id}>
                  <span className="code">{order.order_action_id}</span>
                  <ul className="production-missing">
                    {things.map((thing) => (
                      <li key={thing}>
                        <Link to={lackingPlace(thing, order)} onClick={turn.onClose}>
                          {t(lackingMessage(thing, order))}
                        </Link>
                      </li>
                    ))}
                  </ul>
                </li>
              ))}
            </ul>
          </Callout>
        )}
        <ChoiceField
          label={t('Language of the job cards')}
          value={language}
          choices={cardLanguages}
          onChange={setLanguage}
        />
      </DialogParts>
    </Modal>
  )
}
