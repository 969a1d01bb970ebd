import { useTranslation } from 'react-i18next'
import { type BoxOutcome, boxOutcomeWords, outcomesForAll } from '../../../shared/areas/india-receiving/rules.ts'
import type { BoxDiscrepancyRow } from '../../../shared/areas/india-receiving/shapes.ts'
import { api } from '../../api/client.ts'
import { choiceField, describedForm, FormFields, remarkField } from '../../forms/described.tsx'
import { useSentForm } from '../../forms/useSentForm.ts'
import { key } from '../../i18n/formats.ts'
import { DialogParts, type DialogTurn, Modal, useDialog } from '../../kit/dialogs.tsx'
import { draftOfAll } from '../../kit/drafts.ts'
import { Callout } from '../../kit/states.tsx'
import { useLocale } from '../../table/words.ts'

interface SettleProps extends DialogTurn {
  rows: readonly BoxDiscrepancyRow[]
  onSettled: () => void
}

/** Says what became of boxes, all alike: `const settle = useSettleBoxes(clear); settle.open({ rows })`. */
export function useSettleBoxes(onSettled: () => void) {
  return useDialog(SettleDialog, { onSettled })
}

function SettleDialog(props: SettleProps) {
  const { t } = useTranslation()
  const outcomes = outcomesForAll(props.rows.map(({ kind }) => kind))
  const [first, ...others] = outcomes
  if (first !== undefined) return <SettleForm {...props} outcomes={[first, ...others]} />
  return (
    <Modal isOpen={props.isOpen} onClose={props.onClose} title={t('Settle differences')} width={520}>
      <DialogParts onCancel={props.onClose} cancel={t('Close')}>
        <Callout tone="warn">{t('No outcome fits all of these. Please choose boxes of one kind.')}</Callout>
      </DialogParts>
    </Modal>
  )
}

const formOf = ([first, ...others]: readonly [BoxOutcome, ...BoxOutcome[]]) => {
  const all = [first, ...others]
  const words = Object.fromEntries(all.map((one) => [one, boxOutcomeWords[one]])) as Record<BoxOutcome, string>
  return describedForm({ outcome: choiceField(key('What became of it'), words), remark: remarkField(key('Remark')) })
}

function SettleForm({
  rows,
  outcomes,
  onSettled,
  ...turn
}: SettleProps & { outcomes: readonly [BoxOutcome, ...BoxOutcome[]] }) {
  const { t } = useTranslation()
  const { plural } = useLocale()
  const fields = formOf(outcomes)
  const form = useSentForm(fields.schema, fields.empty, {
    draft: `settle-boxes.${draftOfAll(rows.map(({ discrepancy_id }) => discrepancy_id))}`,
    what: t('Settle differences'),
    send: (typed, options) =>
      api.indiaReceiving.settleBoxDiscrepancies(
        {
          action: 'settle',
          discrepancies: rows.map(({ discrepancy_id, version }) => ({ discrepancy_id, version })),
          ...typed,
        },
        options,
      ),
    done: () => plural(rows.length, '1 difference settled', '{{n}} differences settled'),
    refresh: ['indiaReceiving'],
    after: () => {
      onSettled()
      turn.onClose()
    },
  })
  const step = {
    text: plural(rows.length, 'Settle 1 box', 'Settle {{n}} boxes'),
    run: form.send,
    isRunning: form.isSending,
  }
  return (
    <Modal {...turn} title={t('Settle differences')} width={520} isTyped>
      <DialogParts onCancel={turn.onClose} step={step}>
        <div className="note-box-fields">
          <FormFields of={fields} form={form} />
        </div>
      </DialogParts>
    </Modal>
  )
}
