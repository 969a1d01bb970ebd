import { z } from 'zod'
import { modeWords } from '../../../shared/areas/allocation/words.ts'
import type { CallData } from '../../actions/calls.ts'
import { api } from '../../api/client.ts'
import { CheckboxSet } from '../../forms/CheckboxSet.tsx'
import { wantedText } from '../../forms/described.tsx'
import { ChoiceField, TextField } from '../../forms/fields.tsx'
import { useSentForm } from '../../forms/useSentForm.ts'
import { key } from '../../i18n/formats.ts'
import { DialogParts, type DialogTurn, Modal } from '../../kit/dialogs.tsx'
import { useLocale } from '../../table/words.ts'
import { siteChoices, siteText } from '../allocation/parts.tsx'

const wanted = z.object({
  name: wantedText(key('Please give it a name.')),
  source: wantedText(key('Please choose a warehouse.')),
  stores: z.array(z.string()).min(1, key('Please choose a store.')),
  mode: z.enum(['eaches', 'sets']),
})

interface CreateOrderDialogProps extends DialogTurn {
  config: CallData<'allocation.getAllocationConfig'>
  onCreated: (poId: string) => void
}

/** A new order: for which stores, from which warehouse, in pieces or in whole sets. */
export function CreateOrderDialog({ config, onCreated, ...turn }: CreateOrderDialogProps) {
  const words = useLocale()
  const { t, number } = words
  const form = useSentForm(
    wanted,
    { name: '', source: '', stores: [], mode: 'eaches' },
    {
      draft: 'replenishment.new',
      what: t('New replenishment order'),
      send: (typed, options) => api.allocation.createReplenishment(typed, options),
      refresh: ['allocation'],
      after: ({ data }) => {
        turn.onClose()
        onCreated(data.order.po_id)
      },
    },
  )
  const { value, problem, onChange } = form.field('stores')
  return (
    <Modal {...turn} title={t('New replenishment order')} width={560} isTyped>
      <form noValidate onSubmit={form.send}>
        <DialogParts
          onCancel={turn.onClose}
          step={{ text: t('Create replenishment order'), isRunning: form.isSending }}
          className="replenish-create"
        >
          <TextField {...form.field('name')} label={t('Order name')} maxLength={120} />
          <ChoiceField
            {...form.field('source')}
            label={t('From')}
            choices={[
              ['', t('Choose a warehouse')],
              ...config.sources.map((one) => [one.site, siteText(one, words)] as const),
            ]}
          />
          <ChoiceField
            {...form.field('mode')}
            label={t('Sent in')}
            choices={config.modes.map((mode) => [mode, t(modeWords[mode])] as const)}
          />
          <CheckboxSet
            legend={t('Stores')}
            options={siteChoices(config.stores, words)}
            {...{ value, problem, onChange }}
          />
          <button
            type="button"
            className="dt-link"
            onClick={() => onChange(value.length === config.stores.length ? [] : config.stores.map(({ site }) => site))}
          >
            {value.length === config.stores.length
              ? t('Choose none')
              : t('Choose all {{n}} stores', { n: number(config.stores.length) })}
          </button>
        </DialogParts>
      </form>
    </Modal>
  )
}
