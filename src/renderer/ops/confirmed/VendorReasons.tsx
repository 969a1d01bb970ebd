import '../../orders/orders.css'
import { Button } from '@blueprintjs/core'
import { Cog } from '@blueprintjs/icons'
import { useState } from 'react'
import { type VendorReason, vendorReasons, vendorReasonWords } from '../../../shared/areas/orders/vendor-reasons.ts'
import type { CallData } from '../../actions/calls.ts'
import { useAction } from '../../actions/useAction.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { DialogParts, type DialogTurn, Modal, useDialog } from '../../kit/dialogs.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { proposalKindWords } from '../../orders/refusals.tsx'
import { useRight } from '../../session/use-right.ts'
import { useSettingsWord } from '../../settings/use-settings-word.ts'
import { useLocale } from '../../table/words.ts'

/** Opens the choice of the vendors' own reasons, for those who may change it. */
export function VendorReasonsButton() {
  const { t } = useLocale()
  const mayChange = useRight('vendorReasons')
  const { open, dialog } = useDialog(VendorReasonsDialog)
  useSettingsWord(open, mayChange)
  if (!mayChange) return null
  return (
    <>
      <Button
        variant="minimal"
        icon={<Cog />}
        text={t('Reasons for vendors')}
        aria-haspopup="dialog"
        onClick={() => open()}
      />
      {dialog}
    </>
  )
}

function VendorReasonsDialog(turn: DialogTurn) {
  const { t } = useLocale()
  const answer = useAnswer('orders.vendorReasons', {})
  return (
    <Modal {...turn} title={t('Reasons for vendors')} width={560}>
      <Loaded answer={answer} rows={5}>
        {(saved) => <Choice key={saved.version} saved={saved} onClose={turn.onClose} />}
      </Loaded>
    </Modal>
  )
}

function Choice({ saved, onClose }: { saved: CallData<'orders.vendorReasons'>; onClose: () => void }) {
  const { t, name } = useLocale()
  const [on, setOn] = useState<ReadonlySet<VendorReason>>(new Set(saved.reasons))
  const save = useAction(
    (reasons: VendorReason[], options) => api.orders.saveVendorReasons({ reasons, version: saved.version }, options),
    {
      what: t('Reasons for vendors'),
      done: () => t('Reasons saved.'),
      refresh: ['orders.vendorReasons'],
      looksAgain: true,
    },
  )
  const isChanged = vendorReasons.some((reason) => on.has(reason) !== saved.reasons.includes(reason))
  const run = async () => {
    if ((await save.run(vendorReasons.filter((reason) => on.has(reason)))) !== undefined) onClose()
  }
  const toggle = (reason: VendorReason) =>
    setOn((now) => (now.has(reason) ? new Set([...now].filter((one) => one !== reason)) : new Set([...now, reason])))
  return (
    <DialogParts onCancel={onClose} step={{ text: t('Save'), run, isOff: !isChanged, isRunning: save.isRunning }}>
      <p className="muted">
        {t(
          'Beside the usual reasons, a vendor that rejects pieces may choose those that are on, and propose what fits.',
        )}
      </p>
      {vendorReasons.map((reason) => {
        const { en, zh, proposes } = vendorReasonWords[reason]
        return (
          <label key={reason} className="order-own-reason">
            <input type="checkbox" checked={on.has(reason)} onChange={() => toggle(reason)} />
            <span>
              {t(en)} <span className="muted">{name(zh, en)}</span>
              <span className="order-own-proposes">
                {t('Proposal')}: {proposes.map((kind) => t(proposalKindWords[kind])).join(' · ')}
              </span>
            </span>
          </label>
        )
      })}
    </DialogParts>
  )
}
