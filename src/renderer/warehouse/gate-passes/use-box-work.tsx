import { Button } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { GatePassBoxRow } from '../../../shared/areas/gate-passes/shapes.ts'
import type { CallInput } from '../../actions/calls.ts'
import { problemOf, showFailure, useSay } from '../../actions/say.ts'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { serverAddress } from '../../api/send.ts'
import { DecimalField } from '../../forms/fields.tsx'
import { useAskedAction } from '../../forms/useAskedAction.tsx'
import { useSentForm } from '../../forms/useSentForm.ts'
import { host } from '../../host/host.ts'
import { key } from '../../i18n/formats.ts'
import { DialogParts, type DialogTurn, Modal, useDialog } from '../../kit/dialogs.tsx'
import { readKilograms, writeKilograms } from '../../kit/weight.ts'
import { labelAddress } from '../../print/labels/use-barcode-labels.ts'

/** Labels of boxes in a window of their own, as those of the label maker. */
export function useBoxLabels() {
  const { t } = useTranslation()
  const say = useSay()
  const make = useAction(
    (input: CallInput<'gatePasses.printLabel'>, options) => api.gatePasses.printLabel(input, options),
    { refresh: [] },
  )
  const open = async (input: CallInput<'gatePasses.printLabel'>): Promise<void> => {
    const made = await make.run(input)
    if (!made) return
    const address = labelAddress(made.data.label_url, serverAddress() || location.origin)
    await host.app.openLink(address).catch((failure: unknown) => showFailure(problemOf(failure), { say, t }))
  }
  return { open, isMaking: make.isRunning }
}

/** Seals, opens, weighs and removes boxes of a pass that is packed; `buttons(box)` and `{work.dialogs}`. */
export function useBoxWork(gatePass: string, onRemoved?: (box: string) => void) {
  const { t } = useTranslation()
  const change = useAction(
    (input: { boxes: string[]; action: 'seal' | 'reopen' }, options) => api.gatePasses.updateBox(input, options),
    { refresh: ['gatePasses'] },
  )
  const remove = useAskedAction(
    ({ box }: { box: GatePassBoxRow }, options) => api.gatePasses.removeBox({ boxes: [box.box_code] }, options),
    {
      refresh: ['gatePasses', 'stock'],
      ask: ({ box }) =>
        box.skus === 0
          ? null
          : {
              title: t('Take box {{n}} off {{number}}?', { n: box.box_no, number: gatePass }),
              text: t('What is in it goes back to where it was taken from.'),
              confirm: t('Take it off'),
              isDangerous: true,
            },
      after: (_, { box }) => onRemoved?.(box.box_code),
    },
  )
  const weigh = useDialog(WeighDialog)
  const seal = (box: GatePassBoxRow) =>
    change.run({ boxes: [box.box_code], action: box.state === 'OPEN' ? 'seal' : 'reopen' })
  return {
    seal,
    isSealing: change.isRunning,
    weigh: (box: GatePassBoxRow) => weigh.open({ box }),
    remove: (box: GatePassBoxRow) => remove.ask({ box }),
    buttons: (box: GatePassBoxRow) => (
      <>
        {box.is_whole ? null : (
          <Button
            variant="minimal"
            text={box.state === 'OPEN' ? t('Seal') : t('Open again')}
            disabled={change.isRunning || (box.state === 'OPEN' && box.skus === 0)}
            onClick={() => void seal(box)}
          />
        )}
        <Button variant="minimal" text={t('Weigh…')} onClick={() => weigh.open({ box })} />
        <Button variant="minimal" intent="danger" text={t('Take off')} onClick={() => remove.ask({ box })} />
      </>
    ),
    sealAll: (rows: readonly GatePassBoxRow[]) => {
      const open = rows.filter(({ state, skus }) => state === 'OPEN' && skus > 0)
      return (
        <Button
          text={t('Seal all {{n}} open boxes', { n: open.length })}
          disabled={open.length === 0}
          loading={change.isRunning}
          onClick={() => void change.run({ boxes: open.map(({ box_code }) => box_code), action: 'seal' })}
        />
      )
    },
    dialogs: (
      <>
        {weigh.dialog}
        {remove.dialog}
      </>
    ),
  }
}

const weightForm = z.object({
  weight: z.string().transform((text, context) => {
    const grams = readKilograms(text)
    if (grams) return grams
    context.addIssue(key('Please say what the box weighs.'))
    return z.NEVER
  }),
})

function WeighDialog({ box, ...turn }: DialogTurn & { box: GatePassBoxRow }) {
  const { t } = useTranslation()
  const form = useSentForm(
    weightForm,
    { weight: writeKilograms(box.weight_grams) },
    {
      draft: `weight.${box.box_code}`,
      what: t('Weight of box {{n}}', { n: box.box_no }),
      send: ({ weight }, options) =>
        api.gatePasses.updateBox({ boxes: [box.box_code], action: 'weigh', weight_grams: weight }, options),
      refresh: ['gatePasses'],
      after: turn.onClose,
    },
  )
  return (
    <Modal
      {...turn}
      title={t('Weight of box {{n}}', { n: box.box_no })}
      width={380}
      isTyped
      className="gate-pass-touch"
    >
      <form noValidate onSubmit={form.send}>
        <DialogParts onCancel={turn.onClose} step={{ text: t('Save'), isRunning: form.isSending }}>
          <DecimalField {...form.field('weight')} label={t('Kilograms')} maxLength={10} autoFocus />
        </DialogParts>
      </form>
    </Modal>
  )
}
