import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { momentFault } from '../../../shared/areas/stock-counts/moment.ts'
import type { StockCountRow } from '../../../shared/areas/stock-counts/shapes.ts'
import { contract } from '../../../shared/areas.ts'
import { instantIn } from '../../../shared/kernel/days.ts'
import { useFile, useSheet } from '../../actions/files.tsx'
import { zoneNow } from '../../i18n/formats.ts'
import { DialogParts, type DialogTurn, Modal, useDialog } from '../../kit/dialogs.tsx'
import { Field } from '../../people/Fields.tsx'
import { useLocale } from '../../table/words.ts'

/** The count by sheet: first when it was counted, since the books of then are compared; then the file. */
export function CountSheetButton({ count }: { count: StockCountRow }) {
  const { t } = useLocale()
  const { number } = count
  const [counted_at, setCountedAt] = useState('')
  const file = useFile()
  const upload = useSheet({
    call: 'stockCounts.uploadStockCount',
    input: { number, counted_at },
    title: t('The count by sheet'),
    accept: ['.xlsx', '.csv'],
    template: {
      label: t('Sheet to fill in'),
      get: () => file.get(contract.stockCounts.downloadStockCountSheet, { number }),
    },
  })
  const moment = useDialog(CountedAtDialog, {
    count,
    onSaid: (at: string) => {
      flushSync(() => setCountedAt(at))
      upload.open()
    },
  })
  return (
    <>
      <Button text={t('By sheet…')} onClick={() => moment.open()} />
      {moment.dialog}
      {upload.dialog}
    </>
  )
}

interface CountedAtDialogProps extends DialogTurn {
  count: StockCountRow
  onSaid: (at: string) => void
}

function CountedAtDialog({ count, onSaid, ...turn }: CountedAtDialogProps) {
  const { t, zone } = useLocale()
  const { number } = count
  const [local, setLocal] = useState('')
  const file = useFile()
  const at = local === '' ? null : instantIn(zoneNow(count), local)
  const fault = at && momentFault(at)
  const say = () => {
    if (at === null) return
    turn.onClose()
    onSaid(at.toISOString())
  }
  return (
    <Modal {...turn} title={t('The count by sheet')} width={480} isTyped>
      <DialogParts
        onCancel={turn.onClose}
        step={{ text: t('Choose the file'), run: say, isOff: at === null || fault !== null }}
        more={
          <Button
            text={t('Sheet to fill in')}
            loading={file.isGetting}
            onClick={() => file.get(contract.stockCounts.downloadStockCountSheet, { number })}
          />
        }
      >
        <Field
          label={t('When was it counted?')}
          problem={fault && t(fault.message, fault.values)}
          hint={t('The count is compared with what the books had then ({{zone}}); what moved since is no difference.', {
            zone: zone(count),
          })}
        >
          {(ties) => (
            <input
              {...ties}
              type="datetime-local"
              className="text-field"
              value={local}
              onChange={({ target }) => setLocal(target.value)}
            />
          )}
        </Field>
      </DialogParts>
    </Modal>
  )
}
